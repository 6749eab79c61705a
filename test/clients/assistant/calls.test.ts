import assert from 'node:assert/strict';
import { AssistantPlatform } from '../../support/assistantPlatform';

function guidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function query(number: number, fields: object = {}): object {
  const name = `q${number}`;
  return { guid: guidOf(number), name, query: 'json "{}"', trigger_type: 'cron', enabled: true, ...fields };
}

function after(number: number, preceding: number): object {
  return query(number, {
    trigger_type: 'workflow',
    preceding_guid: guidOf(preceding),
    preceding_action: 'failed',
    result_state: 'Success',
  });
}

describe('A call of an assistant', () => {
  it('goes to the only platform, or to the one that it names', async () => {
    await using fixture = await AssistantPlatform.start({ 'GET tables': { total_count: 0, tables: [] } });
    const [only] = fixture.platforms;
    assert(only);

    assert.equal((await fixture.ask('tables'))['platform'], 'Test');
    fixture.platforms.push({ ...only, name: 'Live', environment: 'production' });
    assert.equal(await fixture.rejection('tables'), 'Specify the platform: Test, Live.');
    const { platform, environment } = await fixture.ask('tables', { platform: 'Live' });
    assert.deepEqual([platform, environment], ['Live', 'production']);
    assert.equal(
      await fixture.rejection('tables', { platform: 'live' }),
      'There is no platform "live". Available: Test, Live.',
    );
    assert.deepEqual(
      fixture.receipts.map((receipt) => [receipt.platform, receipt.outcome]),
      [
        ['Test', 'done'],
        [undefined, 'rejected'],
        ['Live', 'done'],
        ['live', 'rejected'],
      ],
    );
    fixture.platforms.length = 0;
    assert.equal(await fixture.rejection('tables'), 'The user has no connection to a platform.');
    assert.equal(
      await fixture.rejection('tables', { platform: 'Test' }),
      'There is no platform "Test". Available: none.',
    );
  });

  it('returns as many characters as the assistant accepts, or an error', async () => {
    const { signal } = new AbortController();
    await using fixture = await AssistantPlatform.start({});
    const check = (query: string, maxCharacters?: number): Promise<string> =>
      fixture.tools.call('logbench_check_query', { query }, { signal, maxCharacters });
    const response = await check('table a');

    assert.equal(await check('table a', response.length), response);
    await assert.rejects(check('table a', response.length - 1), {
      name: 'ToolRejection',
      message: `The response has ${response.length} characters, but at most ${response.length - 1} are returned. Use a lower limit, fewer fields or a keyword.`,
    });
    const faulty = `search a = "${'x'.repeat(59_000)}" | search a == 1`;
    assert.ok((await check(faulty)).length < 60_000);
    assert.equal(fixture.receipts[0]?.result, `${response.length} characters`);
  });

  it('is recorded as failed when the platform fails, with its message for the user only', async () => {
    await using fixture = await AssistantPlatform.start({
      'GET tables': { error_code: 'broken', error_msg: 'Disk 500' },
    });
    await fixture.rejection('tables', { keyword: ' a \n b ' });
    const [receipt] = fixture.receipts;

    assert.deepEqual(
      [receipt?.tool, receipt?.subject, receipt?.outcome],
      [...['logbench_tables', 'tables a b', 'failed']],
    );
    assert.match(receipt?.result ?? '', /500/);
    assert.ok(receipt && receipt.milliseconds >= 0 && receipt.at instanceof Date);
  });

  it('ends with the reason of the user when it is canceled while the platform works on it', async () => {
    const cancel = new AbortController();
    await using fixture = await AssistantPlatform.start({
      'GET tables': () => {
        cancel.abort(new Error('enough'));
        return 404;
      },
    });

    await assert.rejects(fixture.ask('tables', {}, cancel.signal), /enough/);
    await fixture.rejection('x ');
    assert.deepEqual(
      fixture.receipts.map(({ tool, outcome, result }) => [tool, outcome, result]),
      [
        ['logbench_tables', 'cancelled', 'cancelled'],
        ['logbench_x', 'rejected', 'There is no tool logbench_x .'],
      ],
    );
  });
});

describe('Scheduled queries that an assistant reads', () => {
  it('include all queries that run before and after them, and each query of a circle once', async () => {
    const all = [after(1, 9), after(2, 1), after(3, 2), after(4, 3), after(5, 3), after(6, 5), query(7)];
    const whole = { total_count: all.length, scheduled_queries: all };
    const responses = { [`GET scheduled-queries/${guidOf(3)}`]: { scheduled_query: all[2] } };
    await using fixture = await AssistantPlatform.start({ ...responses, 'GET scheduled-queries': whole });
    const link = (number: number): object => ({
      guid: guidOf(number),
      name: `q${number}`,
      on: 'failed',
      enabled: true,
      result_state: 'Success',
    });

    const found = await fixture.ask('scheduled_query', { query: guidOf(3) });
    assert.deepEqual(found['chain'], { before: [1, 2].map(link), after: [4, 5, 6].map(link) });
    all[0] = after(1, 6);
    assert.deepEqual((await fixture.ask('scheduled_query', { query: guidOf(3) }))['chain'], {
      before: [5, 6, 1, 2].map(link),
      after: [link(4)],
    });
  });

  it('include their trigger, state and last failure, masked', async () => {
    const failing = {
      description: 'by 10.0.0.2',
      cron_schedule: '0 * * * *',
      last_failure_time: 't1',
      last_run_time: 't1',
      last_failure_reason: `login from 10.0.0.1 ${'x'.repeat(2100)}`,
      running_state: 'Idle',
    };
    const all = [
      query(1, failing),
      query(2, { result_state: 'FAILED', trigger_type: 'workflow', preceding_name: 'q1' }),
      after(3, 1),
      query(4, { ...failing, last_run_time: 't2' }),
      query(5, { ...failing, result_state: 'Success' }),
      query(6, { trigger_type: 'workflow' }),
      query(7, { result_state: 'some error' }),
    ];
    const responses = { 'GET scheduled-queries': { total_count: all.length, scheduled_queries: all } };
    await using fixture = await AssistantPlatform.start(responses);
    interface Summary {
      readonly name: string;
      readonly trigger: string;
      readonly last_failure_reason?: string;
    }
    const listed = async (input: object): Promise<[unknown, readonly Summary[]]> => {
      const { total, scheduled_queries } = await fixture.ask('scheduled_queries', input);
      return [total, scheduled_queries as readonly Summary[]];
    };

    const [total, summaries] = await listed({});
    assert.equal(total, 7);
    assert.deepEqual(
      summaries.map(({ trigger }) => trigger),
      ['0 * * * *', 'after q1', `after ${guidOf(1)} failed`, '0 * * * *', '0 * * * *', 'after ?', undefined],
    );
    const { last_failure_reason, ...first } = summaries[0]!;
    assert.match(last_failure_reason ?? '', /^login from ip1-masked x{1900,}…$/);
    assert.deepEqual(first, {
      guid: guidOf(1),
      name: 'q1',
      enabled: true,
      trigger: '0 * * * *',
      running_state: 'Idle',
      last_run: 't1',
      last_failure: 't1',
    });
    assert.equal('last_failure_reason' in summaries[1]!, false);
  });
});

describe('A table that an assistant reads', () => {
  const table = (table_name: string): object => ({
    ...{ table_name, layout: 'row', compression: 'none', retention: 7, encrypted: false },
    ...{ table_size: 1, index_size: 1, ratio: 0 },
  });

  it('is read from the list when the platform cannot read a single table', async () => {
    const tables = { total_count: 2, tables: [table('logs_old'), table('logs')] };
    await using fixture = await AssistantPlatform.start({ 'GET tables/': 405, 'GET tables': tables });
    const query = 'table logs, absent | union [ table logs? ]';

    const response = await fixture.ask('propose_change', { name: 'x', query, reason: 'y' });
    assert.deepEqual(response['missing_tables'], ['absent']);
    const names = fixture.parametersOf('/tables').map((asked) => asked.get('table_name') ?? '');
    assert.deepEqual(names.toSorted(), ['absent', 'logs']);
    const many = Array.from({ length: 12 }, (_, index) => `t${index}`);
    const longer = { name: 'x', query: `table ${many.join(', ')}`, reason: 'y' };
    assert.deepEqual((await fixture.ask('propose_change', longer))['missing_tables'], many.slice(0, 10));
  });

  it('is not reported as missing when the platform fails', async () => {
    await using fixture = await AssistantPlatform.start({
      'GET tables/': { error_code: 'broken', error_msg: 'Disk 500' },
      'GET tables': { total_count: 0, tables: [] },
    });

    assert.match(await fixture.rejection('table', { table: 'logs' }), /500/);
    assert.equal(await fixture.rejection('table', { table: 'a b' }), '"a b" is not the name of a table.');
  });
});
