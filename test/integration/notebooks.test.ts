import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { cellOutputType } from '../../src/core/pages/notebook';
import type { CellOutput } from '../../src/core/pages/notebook';
import { tableState } from '../../src/core/pages/tableMessages';
import { eventually } from '../support/eventually';
import { invokeTool } from './support/assistants';
import { closeAllTabs } from './support/closeAllTabs';
import { sharedPlatform } from './support/connected';
import { openedPanel, untilState } from './support/panels';
import { responding, runCommand } from './support/runCommand';
import { replacing } from './support/replacing';
import { withSettings } from './support/settings';
import { inNewest as test, inOldest } from './support/vscodes';

/** One that the last uses, two that fail, and that which uses it. */
const cells = [
  'Some text.\n\n```lq name=some\n',
  `json "[{'user':'a','n':1},{'user':'b','n':2},{'user':'c','n':3}]" | search n >= $("least")\n`,
  '```\n\n```lq\ntable nowhere\n```\n\n```lq\njson "{}" | search in(a, $("missing.a"))\n```\n\n```lq\n',
  `json "[{'user':'a'},{'user':'c'}]" | search in(user, $("some.user"))\n`,
  '```\n',
].join('');

describe('Notebooks', () => {
  const shared = sharedPlatform();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'logbench-notebook-'));
  });
  afterEach(async () => {
    await vscode.workspace.saveAll(false);
    await closeAllTabs();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function opened(text: string, name = 'case.lq.md'): Promise<vscode.NotebookDocument> {
    const file = path.join(folder, name);
    await writeFile(file, text);
    const { fsPath } = vscode.Uri.file(file);
    // As a user does: what the API opens stays in memory for minutes after its tab was closed.
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
    return eventually(() => {
      const { notebook } = vscode.window.activeNotebookEditor ?? {};
      return notebook?.uri.fsPath === fsPath && !notebook.isClosed ? notebook : undefined;
    });
  }

  const withConnection = (text: string): string =>
    `---\nconnection: ${shared.connected.connection.name}\nparameters:\n  least: 2\n---\n\n${text}`;

  function outputOf(cell: vscode.NotebookCell): CellOutput | undefined {
    const item = cell.outputs.flatMap(({ items }) => items).find(({ mime }) => mime === cellOutputType);
    return item && (JSON.parse(new TextDecoder().decode(item.data)) as CellOutput);
  }

  function failureOf(cell: vscode.NotebookCell): string {
    return outputOf(cell)?.state.failure?.message ?? '';
  }

  async function runAll(notebook: vscode.NotebookDocument): Promise<void> {
    // The kernel is selected after the notebook was opened.
    await eventually(async () => {
      await vscode.commands.executeCommand('notebook.execute', notebook.uri);
      return notebook
        .getCells()
        .some((cell) => cell.executionSummary !== undefined || cell.outputs.length > 0);
    });
  }

  async function typeAtStart({ document }: vscode.NotebookCell, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
  }

  it('run queries with parameters and values of other cells, keep results out of the file, and show them again after a reopen', async () => {
    const text = withConnection(cells.replaceAll('\n', '\r\n'));
    const notebook = await opened(text);
    assert.equal(notebook.cellCount, 5);
    assert.ok(notebook.getCells().every(({ outputs }) => outputs.length === 0));
    await runAll(notebook);
    await eventually(() => outputOf(notebook.cellAt(4)) !== undefined);
    assert.equal(outputOf(notebook.cellAt(1))?.total, 2);
    assert.match(failureOf(notebook.cellAt(2)), /nowhere|table/i);
    assert.match(failureOf(notebook.cellAt(3)), /no cell “missing”/);
    assert.equal(notebook.cellAt(3).executionSummary?.success, false);
    const { state, rows } = outputOf(notebook.cellAt(4)) ?? assert.fail();
    assert.match(state.queryText, /in\(user, "b", "c"\)$/);
    assert.deepEqual(rows.flat(), ['c']);
    assert.equal(notebook.isDirty, false);

    const { document } = notebook.cellAt(4);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      document.positionAt(document.getText().indexOf('some.user')),
    );
    const labels = items.map(({ label }) => label);
    for (const name of ['from', 'to', 'least', 'some.user']) assert.ok(labels.includes(name), name);

    await typeAtStart(notebook.cellAt(4), '# all | ');
    await notebook.save();
    const saved = text.replace(
      `json "[{'user':'a'},{'user':'c'}]`,
      `# all | json "[{'user':'a'},{'user':'c'}]`,
    );
    assert.equal(await readFile(path.join(folder, 'case.lq.md'), 'utf8'), saved);
    await closeAllTabs();
    await eventually(() => notebook.isClosed);
    const again = await opened(saved);
    await eventually(() => outputOf(again.cellAt(1)) !== undefined);
    assert.deepEqual(outputOf(again.cellAt(1))?.rows.flat(), ['b', 2, 'c', 3]);
    assert.equal(again.isDirty, false);
  });

  test('show no results of another connection', async () => {
    const { connection } = shared.connected;
    const other = { ...connection, name: 'Other' };
    await using _ = await withSettings({ 'logbench.connections': [connection, other] });
    const select = async (name: string): Promise<void> => {
      const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
      await vscode.commands.executeCommand('notebook.selectKernel', {
        notebookEditor: vscode.window.activeNotebookEditor,
        id: `logbench.${hash}`,
        extension: 'logbench.logbench',
      });
    };
    const text = `---\nconnection: Test\n---\n\n\`\`\`lq\njson "{'n':1}"\n\`\`\`\n`;
    const notebook = await opened(text);
    await runAll(notebook);
    await eventually(() => outputOf(notebook.cellAt(0)) !== undefined);
    await select('Other');
    await closeAllTabs();
    await eventually(() => notebook.isClosed);

    const again = await opened(text);
    await select('Other');
    await sleep(500);
    assert.deepEqual(again.cellAt(0).outputs, []);
    await select('Test');
    await eventually(() => outputOf(again.cellAt(0)) !== undefined);
    await closeAllTabs();
  });

  test('keep results when they are saved for the first time, and have none when they are new', async () => {
    const query = `json "{'n':7}"`;
    const create = async (): Promise<vscode.NotebookDocument> => {
      await runCommand('logbench.notebook.addQuery', [], query, 'Test');
      return eventually(() => vscode.window.activeNotebookEditor?.notebook);
    };
    const discarded = await create();
    await runAll(discarded);
    await eventually(() => outputOf(discarded.cellAt(1)) !== undefined);
    // As VS Code saves it: the file is opened while the other is still open.
    const text = `---\nconnection: Test\nfrom: 1d\n---\n\n# Investigation\n\n\`\`\`lq\n${query}\n\`\`\`\n`;
    const saved = await opened(text);
    await eventually(() => outputOf(saved.cellAt(1)) !== undefined);
    const other = await opened(text.replace('from: 1d', 'from: 2d'), 'other.lq.md');
    await sleep(500);
    assert.deepEqual(other.cellAt(1).outputs, [], 'it has other properties');
    await closeAllTabs();
    await eventually(() => discarded.isClosed);

    const fresh = await create();
    assert.equal(fresh.uri.toString(), discarded.uri.toString());
    await sleep(500);
    assert.deepEqual(fresh.cellAt(1).outputs, []);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('say that the front matter has merge conflicts, which no cell shows, and open it as text', async () => {
    const script = await responding([{ notice: 'merge conflicts', press: 'Open Text Editor' }]);
    const conflict = '<<<<<<< ours\nfrom: 1d\n=======\nfrom: 7d\n>>>>>>> theirs\n';
    const file = path.join(folder, 'case.lq.md');
    await writeFile(file, `---\n${conflict}---\n\ntext\n`);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
    const editor = await eventually(() => {
      const { activeTextEditor: active } = vscode.window;
      return active?.document.uri.fsPath === vscode.Uri.file(file).fsPath ? active : undefined;
    });
    assert.match(editor.document.getText(), /^---\n<<<<<<< ours/);
    assert.match(script.notices.join(), /case\.lq\.md has errors or merge conflicts/);
  });

  it('open with invalid front matter or an unknown connection, report it, and keep every byte', async () => {
    for (const [frontMatter, message] of [
      ['---\nfrom: [\n# a comment\n---', /not valid YAML/],
      ['---\nconnection: Nobody\nother: 1\n---', /no connection “Nobody”/],
    ] as const) {
      const notebook = await opened(`${frontMatter}\n\ntext\n`);
      assert.equal(notebook.cellAt(0).document.getText(), 'text');
      await typeAtStart(notebook.cellAt(0), 'more ');
      await notebook.save();
      assert.equal(await readFile(notebook.uri.fsPath, 'utf8'), `${frontMatter}\n\nmore text\n`);
      await eventually(() =>
        vscode.languages.getDiagnostics(notebook.uri).some((problem) => message.test(problem.message)),
      );
      if (message.test('not valid YAML')) {
        const { notices } = await runCommand('logbench.notebook.editParameters');
        assert.match(notices.join(), /has errors.* Correct it with Reopen Editor With/);
      }
      await closeAllTabs();
      await eventually(() => notebook.isClosed);
    }
  });

  test('get their parameters and names from prompts, and are exported as a report', async () => {
    const notebook = await opened(withConnection(`\`\`\`lq\njson "[{'x':'<b>'}]"\n\`\`\`\n`));
    await runCommand('logbench.notebook.editParameters', [{ pick: 'from' }, { input: '7d' }]);
    await runCommand('logbench.notebook.nameCell', [{ input: 'first' }]);
    await runAll(notebook);
    await eventually(() => outputOf(notebook.cellAt(0)) !== undefined);
    const file = path.join(folder, 'report.html');
    await runCommand('logbench.notebook.exportReport', [{ pick: 'HTML' }, { pick: 'Show Values' }, { file }]);
    const html = await readFile(file, 'utf8');
    assert.match(html, /&#60;b&#62;/);
    assert.match(html, /<dd>\d{4}-[^<]* UTC to \d{4}-[^<]* UTC<\/dd>/);
    await notebook.save();
    // VS Code also saves by itself, and then does not wait for that.
    await eventually(async () => {
      const saved = await readFile(path.join(folder, 'case.lq.md'), 'utf8');
      return /from: 7d\n[^]*```lq name=first\n/.test(saved);
    });
  });

  it('ask before a query writes, and do not send it without consent', async () => {
    const { connected } = shared;
    await connected.call('POST /api/core/tables', { form: { table: 'copied' } });
    const notebook = await opened(withConnection(`\`\`\`lq\njson "{'a':1}" | import copied\n\`\`\`\n`));
    const cell = notebook.cellAt(0);
    const declined = await responding(['cancel']);
    await eventually(async () => {
      await vscode.commands.executeCommand('notebook.execute', notebook.uri);
      return declined.isFinished;
    });
    await eventually(() => cell.executionSummary?.timing !== undefined);
    assert.equal(outputOf(cell), undefined);
    const { body } = await connected.call('GET /api/core/query-history');
    assert.ok(!JSON.stringify(body).includes('import copied'));
    const agreed = await responding([{ confirm: 'Run' }]);
    await vscode.commands.executeCommand('notebook.execute', notebook.uri);
    await eventually(() => outputOf(cell) !== undefined);
    agreed.assertFinished();
    assert.equal(outputOf(cell)?.state.failure, null);
  });

  test('run nothing in an untrusted workspace', async () => {
    const notebook = await opened(withConnection('```lq\njson "{}"\n```\n'));
    const script = await responding([]);
    using _ = replacing(vscode.workspace, 'isTrusted', false);
    await eventually(async () => {
      await vscode.commands.executeCommand('notebook.execute', notebook.uri);
      return script.notices.some((message) => message.includes('trusted workspace'));
    });
    assert.equal(notebook.cellAt(0).outputs.length, 0);
    assert.equal(notebook.cellAt(0).executionSummary?.timing, undefined);
  });

  test('start from a template, and add queries and values from other views', async () => {
    const { connected } = shared;
    await connected.call('POST /api/core/tables', { form: { table: 'doors' } });
    const filled = encodeURIComponent(`json "{'badge':'b1'}" | import doors`);
    await connected.call(`GET /api/core/query?q=${filled}`);
    const query = await vscode.workspace.openTextDocument({
      language: 'logbench-query',
      content: 'system tables',
    });
    await vscode.window.showTextDocument(query);
    await runCommand('logbench.query.run');
    await runCommand('logbench.notebook.new', [{ pick: 'Account Takeover' }]);
    const { notebook } = vscode.window.activeNotebookEditor ?? assert.fail();
    assert.ok(notebook.isUntitled);
    // The name that VS Code proposes for the file, which must open as a notebook again.
    assert.match(notebook.uri.path, /\.lq\.md$/);
    assert.match(notebook.cellAt(0).document.getText(), /^# Account takeover/);
    assert.match(String(notebook.metadata['frontMatter']), /connection: Test\n/);
    assert.ok(notebook.getCells().every(({ outputs }) => outputs.length === 0));

    const last = (): string => notebook.cellAt(notebook.cellCount - 1).document.getText();
    const label = notebook.uri.path.split('/').at(-1) ?? '';
    await runCommand('logbench.notebook.addQuery', [{ pick: label }], 'json "{}"', 'Test', '## Backtest');
    assert.equal(last(), 'json "{}"');
    const note = notebook.cellAt(notebook.cellCount - 2);
    assert.deepEqual([note.kind, note.document.getText()], [vscode.NotebookCellKind.Markup, '## Backtest']);
    await runCommand('logbench.query.history', [
      { search: 'system tables', select: 'system tables' },
      { pick: 'Add to Notebook…' },
      { pick: label },
    ]);
    assert.equal(last(), 'system tables');
    const value = { connection: 'Test', column: 'badge', value: 'b1' };
    await runCommand('logbench.notebook.pivot', [{ pick: label }], value);
    assert.equal(last(), 'table from=$("from") to=$("to") doors\n| search badge == "b1"');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('add values from the page of a table and from audit entries', async () => {
    const { connected } = shared;
    await connected.call('POST /api/core/tables', { form: { table: 'gates' } });
    const filled = encodeURIComponent(
      `json "{'code':7,'badgeUser':'kim','srcIp':'10.0.0.1'}" | import gates`,
    );
    await connected.call(`GET /api/core/query?q=${filled}`);
    // Before the notebook: a page behind it would not load.
    await runCommand('logbench.audit.search', [], 'Test');
    await openedPanel('logbench.auditLogs');
    await runCommand('logbench.table.show', [], 'Test', 'gates');
    await untilState(await openedPanel('logbench.table'), tableState, ({ sample }) => sample !== null);
    const notebook = await opened(withConnection('text\n'));
    const texts = (): readonly string[] => notebook.getCells().map(({ document }) => document.getText());
    const pivot = async (viewType: string, column: string, value: string): Promise<void> => {
      const script = await responding([{ pick: 'case.lq.md' }]);
      const panel = await openedPanel(viewType);
      panel.receive({ kind: 'pivot', column, value });
      await eventually(() => script.isFinished);
    };
    await pivot('logbench.table', 'code', '7');
    await eventually(() => texts().at(-1) === 'table duration=1d gates\n| search code == 7');
    await pivot('logbench.auditLogs', 'user', 'kim');
    await eventually(() => texts().at(-1) === 'table duration=1d gates\n| search badgeUser == "kim"');
    await pivot('logbench.auditLogs', 'remoteIp', '10.0.0.1');
    await eventually(() => texts().at(-1) === 'table duration=1d gates\n| search srcIp == "10.0.0.1"');
  });

  test('write the summary of a run as a comment, and remove it when its query or its property changes', async () => {
    const old = '<!-- lq-result: 7 rows, 2026-01-01T00:00:00Z -->\n';
    // Each has its own query, because the result of an equal one would be shown again.
    const text = (outputs: string, comment: string): string =>
      withConnection(`\`\`\`lq\njson "[{'x':1},{'${outputs}':2}]"\n\`\`\`\n${comment}`).replace(
        'parameters:',
        `outputs: ${outputs}\nparameters:`,
      );
    const saved = async (notebook: vscode.NotebookDocument): Promise<string> => {
      await notebook.save();
      return readFile(notebook.uri.fsPath, 'utf8');
    };
    const notebook = await opened(text('summary', old));
    await runAll(notebook);
    const written = /```\n<!-- lq-result: 2 rows, 20[^ ]+Z -->\n$/;
    await eventually(async () => {
      assert.match(await saved(notebook), written);
      return true;
    });
    await typeAtStart(notebook.cellAt(0), '# changed | ');
    assert.doesNotMatch(await saved(notebook), /lq-result/);
    await closeAllTabs();
    const other = await opened(text('none', old));
    await runAll(other);
    await eventually(async () => {
      assert.equal(await saved(other), text('none', ''));
      return true;
    });
  });

  test('mask finished, running and waiting cells when sensitive values are hidden', async () => {
    const slow = `json "{'user':'slowpoke'}" | repeat count=100 over=600s`;
    const notebook = await opened(
      withConnection(
        [
          `\`\`\`lq name=some\njson "[{'user':'firstone'}]"\n\`\`\``,
          `\`\`\`lq\n${slow} | search in(user, $("some.user"))\n\`\`\``,
          `\`\`\`lq\njson "[{'user':'lastone'}]"\n\`\`\`\n`,
        ].join('\n\n'),
      ),
    );
    const run = async (index: number): Promise<void> =>
      vscode.commands.executeCommand('notebook.cell.execute', {
        ranges: [{ start: index, end: index + 1 }],
        document: notebook.uri,
      });
    const shown = (index: number): string =>
      notebook
        .cellAt(index)
        .outputs.flatMap(({ items }) => items)
        .map(({ data }) => new TextDecoder().decode(data))
        .join();
    for (const index of [0, 2]) {
      await eventually(async () => {
        await run(index);
        return outputOf(notebook.cellAt(index)) !== undefined;
      });
    }
    void vscode.commands.executeCommand('notebook.execute', notebook.uri);
    await eventually(() => shown(1).includes('firstone'));
    await runCommand('logbench.privacy.toggle');
    try {
      await eventually(() => [0, 1, 2].every((index) => shown(index).includes('masked')));
      assert.doesNotMatch([0, 1, 2].map(shown).join(), /firstone|lastone/);
    } finally {
      await runCommand('logbench.privacy.toggle');
      await vscode.commands.executeCommand('notebook.cancelExecution', notebook.uri);
    }
    await eventually(() =>
      notebook.getCells().every(({ executionSummary }) => executionSummary?.timing?.endTime !== undefined),
    );
  });

  test('say that queries ran after one that failed', async () => {
    const notebook = await opened(
      withConnection('```lq name=bad\ntable nowhere\n```\n\n```lq\njson "{}"\n```\n'),
    );
    const script = await responding([]);
    await runAll(notebook);
    await eventually(() => outputOf(notebook.cellAt(1)) !== undefined);
    await eventually(() =>
      script.notices.some((text) =>
        text.includes('1 of 2 queries failed, in the cell bad. Those after it ran'),
      ),
    );
  });

  test('keep their results when their file is renamed by another program, and say so', async () => {
    const notebook = await opened(withConnection(`\`\`\`lq\njson "[{'renamed':'kept'}]"\n\`\`\`\n`));
    await runAll(notebook);
    await eventually(() => outputOf(notebook.cellAt(0)) !== undefined);
    await closeAllTabs();
    await eventually(() => notebook.isClosed);
    const text = await readFile(notebook.uri.fsPath, 'utf8');
    await rm(notebook.uri.fsPath);
    const script = await responding([]);
    const moved = await opened(text, 'moved.lq.md');
    await eventually(() => outputOf(moved.cellAt(0))?.rows[0]?.[0] === 'kept');
    assert.match(script.notices.join(), /case\.lq\.md, which no longer exists, are kept for moved\.lq\.md/);
  });

  it('stop a query, also on the platform, and the queries that wait for it', async () => {
    const slow = `json "{'a':1}" | repeat count=100 over=600s`;
    const notebook = await opened(
      withConnection(`\`\`\`lq\n${slow}\n\`\`\`\n\n\`\`\`lq\njson "{}"\n\`\`\`\n`),
    );
    const query =
      'system queries | search query_string == "*over=600s" and not(query_string == "system*") | stats count';
    const list = `GET /api/core/query?q=${encodeURIComponent(query)}`;
    const isListed = async (): Promise<boolean> =>
      JSON.stringify((await shared.connected.call(list)).body) === '{"count":1}';
    await eventually(async () => {
      void vscode.commands.executeCommand('notebook.execute', notebook.uri);
      return isListed();
    });
    await vscode.commands.executeCommand('notebook.cancelExecution', notebook.uri);
    await eventually(() =>
      notebook.getCells().every(({ executionSummary }) => executionSummary?.timing !== undefined),
    );
    await eventually(async () => !(await isListed()));
    assert.ok(notebook.getCells().every((cell) => outputOf(cell) === undefined));
  });

  it('show changes on disk, keep results of other cells, and do not overwrite changes of another user', async () => {
    const text = withConnection(`\`\`\`lq\njson "[{'x':'kept'}]"\n\`\`\`\n\nfirst\n`);
    const notebook = await opened(text);
    const { fsPath } = notebook.uri;
    await runAll(notebook);
    await eventually(() => outputOf(notebook.cellAt(0)) !== undefined);
    await writeFile(fsPath, text.replace('first', 'second'));
    await eventually(() => notebook.cellAt(1).document.getText() === 'second');
    await eventually(() => outputOf(notebook.cellAt(0))?.rows[0]?.[0] === 'kept');
    assert.equal(notebook.isDirty, false);

    await typeAtStart(notebook.cellAt(1), 'my ');
    const theirs = text.replace('first', 'third, by another user');
    await writeFile(fsPath, theirs);
    // VS Code asks which of the two to keep, and until then keeps both.
    void notebook.save();
    await eventually(async () => (await readFile(fsPath, 'utf8')) === theirs && notebook.isDirty);
    assert.equal(notebook.cellAt(1).document.getText(), 'my second');
    await eventually(async () => {
      // Not while the attempt to save it is still running.
      await vscode.commands.executeCommand('workbench.action.files.revert');
      return notebook.cellAt(1).document.getText() === 'third, by another user';
    });
  });

  inOldest('support 500 cells and show the first 1,000 of 100,000 rows', async () => {
    const cells = Array.from(
      { length: 499 },
      (_, index) => `\`\`\`lq\ntable duration=${index + 1}h web\n\`\`\``,
    );
    const large = `\`\`\`lq name=large\njson "{'a':1}" | repeat count=100000\n\`\`\``;
    const notebook = await opened(withConnection(`${[large, ...cells].join('\n\n')}\n`));
    assert.equal(notebook.cellCount, 500);
    await eventually(async () => {
      await vscode.commands.executeCommand('notebook.cell.execute', {
        ranges: [{ start: 0, end: 1 }],
        document: notebook.uri,
      });
      return outputOf(notebook.cellAt(0)) !== undefined;
    });
    const { rows, total } = outputOf(notebook.cellAt(0)) ?? assert.fail();
    assert.deepEqual([rows.length, total], [1000, 100_000]);
    await typeAtStart(notebook.cellAt(499), '# last | ');
    await notebook.save();
    const saved = await readFile(notebook.uri.fsPath, 'utf8');
    assert.equal(saved.match(/```lq/g)?.length, 500);
    assert.match(saved, /```lq\n# last \| table duration=499h web\n```\n$/);
  });

  test('are not run by any tool of an assistant', async () => {
    const notebook = await opened(withConnection(`\`\`\`lq\njson "[{'x':'of the notebook'}]"\n\`\`\`\n`));
    const { uri } = notebook;
    const text = await readFile(uri.fsPath, 'utf8');
    const connection = { ...shared.connected.connection, assistant: 'read' };
    await using _ = await withSettings({ 'logbench.connections': [connection] });
    for (const { name, inputSchema } of vscode.lm.tools.filter((tool) => tool.name.startsWith('logbench_'))) {
      const { required = [] } = Object(inputSchema) as { readonly required?: readonly string[] };
      for (const value of [text, uri.fsPath, uri.toString()]) {
        const input = Object.fromEntries(required.map((key) => [key, value]));
        await invokeTool(name.replace('logbench_', ''), input).catch(() => undefined);
      }
    }
    const cell = notebook.cellAt(0);
    assert.deepEqual([cell.outputs.length, cell.executionSummary?.timing], [0, undefined]);
    const { body } = await shared.connected.call('GET /api/core/query-history');
    assert.ok(!JSON.stringify(body).includes('of the notebook'), JSON.stringify(body));
  });
});
