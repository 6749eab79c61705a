import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { assistantTools } from '../../src/core/assistant/assistantTools';
import { eventually } from '../support/eventually';
import { addRows, addTable } from '../support/tables';
import { responseOf, invokeTool } from './support/assistants';
import { connectedPlatform, sharedPlatform } from './support/connected';
import { responding, runCommand, testApi } from './support/runCommand';
import { ShownQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

describe('Assistants in VS Code', function () {
  this.timeout(120_000);
  const shared = sharedPlatform(async ({ platform }) => {
    await addTable(platform, 'logins');
    await addRows(
      platform,
      'logins',
      `SELECT now() AS _time, 'jkim' AS "user", '10.1.2.3' AS src_ip, 'x' AS line`,
    );
  });
  const stored = new ShownQueries(shared);

  /** The user lets assistants read. */
  const allowed = async (access = 'read'): Promise<AsyncDisposable> =>
    withSettings({ 'logbench.connections': [{ ...shared.connected.connection, assistant: access }] });

  it('can call every tool, each with a description and a schema', () => {
    const offered = vscode.lm.tools.filter(({ name }) => name.startsWith('logbench_'));
    assert.deepEqual(offered.map(({ name }) => name).sort(), assistantTools.map(({ name }) => name).sort());
    for (const { name, description, inputSchema } of offered) {
      assert.equal(description, assistantTools.find((tool) => tool.name === name)?.description);
      assert.ok(inputSchema && 'properties' in inputSchema, name);
    }
  });

  test('get a valid response from each tool', async () => {
    await using _ = await allowed();
    const guid = await stored.create('Hourly', { query: 'table logins' });
    const { body } = await shared.connected.call('POST /api/core/cursors', { form: { q: 'json "{}"' } });
    const responses: Readonly<Record<string, readonly [object, RegExp]>> = {
      platforms: [{}, /"name":"Test","environment":"development","assistant":"read"/],
      tables: [{ keyword: 'logins' }, /"table":"logins"/],
      table: [{ table: 'logins' }, /"name":"user".*"examples":\["user\d+-masked/],
      language: [{ question: 'timechart' }, /command timechart/],
      check_query: [{ query: 'search (' }, /parens-mismatch/],
      run_query: [{ query: 'table logins | fields user' }, /"rows":\[\["user\d+-masked"\]\]/],
      scheduled_queries: [{}, /"name":"Hourly"/],
      scheduled_query: [{ query: guid }, /"query":"table logins"/],
      // A platform with the strict interface cannot list rules, and the tool says so.
      rules: [{}, /"rules":\[|does not list/],
      audit_logs: [{ limit: 1 }, /"user":"user\d+-masked/],
      query_status: [{ id: (body as { id: number }).id }, /"query":"json/],
      convert_sigma: [{ rule: 'title: [' }, /"error"/],
    };
    for (const [tool, [input, text]] of Object.entries(responses)) {
      assert.match(await responseOf(tool, input), text, tool);
    }
    const did = Object.keys(responses).map((name) => `logbench_${name}`);
    assert.deepEqual(
      assistantTools.map(({ name }) => name).filter((name) => !did.includes(name)),
      ['logbench_propose_change'],
    );
  });

  test('see names and no rows by default, and nothing if the setting is off', async () => {
    assert.match(await invokeTool('tables'), /"table":"logins"/);
    const query = 'table logins';
    const text = await responseOf('run_query', { query });
    assert.match(text, /no rows of logs on Test \(development\).*"assistant": "read".*logbench\.connections/);
    {
      await using _ = await allowed('off');
      assert.match(await responseOf('tables'), /may do nothing on Test/);
    }
    await using _ = await withSettings({
      'logbench.connections': [{ ...shared.connected.connection, environment: 'production' }],
    });
    assert.match(await responseOf('tables'), /may do nothing on Test \(production\)/);
    assert.match(await invokeTool('platforms'), /"assistant":"off"/);
  });

  test('get the guidance of the team from the folder of a project', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = (name: string): vscode.Uri => vscode.Uri.joinPath(folder.uri, name);
    await vscode.workspace.fs.writeFile(file('assistant.md'), Buffer.from('logins: one row a login'));
    assert.doesNotMatch(await invokeTool('platforms'), /one row a login/);
    await vscode.workspace.fs.writeFile(file('logbench.yaml'), Buffer.from('platforms: {}'));
    assert.match(await invokeTool('platforms'), /"guidance_of_the_team":"logins: one row a login"/);
    await vscode.workspace.fs.rename(file('assistant.md'), file('other.md'));
    await symlink(file('other.md').fsPath, file('assistant.md').fsPath);
    assert.doesNotMatch(await invokeTool('platforms'), /one row a login/, 'a link is not followed');
    for (const name of ['assistant.md', 'other.md', 'logbench.yaml']) await rm(file(name).fsPath);
  });

  test('cannot write with a query, even if it hides its commands', async () => {
    await using _ = await allowed();
    for (const query of [
      'table logins | import stolen',
      `table logins |${' '.repeat(20_000)}import stolen`,
      'table logins | join user [ table logins | import stolen ]',
      'table logins | frobnicate',
    ]) {
      assert.match(await responseOf('run_query', { query }), /The query was not sent: .* is not allowed/);
    }
    const { body } = await shared.connected.call('GET /api/core/tables?keywords=stolen');
    assert.equal((body as { total_count: number }).total_count, 0);
  });

  test('wait for a confirmation that shows connection, environment and query', async () => {
    await using _ = await allowed();
    const { assistants } = await testApi();
    const asked = await assistants.prepareTool('logbench_run_query', { query: 'table logins | limit 1' });
    assert.equal(asked.confirmationMessages?.title, 'Run this query on Test for an assistant?');
    const { message } = asked.confirmationMessages;
    const text = typeof message === 'string' ? message : message.value;
    for (const part of ['Connection: Test', 'Environment: Development', 'table logins | limit 1']) {
      assert.ok(text.includes(part), text);
    }
    const response = await invokeTool('run_query', { query: 'table logins | fields user' });
    const [mask = ''] = /user\d+-masked/.exec(response) ?? [];
    const masked = { query: `table logins | search user == "${mask}"` };
    const { confirmationMessages: again } = await assistants.prepareTool('logbench_run_query', masked);
    const shown = typeof again?.message === 'string' ? again.message : again?.message.value;
    assert.match(shown ?? '', /"jkim"/, 'the masks are those of the window');
    {
      await using _ = await withSettings({ 'logbench.privacy.columns': ['line'] });
      const query = 'table logins | eval copy = line | fields line, copy';
      const line = await invokeTool('run_query', { query });
      assert.match(
        line,
        /"rows":\[\["\w+-masked","\w+-masked"/,
        'the columns are those of the settings of now',
      );
    }
    const plain = await assistants.prepareTool('logbench_tables', {});
    assert.equal(plain.confirmationMessages, undefined);
  });

  it('have their query canceled on the platform when they cancel', async () => {
    await using _ = await allowed();
    const { queries } = shared.connected.platform.parts;
    const running = (): number => queries.all().filter((run) => run.outcome === undefined).length;
    const source = new vscode.CancellationTokenSource();
    const query = `json "{'n':1}" | repeat count=100000 over=600s | search n == 1 | stats count`;
    const asked = invokeTool('run_query', { query }, source.token).catch(() => undefined);
    await eventually(() => running() === 1);
    source.cancel();
    await asked;
    await eventually(() => running() === 0);
    source.dispose();
  });

  test('save a change as a draft for the user to compare, and never overwrite the user’s own draft', async () => {
    const guid = await stored.create('Daily', { query: 'table logins' });
    const script = await responding([]);
    const response = await invokeTool('propose_change', {
      change: 'Daily',
      query: 'table logins | limit 5',
      reason: 'It reads too much',
    });
    assert.match(response, /"published":false/);
    await eventually(() => script.notices.some((notice) => notice.includes('It reads too much')));
    assert.equal((await stored.read(guid))?.query, 'table logins');
    const uri = vscode.Uri.from({ scheme: 'logbench', path: `/Test/scheduled-queries/${guid}/Daily.lq` });
    const draft = async (): Promise<string> =>
      Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
    assert.equal(await draft(), 'table logins | limit 5');
    await stored.create('Weekly');
    await invokeTool('propose_change', { change: 'Weekly', query: 'table logins', reason: 'other' });
    // A proposal of its own may be replaced; edits of the user may not.
    await responding([{ notice: 'better', press: 'Compare with Platform' }]);
    await invokeTool('propose_change', { change: guid, query: 'table logins | limit 6', reason: 'better' });
    await eventually(() => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff && input.modified.path === uri.path;
    });
    await vscode.workspace.fs.writeFile(uri, Buffer.from('table logins | limit 7'));
    assert.match(
      await responseOf('propose_change', { change: guid, query: 'table logins | limit 8', reason: 'again' }),
      /already has a draft of the user/,
    );
    assert.equal(await draft(), 'table logins | limit 7');
    await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard' }], uri);
  });

  test('open a new query as text and in the form, which only the user submits', async () => {
    await responding([]);
    await invokeTool('propose_change', {
      name: 'Proposed',
      query: 'table logins | stats count',
      cron_schedule: '0 4 * * *',
      reason: 'Asked | for "it"',
    });
    assert.equal(
      vscode.window.activeTextEditor?.document.getText(),
      '# Asked for it \n| table logins | stats count',
    );
    const { node } = await lineAt('Test');
    const script = await runCommand('logbench.scheduledQuery.create', ['cancel'], node);
    assert.ok(
      script.seen.some((text) => text.includes('Proposed')),
      script.seen.join('\n'),
    );
    assert.ok(!(await stored.names()).includes('Proposed'));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('leave a record of each call, which can be listed', async () => {
    await invokeTool('tables', { keyword: 'only-here' });
    await runCommand('logbench.assistant.showActivity');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(
      text,
      /^Calls of assistants .*\n\n\S+Z {2}logbench_tables on Test\n {4}tables only-here\n {4}done: \d+ characters/,
    );
    assert.match(text, /logbench_run_query on Test\n {4}table logins\n {4}rejected: /);
  });

  test('cannot read the audit log without the role', async () => {
    await using _ = await connectedPlatform({ assistant: 'read' }, 'member');
    assert.match(await responseOf('audit_logs'), /role MASTER/);
  });
});
