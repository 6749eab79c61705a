import assert from 'node:assert/strict';
import { recipes } from '../../../src/core/assistant/languageGuide';
import { parseQuery } from '../../../src/core/language/parseQuery';
import { walkCommands } from '../../../src/core/language/services/walk';
import { AssistantFixture } from '../../support/assistantFixture';
import { suiteApp } from '../../support/startApp';
import { addRows, addTable } from '../../support/tables';

describe('An assistant that does not know the language or the platform', () => {
  const app = suiteApp();
  const fixture = AssistantFixture.forSuite(app);

  before(async () => {
    await addTable(app, 'win_security');
    await addRows(app, 'win_security', `SELECT now() AS _time, 'failure' AS outcome, 'x' AS line`);
  });

  it('gets the corrected query when its query is rejected', async () => {
    const query = `table win_security | search outcome = 'failure' && line != "y"`;
    assert.match(
      await fixture.rejection('run_query', { query }),
      /Fixed: table win_security \| search outcome == "failure" and line != "y"$/,
    );
  });

  it('gets the equivalent of a command of SQL, SPL or KQL', async () => {
    const query = 'table win_security | where outcome == "failure" | head 10';
    assert.match(
      await fixture.rejection('run_query', { query }),
      /"where" is not allowed .* no such command: use search\.$/,
    );
    const checked = await fixture.ask('check_query', { query });
    assert.match(String(checked['logbench_run_query_refuses_it']), /"where" is not allowed/);
    const problems = checked['problems'] as { instead: string[] }[];
    assert.deepEqual(
      problems.map(({ instead }) => instead),
      [['search'], ['limit']],
    );
  });

  it('finds commands in the reference by the terms of other languages', async () => {
    const found = async (question: string): Promise<readonly string[]> =>
      Object.keys((await fixture.ask('language', { question }))['entries'] as object);
    const questions: Readonly<Record<string, string>> = {
      'regex extract': 'command rex',
      'filter rows like where': 'command search',
      'time bucket histogram': 'command timechart',
      'SELECT … WHERE … GROUP BY': 'command stats',
      'detect brute force logins': 'recipe: many failures from one source',
      '실패한 로그인 timechart': 'command timechart',
    };
    for (const [question, title] of Object.entries(questions)) {
      assert.ok((await found(question)).includes(title), `${question}: ${(await found(question)).join()}`);
    }
    assert.ok(!(await found('regex extract')).some((title) => title.startsWith('error')));
  });

  it('gets recipes that run without errors', async () => {
    for (const { query } of recipes) {
      const named = [...walkCommands(parseQuery(query).query)].flatMap((command) =>
        command.kind === 'table' ? command.tables.map(({ name }) => name) : [],
      );
      const { body } = await app.call('master', 'GET /api/core/tables');
      const known = (body as { tables: { table_name: string }[] }).tables.map(({ table_name }) => table_name);
      for (const name of new Set(named)) if (!known.includes(name)) await addTable(app, name);
      assert.ok(Array.isArray((await fixture.ask('run_query', { query }))['rows']), query);
    }
  });

  it('gets suggestions for a wrong keyword, table or field', async () => {
    const { all_tables } = await fixture.ask('tables', { keyword: 'authentication' });
    assert.ok((all_tables as string[]).includes('win_security'));
    assert.match(
      await fixture.rejection('table', { table: 'win_securty' }),
      /no table "win_securty". Did you mean "win_security"\?/,
    );
    const query = 'table win_security | stats count by username';
    const { empty_columns } = await fixture.ask('run_query', { query });
    assert.deepEqual((empty_columns as { columns: string[] }).columns, ['username']);
  });

  it('gets the names of missing tables of a scheduled query', async () => {
    const query = 'table win_security, fw_retired | union [ table fw_gone? | union [ table fw_old ] ]';
    const form = { name: 'Old tables', query, trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    await app.call('admin', 'POST /api/core/scheduled-queries', { form });
    const { missing_tables } = await fixture.ask('scheduled_query', { query: 'Old tables' });
    assert.deepEqual(missing_tables, ['fw_retired', 'fw_old']);
    const proposal = { change: 'Old tables', query: 'table fw_new', reason: 'Renamed' };
    assert.deepEqual((await fixture.ask('propose_change', proposal))['missing_tables'], ['fw_new']);
    assert.match(await fixture.rejection('scheduled_query', { query: 'old' }), /Did you mean "Old tables"\?/);
  });
});
