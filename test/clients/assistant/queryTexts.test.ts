import assert from 'node:assert/strict';
import { AssistantFixture } from '../../support/assistantFixture';
import { queryClient } from '../../support/queryClient';
import { addRows, addTable } from '../../support/tables';
import { suiteApp } from '../../support/startApp';

/** Queries about secrets, which contain none. */
const queries = [
  'table logs | search line == "*password=*"',
  'table logs | search line == "*apikey:*" or line == "*Bearer abc*"',
  'table logs | search line == "* token: *" or path == "/upload-streams/x"',
];

describe('The text of a query that an assistant reads', () => {
  const app = suiteApp();
  const fixture = AssistantFixture.forSuite(app);

  before(async () => {
    await addTable(app, 'logs');
  });

  for (const [index, query] of queries.entries()) {
    it(`is unchanged in every tool: ${query}`, async () => {
      const form = { name: `Query ${index}`, query, trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      await app.call('admin', 'POST /api/core/scheduled-queries', { form });
      const scheduled = await fixture.ask('scheduled_query', { query: `Query ${index}` });
      assert.equal(scheduled['query'], query);

      const command = { template_id: 't', field_name: 'f', args: query, query, invert: false, ordinal: 1 };
      for (const kind of ['batch', 'stream']) {
        const rule = { name: `Rule ${index}`, priority: 'LOW', query, commands: [command], token: 'own' };
        const { body } = await app.call('admin', `POST /api/core/${kind}-rules`, { json: rule });
        const { guid } = body as { guid: string };
        const read = (await fixture.ask('rules', { kind, guid }))['rule'] as Record<string, unknown>;
        assert.equal(read['query'], query);
        assert.deepEqual(read['commands'], [command]);
        assert.equal(read['token'], '•••');
      }

      const faulty = query.replace(' == ', ' = ');
      const checked = await fixture.ask('check_query', { query: faulty });
      assert.equal(checked['repaired_query'], query);
      assert.ok(String(checked['logbench_run_query_refuses_it']).includes(query));
      assert.ok((await fixture.rejection('run_query', { query: faulty })).includes(query));

      const id = await queryClient(app, 'master').start(query);
      const status = await fixture.ask('query_status', { id });
      assert.equal(status['query'], query);
    });
  }

  it('is unchanged when it was converted from a Sigma rule', async () => {
    const rule =
      'title: T\nlogsource: {product: windows}\ndetection:\n  s: {line|contains: ["password=", "token: ", "Bearer abc"]}\n  condition: s\n';
    const { rules } = await fixture.ask('convert_sigma', { rule, table: 'logs' });
    const [{ query } = { query: '' }] = rules as { query: string }[];
    for (const word of ['"*password=*"', '"*token: *"', '"*bearer abc*"'])
      assert.ok(query.includes(word), query);
  });

  it('has no key of the user, and rows and errors have no secrets', async () => {
    const key = app.keys.master;
    const checked = await fixture.ask('check_query', { query: `table logs | search a = "${key}"` });
    assert.equal(JSON.stringify(checked).includes(key), false);
    await addRows(app, 'logs', `SELECT now() AS _time, 'password=abc' AS line, 'abc' AS token`);
    const { rows } = await fixture.ask('run_query', { query: 'table logs | fields line, token' });
    assert.match(JSON.stringify(rows), /^\[\["password=•••","value\d+-masked"\]\]$/);
  });
});
