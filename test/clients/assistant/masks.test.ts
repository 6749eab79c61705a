import assert from 'node:assert/strict';
import { AssistantFixture } from '../../support/assistantFixture';
import { suiteApp } from '../../support/startApp';
import { addRows, addTable } from '../../support/tables';

/** Queries whose rows would have the name of the user under another name, or as the name of a column. */
const disguises: readonly string[] = [
  'setq [ table people | rename user as u | fields u | limit 1 ] | json "{}" | eval x = $("u") | fields x',
  'table people | eval a = concat("k=", user) | parsekv field=a | fields k',
  'table people | eval a = concat("{\\"k\\":\\"", user, "\\"}") | parsejson field=a | fields k',
  'table people | eval a = user | parsecsv field=a | fields - user, line, a',
  'table people | tojson output=x | fields x',
  'table people | tojson user | rename _json as x | fields x',
  'table people | eval x = kvjoin("=", ",") | fields x',
  'table people | eval x = rowtext() | fields x',
  'table people | eval line = concat("k=", user) | parsekv | fields k',
  'table people | rename user as u | repeat count=2 | prev u | fields prev_u',
  'table people | eval x = indexof("abcdefghijklmnop", substr(user, 0, 1)) | fields x',
  'table people | rename staff as s | tojson s, line | fields _json',
  'table people | tojson staff, line | fields _json',
  'table people | eval u = user | timechart span=1d count by u',
  'table people | pivot count rows _table cols user',
];

/** Queries in which the platform, or the check before it, would name what a mask stands for. */
const provocations: readonly string[] = [
  'table people | search MASK(3) == 1',
  'table people | search user == MASK',
  'fulltext "x" from MASK',
  'table people | search match(user, "MASK(")',
  'table people | search date("MASK", "MASK") == 1',
  'table people | search limit=MASK user == "a"',
];

describe('A masked value', () => {
  const app = suiteApp();
  const fixture = AssistantFixture.forSuite(app);
  let mask: string;

  before(async () => {
    await addTable(app, 'people');
    const row = `now() AS _time, 'jkim' AS "user", 'jkim' AS staff, '10.20.1.3' AS src_ip, 'login of jkim from 10.20.1.3' AS line`;
    await addRows(app, 'people', `SELECT ${row}`);
    const { rows } = await fixture.ask('run_query', { query: 'table people | fields user' });
    mask = (rows as [[string]])[0][0];
  });

  it('stays masked under another name, as the name of a column, and in a summary', async () => {
    for (const query of disguises) {
      for (const summary of [false, true]) {
        // A masker that has seen no value yet: a known value is masked everywhere.
        await using fresh = new AssistantFixture(app, {}, 'master', ['staff']);
        const response = JSON.stringify(await fresh.ask('run_query', { query, summary }));
        assert.doesNotMatch(response, /jkim|\[\[9\b/, query);
        assert.match(response, /(?:user|value)\d+-masked/, query);
      }
    }
    const { rows } = await fixture.ask('run_query', { query: 'json "{}" | eval me = whoami() | fields me' });
    assert.match((rows as [[string]])[0][0], /^user\d+-masked$/);
  });

  it('includes columns named like secrets, in rows, summaries, fields and copies', async () => {
    const secrets = ['token', 'password', 'api_key', 'apiKey', 'client_secret', 'passwd', 'Set-Cookie'];
    await addTable(app, 'logins');
    const columns = secrets.map((name, index) => `'hidden${index}' AS "${name}"`).join(', ');
    await addRows(app, 'logins', `SELECT now() AS _time, ${columns}`);
    const copies = [
      'eval z = concat(password, 1) | fields z',
      'stats values(token) as v',
      'stats count by api_key',
    ];
    for (const query of ['table logins', ...copies.map((copy) => `table logins | ${copy}`)]) {
      for (const summary of [false, true]) {
        await using fresh = new AssistantFixture(app);
        const response = JSON.stringify(await fresh.ask('run_query', { query, summary }));
        assert.doesNotMatch(response, /hidden\d/, query);
        assert.match(response, /value\d+-masked/, query);
      }
    }
    await using fresh = new AssistantFixture(app);
    assert.doesNotMatch(JSON.stringify(await fresh.ask('table', { table: 'logins' })), /hidden\d/);
  });

  it('is not revealed by the errors of a query', async () => {
    for (const text of provocations) {
      const query = text.replaceAll('MASK', mask);
      assert.doesNotMatch(await fixture.rejection('run_query', { query }), /jkim/, query);
    }
    for (const text of ['search user = "MASK"', 'search MASK(3) == 1', 'table MASK']) {
      const proposal = { name: 'x', reason: 'y', query: text.replaceAll('MASK', mask) };
      assert.doesNotMatch(await fixture.rejection('propose_change', proposal), /jkim/, text);
    }
  });

  it('is not revealed by the check of a stored query', async () => {
    const form = { name: 'Faulty', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    const query = 'table people | search src_ip = "10.20.1.3"';
    await app.call('admin', 'POST /api/core/scheduled-queries', { form: { ...form, query } });
    const response = JSON.stringify(await fixture.ask('scheduled_query', { query: 'Faulty' }));
    assert.doesNotMatch(response, /10\.20\.1\.3/);
    assert.match(response, /"repaired_query":"table people \| search src_ip == \\"ip\d+-masked\\""/);
  });

  it('is masked in the query texts that an assistant ran with it', async () => {
    await fixture.ask('run_query', { query: `table people | search match(user, "${mask}") | stats count` });
    const { entries } = await fixture.ask('audit_logs', { keywords: ['Ran query', 'stats count'], limit: 1 });
    assert.doesNotMatch(JSON.stringify(entries), /jkim/);
    assert.ok(JSON.stringify(entries).includes(mask));
  });
});
