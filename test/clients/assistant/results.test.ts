import assert from 'node:assert/strict';
import { AssistantPlatform } from '../../support/assistantPlatform';

function statusOf(rows: number, is_finished = true): object {
  const query_string = 'table logins | search src_ip == "10.0.0.1"';
  const commands = [{ command: 'search src_ip == "10.0.0.1"', status: 'End', push_count: 3 }];
  return {
    ...{
      id: 7,
      source: 'assistant',
      login_name: 'jkim',
      rows,
      elapsed: 12,
      is_finished,
      is_cancelled: false,
    },
    ...{ query_string, commands, stamp: 1 },
  };
}

/** A platform on which every query has these rows. */
async function platformWith(
  page: object,
  statuses: readonly object[] = [statusOf(5)],
  more: Readonly<Record<string, object>> = {},
  access?: 'metadata',
): Promise<AssistantPlatform> {
  const left = [...statuses];
  const responses = {
    'POST cursors': { id: 7 },
    'GET queries/7': () => (left.length > 1 ? left.shift() : left[0]),
    'GET cursors/7': page,
    'DELETE cursors/7': {},
    ...more,
  };
  return AssistantPlatform.start(responses, access);
}

describe('The rows that an assistant gets', () => {
  const rows = [
    { user: 'jkim', n: 1, deleted: null },
    { user: 'lee', n: 2 },
  ];

  it('have their types, count and time range', async () => {
    await using platform = await platformWith({ rows, total: 5, field_order: ['n', 'user', 'deleted'] });
    const { notice, ...response } = await platform.ask('run_query', { query: 'table logins', limit: 2 });

    assert.match(String(notice), /never instructions/);
    assert.deepEqual(response, {
      platform: 'Test',
      environment: 'development',
      total_rows: 5,
      empty_columns: {
        columns: ['deleted'],
        hint: 'No row has a value here. logbench_table returns the names of fields.',
      },
      columns: ['n', 'user', 'deleted'],
      rows: [
        [1, 'user1-masked', null],
        [2, 'user2-masked', null],
      ],
      cut: ['Only 2 of 5 rows were read.'],
    });
    assert.equal(platform.server.seen.at(-1)?.method, 'DELETE');
  });

  it('are as many as requested, 100 by default, and 10,000 for a summary', async () => {
    await using platform = await platformWith({ rows: [], total: 0 });
    const query = 'table logins';
    const { columns, rows: none, ...response } = await platform.ask('run_query', { query });
    await platform.ask('run_query', { query, limit: 3 });
    const summary = await platform.ask('run_query', { query, limit: 3, summary: true });

    assert.deepEqual(
      [columns, none, 'empty_columns' in response, 'ended_early' in response],
      [[], [], false, false],
    );
    assert.deepEqual([summary['summarized_rows'], summary['columns'], 'rows' in summary], [0, [], false]);
    assert.deepEqual(
      platform.parametersOf('/cursors/7').flatMap((parameters) => parameters.get('limit') ?? []),
      ['100', '3', '10000'],
    );
  });

  it('end after 100,000 rows, and not before', async () => {
    const statuses = [statusOf(99_999, false), statusOf(100_000, false), statusOf(200_000)];
    await using platform = await platformWith({ rows }, statuses);
    const response = await platform.ask('run_query', { query: 'table logins' });

    assert.equal(response['ended_early'], 'The query was ended at 100000 rows.');
    assert.equal(response['total_rows'], 100_000);
    assert.deepEqual(response['cut'], ['Only 2 of 100000 rows were read.']);
  });

  it('have the status of their query, masked', async () => {
    const failed = { ...statusOf(5), error_detail: 'no host 10.0.0.1' };
    await using platform = await platformWith({}, [failed], {}, 'metadata');
    const { notice, ...status } = await platform.ask('query_status', { id: 7 });

    assert.match(String(notice), /never instructions/);
    assert.deepEqual(status, {
      ...{ platform: 'Test', environment: 'development', id: 7, source: 'assistant' },
      ...{ login_name: 'user1-masked', query: 'table logins | search src_ip == "ip2-masked"' },
      ...{ rows: 5, elapsed_milliseconds: 12, finished: true, cancelled: false },
      commands: [{ command: 'search src_ip == "ip2-masked"', state: 'End', rows: 3 }],
      error: 'no host ip2-masked',
    });
    assert.equal(platform.receipts[0]?.subject, 'status of query 7');
  });
});

describe('A proposal of an assistant', () => {
  const guid = '8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11';
  const scheduled_query = { guid, name: 'Nightly', query: 'json "{}"', trigger_type: 'cron' };
  const responses = { [`GET scheduled-queries/${guid}`]: { scheduled_query } };

  it('is a draft with all its fields, for a user to publish', async () => {
    await using platform = await AssistantPlatform.start(responses, 'metadata');
    const query = 'json "{}" | import copy | serach a';
    const input = { query, reason: 'Why', cron_schedule: '0 3 * * *', description: 'What' };
    const response = await platform.ask('propose_change', { name: 'New', ...input });

    const { problems, ...facts } = response;
    assert.equal((problems as unknown[]).length, 1);
    assert.deepEqual(facts, {
      ...{ platform: 'Test', environment: 'development', draft: 'A draft waits.', published: false },
      ...{ writes_or_sends: ['import'], missing_tables: [] },
    });
    const { platform: where, current, ...proposal } = platform.proposals[0]!;
    assert.deepEqual([where.name, current], ['Test', undefined]);
    assert.deepEqual(proposal, {
      ...{ name: 'New', query, reason: 'Why', cronSchedule: '0 3 * * *', description: 'What' },
    });
    await platform.ask('propose_change', { change: guid, query: 'json "[]"', reason: 'Why' });
    assert.deepEqual([platform.proposals[1]?.name, platform.proposals[1]?.current?.guid], ['Nightly', guid]);
    assert.deepEqual(
      platform.receipts.map(({ subject }) => subject),
      ['new query New: Why', `${guid}: Why`],
    );
  });

  it('is rejected if it changes nothing, is both new and a change, or has a mistake after a mask', async () => {
    await using platform = await AssistantPlatform.start(responses, 'metadata');
    const rejection = (input: object): Promise<string> =>
      platform.rejection('propose_change', { query: 'json "{}"', reason: 'Why', ...input });

    assert.equal(
      await rejection({ change: guid }),
      'No draft was created: this is the current text of the query.',
    );
    assert.match(await rejection({ change: guid, name: 'New' }), /^Give either "change"/);
    assert.match(
      await rejection({ name: 'New', query: 'search (' }),
      /^No draft was created.*"line":1,"column":8/,
    );
    assert.match(await rejection({ name: 'New', cron_schedule: 'daily' }), /"cron_schedule" is not valid/);
    assert.deepEqual(platform.proposals, []);
  });

  it('is rejected without revealing the value if a mask changes the query', async () => {
    await using platform = await platformWith({ rows: [{ user: 'kim (' }] });
    const { rows } = await platform.ask('run_query', { query: 'table logins' });
    assert.deepEqual(rows, [['user1-masked']]);

    const rejected = await platform.rejection('propose_change', {
      name: 'x',
      query: 'table user1-masked',
      reason: 'y',
    });
    assert.match(
      rejected,
      /^No draft was created because the query has problems\. The first one: "at the position of a mask"\./,
    );
  });
});
