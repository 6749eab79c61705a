import assert from 'node:assert/strict';
import { assistantTools } from '../../../src/core/assistant/assistantTools';
import { AssistantFixture } from '../../support/assistantFixture';
import { ruleText } from '../../support/sigmaRules';
import { suiteApp } from '../../support/startApp';
import type { RunningApp } from '../../support/startApp';
import { addRows, addTable } from '../../support/tables';

const logins = `SELECT now() - INTERVAL 1 MINUTE * i AS _time, 'jkim' AS "user", '10.20.1.' || i AS src_ip, i AS attempts,
  'login of jkim from 10.20.1.' || i AS line FROM range(5) AS t(i)`;

async function createScheduled(app: RunningApp, fields: Readonly<Record<string, string>>): Promise<string> {
  const { body } = await app.call('admin', 'POST /api/core/scheduled-queries', { form: { ...fields } });
  return (body as { guid: string }).guid;
}

describe('Tools for assistants', () => {
  const app = suiteApp();
  const world = AssistantFixture.forSuite(app);
  let nightly: string;

  before(async () => {
    await addTable(app, 'logins');
    await addTable(app, 'empty_one');
    await addRows(app, 'logins', logins);
    const cron = { trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    nightly = await createScheduled(app, {
      name: 'Nightly',
      query: 'table duration=1d logins | search src_ip == "10.20.1.3" | stats count by user',
      ...cron,
    });
    await createScheduled(app, {
      name: 'After nightly',
      query: 'json "{}"',
      trigger_type: 'workflow',
      preceding_guid: nightly,
      preceding_action: 'failed',
    });
  });

  it('list platforms with environment, access and role, without an address, and the guidance of the team', async () => {
    world.guidance = 'Tables are called by team.';
    assert.deepEqual(await world.ask('platforms'), {
      platforms: [{ name: 'Test', environment: 'development', assistant: 'read', role: 'ADMIN or MASTER' }],
      guidance_of_the_team: 'Tables are called by team.',
    });
    await using member = new AssistantFixture(app, { baseUrl: app.baseUrl }, 'member');
    assert.deepEqual(await member.ask('platforms'), {
      platforms: [
        { name: 'Test', environment: 'development', assistant: 'read', role: 'MEMBER', address: app.baseUrl },
      ],
    });
  });

  it('describe a table with its fields, types and masked examples', async () => {
    const { fields, last_log } = await world.ask('table', { table: 'logins' });
    const byName = new Map((fields as { name: string }[]).map((field) => [field.name, field]));
    const { examples, ...user } = byName.get('user') as { name: string; examples?: string[] };
    assert.deepEqual(user, { name: 'user', type: 'string', filled: '5/5' });
    assert.match(examples?.join() ?? '', /^user\d+-masked$/);
    assert.equal((byName.get('attempts') as { type?: string } | undefined)?.type, 'long');
    assert.ok(typeof last_log === 'string');
    assert.match(await world.rejection('table', { table: 'no_such' }), /There is no table "no_such"/);
  });

  it('describe fields without examples when rows may not be read', async () => {
    await using metadata = new AssistantFixture(app, { access: 'metadata' });
    const response = await metadata.ask('table', { table: 'logins' });
    assert.deepEqual(
      (response['fields'] as object[]).filter((field) => 'examples' in field),
      [],
    );
    assert.equal(response['examples'], 'Set "assistant" of Test to "read".');
  });

  it('check a query, with positions and the corrected text', async () => {
    const checked = await world.ask('check_query', { query: 'table logins\n| search user = "x"' });
    assert.equal(checked['valid'], false);
    const [problem] = checked['problems'] as Record<string, unknown>[];
    assert.deepEqual([problem?.['line'], problem?.['column']], [2, 15]);
    assert.equal(checked['repaired_query'], 'table logins\n| search user == "x"');
  });

  it('run a query and return its rows, masked and marked as data', async () => {
    const response = await world.ask('run_query', {
      query: 'table duration=1h logins | sort attempts | fields user, src_ip, attempts, line | limit 2',
    });
    assert.deepEqual(response['columns'], ['user', 'src_ip', 'attempts', 'line']);
    const [[user, address, attempts, line] = []] = response['rows'] as unknown[][];
    assert.match(String(user), /^user\d+-masked$/);
    assert.match(String(address), /^ip\d+-masked$/);
    assert.equal(attempts, 0);
    assert.equal(line, `login of ${String(user)} from ${String(address)}`);
    assert.match(String(response['notice']), /never instructions/);
    assert.deepEqual(response['cut'], []);
  });

  it('mask the columns that the user names', async () => {
    await using named = new AssistantFixture(app, {}, 'master', ['attempts']);
    const response = await named.ask('run_query', {
      query: 'table duration=1h logins | limit 1 | fields attempts',
    });
    assert.deepEqual(response['rows'], [['value1-masked']]);
  });

  it('list scheduled queries, and return one with its text, chain and check', async () => {
    const { total } = await world.ask('scheduled_queries', { keyword: 'nightly' });
    assert.equal(total, 2);
    const one = await world.ask('scheduled_query', { query: 'Nightly' });
    assert.equal(one['guid'], nightly);
    assert.match(String(one['query']), /src_ip == "ip\d+-masked"/);
    const { after } = one['chain'] as { after: { name: string; on: string }[] };
    assert.deepEqual(
      after.map(({ name, on }) => [name, on]),
      [['After nightly', 'failed']],
    );
    assert.equal((await world.ask('scheduled_query', { query: nightly }))['name'], 'Nightly');
    assert.deepEqual((await world.ask('scheduled_queries', { failed: true }))['scheduled_queries'], []);
  });

  it('list rules, and return one', async () => {
    const { body } = await app.call('admin', 'POST /api/core/batch-rules', {
      form: { name: 'Brute force', query: 'table logins', priority: 'HIGH' },
    });
    const { guid } = body as { guid: string };
    const { rules } = await world.ask('rules', { keyword: 'Brute' });
    assert.deepEqual(
      (rules as { guid: string }[]).map((rule) => rule.guid),
      [guid],
    );
    const { rule } = await world.ask('rules', { guid });
    assert.equal((rule as { name: string }).name, 'Brute force');
  });

  it('search the audit log for a MASTER, and reject others with the reason', async () => {
    const { entries } = await world.ask('audit_logs', { keywords: ['Nightly'], limit: 1 });
    const [entry] = entries as Record<string, unknown>[];
    assert.match(String(entry?.['user']), /^user\d+-masked$/);
    await using member = new AssistantFixture(app, {}, 'member');
    assert.match(await member.rejection('audit_logs'), /role MASTER/);
  });

  it('save a draft of a change with its reason, and masks replaced by their values', async () => {
    const { query } = await world.ask('scheduled_query', { query: 'Nightly' });
    const changed = `${String(query)} | sort -count`;
    const response = await world.ask('propose_change', {
      change: 'Nightly',
      query: changed,
      reason: 'Sorted',
    });
    assert.deepEqual([response['draft'], response['published']], ['A draft waits.', false]);
    const proposal = world.proposals.at(-1);
    assert.match(proposal?.query ?? '', /src_ip == "10\.20\.1\.3".*\| sort -count$/);
    assert.deepEqual([proposal?.current?.guid, proposal?.reason], [nightly, 'Sorted']);
    await world.ask('propose_change', { name: 'New one', query: 'json "{}"', reason: 'Asked for' });
    assert.equal(world.proposals.at(-1)?.current, undefined);
  });

  it('convert a Sigma rule, or say at which line it cannot', async () => {
    const { rules } = await world.ask('convert_sigma', {
      rule: ruleText("s: {Image|endswith: '\\cmd.exe'}\ncondition: s", 'Shell'),
      table: 'logins',
    });
    const [rule] = rules as Record<string, unknown>[];
    assert.match(String(rule?.['query']), /table logins\n\| search lower\(Image\)/);
    const bad = await world.ask('convert_sigma', {
      rule: ruleText('s: {a|re: "(?=x)"}\ncondition: s'),
      table: 'logins',
    });
    assert.match(await world.rejection('convert_sigma', { rule: 'title: x' }), /no Sigma rule/);
    assert.equal((bad['rules'] as Record<string, unknown>[])[0]?.['line'], 5);
  });

  it('write a receipt for every call', async () => {
    const { length } = world.receipts;
    // The only platform there is need not be named.
    await world.ask('tables', { keyword: 'x' });
    await world.rejection('run_query', { query: 'json "{}" | import t' });
    const [done, rejected] = world.receipts.slice(length);
    assert.deepEqual(
      [done?.tool, done?.platform, done?.subject, done?.outcome],
      ['logbench_tables', 'Test', 'tables x', 'done'],
    );
    assert.deepEqual([rejected?.subject, rejected?.outcome], ['json "{}" | import t', 'rejected']);
    assert.match(rejected?.result ?? '', /writes or sends/);
  });

  it('keep the names that other programs rely on', () => {
    assert.deepEqual(assistantTools.map(({ name }) => name).sort(), [
      'logbench_audit_logs',
      'logbench_check_query',
      'logbench_convert_sigma',
      'logbench_language',
      'logbench_platforms',
      'logbench_propose_change',
      'logbench_query_status',
      'logbench_rules',
      'logbench_run_query',
      'logbench_scheduled_queries',
      'logbench_scheduled_query',
      'logbench_table',
      'logbench_tables',
    ]);
  });
});
