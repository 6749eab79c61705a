import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { closeAllTabs } from './support/closeAllTabs';
import { connectedPlatform } from './support/connected';
import { activeExtension } from './support/extension';
import { typed } from './support/queryDocuments';
import type { TypedQuery } from './support/queryDocuments';
import { inNewest as test } from './support/vscodes';

describe('The query language in the editor', () => {
  before(async () => {
    await activeExtension();
  });

  afterEach(async () => {
    await closeAllTabs();
  });

  it('completes commands after a pipe', async () => {
    const labels = await completions(await typed('table a | ▮'));
    for (const command of ['search', 'stats', 'timechart', 'join'])
      assert.ok(labels.includes(command), command);
  });

  test('completes the tables of the connection and the fields of their rows', async () => {
    await using connected = await connectedPlatform();
    await connected.call('POST /api/core/tables', { form: { table: 'door_log' } });
    const filling = encodeURIComponent(`json "{'badge':7,'door':'north'}" | import door_log`);
    assert.equal((await connected.call(`GET /api/core/query?q=${filling}`)).status, 200);
    const source = await typed('table duration=1d ▮');
    await eventually(async () => (await completions(source)).includes('door_log'));
    const columns = await typed('table door_log | fields ▮');
    for (const field of ['_time', 'badge', 'door']) {
      await eventually(async () => (await completions(columns)).includes(field));
    }
  });

  it('shows the command under the mouse with syntax and example', async () => {
    const { document } = await typed('table a | timechart span=10m count');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(0, 12),
    );
    const text = hovers.flatMap(({ contents }) => contents.map(plainText)).join('\n');
    assert.match(text, /timechart/);
    assert.match(text, /span=/);
  });

  it('shows the parameters of a function', async () => {
    const { document, position } = await typed('table a | eval x = if(a > 1, ▮');
    const help = await vscode.commands.executeCommand<vscode.SignatureHelp>(
      'vscode.executeSignatureHelpProvider',
      document.uri,
      position,
      '(',
    );
    assert.match(help.signatures[0]?.label ?? '', /^if\(/);
    assert.equal(help.activeParameter, 1);
  });

  it('reports a problem with the error code of the platform, and clears it when it is fixed', async () => {
    const { document, editor } = await typed('table a | | limit 5');
    await eventually(() => codesOf(document).includes(90003));
    await editor.edit((edit) => {
      edit.replace(new vscode.Range(0, 0, 1, 0), 'table a | limit 5');
    });
    await eventually(() => codesOf(document).length === 0);
  });

  it('fixes blanks around the equals sign of an option', async () => {
    const { document } = await typed('table duration = 1d a');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 0, 0, 20),
    );
    const fix = actions.find(({ edit }) => edit?.has(document.uri) === true);
    assert.ok(fix?.edit);
    assert.equal(await vscode.workspace.applyEdit(fix.edit), true);
    assert.equal(document.getText(), 'table duration=1d a');
  });

  it('outlines commands, with those of a subquery as children', async () => {
    const { document } = await typed('table a | join k [ table b | limit 5 ] | lim');
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['table', 'join', 'lim'],
    );
    assert.deepEqual(
      symbols[1]?.children.map(({ name }) => name),
      ['table', 'limit'],
    );
  });

  it('folds a subquery', async () => {
    const { document } = await typed('table a\n| join k [\n    table b\n  | limit 5\n  ]\n| limit 1');
    const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    assert.ok(
      ranges.some(({ start, end }) => start === 1 && end === 4),
      JSON.stringify(ranges),
    );
  });

  it('formats a query with one command a line, and changes nothing the second time', async () => {
    const { document } = await typed('table   a|search x==1|limit 5');
    await vscode.commands.executeCommand('editor.action.formatDocument');
    assert.equal(document.getText(), 'table a\n| search x == 1\n| limit 5');
    await vscode.commands.executeCommand('editor.action.formatDocument');
    assert.equal(document.getText(), 'table a\n| search x == 1\n| limit 5');
  });

  it('moves a pipe to its own line as it is typed', async () => {
    const { document } = await typed('table a ▮');
    await vscode.commands.executeCommand('type', { text: '|' });
    await eventually(() => document.getText() === 'table a\n|');
  });

  it('renames an evaluated field everywhere, and rejects a field that the query does not define', async () => {
    const { document } = await typed('table a | eval kb = bytes / 1024 | search kb > 5 | fields kb');
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      new vscode.Position(0, 15),
      'size',
    );
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), 'table a | eval size = bytes / 1024 | search size > 5 | fields size');
    await assert.rejects(async () =>
      vscode.commands.executeCommand('vscode.prepareRename', document.uri, new vscode.Position(0, 24)),
    );
  });

  it('finds and highlights the references of a parameter', async () => {
    const { document } = await typed('set x = 5 | table a | search n > $("x") and m < $("x")');
    const position = new vscode.Position(0, 4);
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      document.uri,
      position,
    );
    assert.equal(references.length, 3);
    const highlights = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>(
      'vscode.executeDocumentHighlights',
      document.uri,
      position,
    );
    assert.deepEqual(
      highlights.map(({ range }) => document.getText(range)),
      ['x', 'x', 'x'],
    );
  });

  it('works for a local .lq file', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, `local-${Date.now()}.lq`);
    await vscode.workspace.fs.writeFile(uri, Buffer.from('table a |'));
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.languageId, 'logbench-query');
      await eventually(() => codesOf(document).includes(90003));
    } finally {
      await closeAllTabs();
      await vscode.workspace.fs.delete(uri);
    }
  });
});

async function completions({ document, position }: TypedQuery): Promise<readonly string[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

function codesOf(document: vscode.TextDocument): readonly unknown[] {
  return vscode.languages.getDiagnostics(document.uri).map(({ code }) => code);
}

/** What a hover says; the deprecated forms of its contents are plain data. */
function plainText(content: unknown): string {
  return content instanceof vscode.MarkdownString ? content.value : JSON.stringify(content);
}
