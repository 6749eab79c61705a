import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CommandRegistry } from '../../src/extension/ui/commandRegistry';
import { ConnectionNode } from '../../src/extension/ui/explorer/explorerSection';
import type { FailureOrigin, Failures } from '../../src/extension/ui/failures/failures';
import { lab } from '../support/labConnection';
import { closeAllTabs } from './support/closeAllTabs';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';

describe('Running a command', () => {
  const reports: { error: unknown; origin: FailureOrigin }[] = [];
  let contexts: unknown[];
  let replaced: Disposable;
  let commands: CommandRegistry;
  const { executeCommand } = vscode.commands;

  beforeEach(() => {
    reports.length = 0;
    contexts = [];
    replaced = replacing(vscode.commands, 'executeCommand', async (id: string, ...args: unknown[]) => {
      if (id !== 'setContext') return executeCommand(id, ...args);
      return Promise.resolve(contexts.push(args));
    });
    commands = new CommandRegistry({
      report: async (error: unknown, origin: FailureOrigin) =>
        Promise.resolve(reports.push({ error, origin })),
    } as unknown as Failures);
  });

  afterEach(async () => {
    replaced[Symbol.dispose]();
    await closeAllTabs();
  });

  test('sets its context key once, after its first success', async () => {
    let fails = true;
    const id = 'logbench.test.done';
    const registered = commands.registerAll({
      [id]: (arg) => {
        if (fails) throw new Error('failed');
        return Promise.resolve(arg);
      },
    });
    assert.deepEqual(commands.ids, [id]);
    assert.equal(await commands.run(id, [1]), undefined);
    assert.deepEqual([contexts, reports.length], [[], 1]);
    fails = false;
    assert.equal(await commands.run(id, [2]), 2);
    assert.equal(await commands.run(id, [3]), 3);
    assert.deepEqual([contexts, reports.length], [[['logbench.did.test.done', true]], 1]);
    registered.dispose();
    assert.equal(await commands.run(id, [4]), undefined);
    assert.deepEqual([commands.ids, reports.length], [[], 1]);
  });

  test('can be retried with the same arguments, and reports a second failure too', async () => {
    const calls: unknown[] = [];
    commands.registerAll({
      'logbench.test.fails': async (...args) => {
        calls.push(args);
        return Promise.reject(new Error(`failed ${calls.length}`));
      },
    });
    const node = new ConnectionNode(lab);
    await commands.run('logbench.test.fails', [node, 'x']);
    const [first] = reports;
    assert.equal(first?.origin.connection, lab);
    await first.origin.retry?.();
    assert.deepEqual(calls, [
      [node, 'x'],
      [node, 'x'],
    ]);
    assert.deepEqual(
      reports.map(({ error }) => (error as Error).message),
      ['failed 1', 'failed 2'],
    );
  });

  test('retries on the original editor, with its selection', async () => {
    const open = async (content: string): Promise<vscode.TextEditor> =>
      vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }), {
        preview: false,
      });
    const calls: unknown[] = [];
    commands.registerAll({
      'logbench.test.editor': async () => {
        const editor = vscode.window.activeTextEditor;
        calls.push([editor?.document.getText(), editor?.selection.active.character]);
        return Promise.reject(new Error('failed'));
      },
    });
    const one = await open('one');
    one.selection = new vscode.Selection(0, 2, 0, 2);
    await commands.run('logbench.test.editor', []);
    await commands.run('logbench.test.editor', ['given']);
    const [plain, withArgument] = reports;
    await open('two');
    await withArgument?.origin.retry?.();
    await plain?.origin.retry?.();
    assert.deepEqual(calls, [
      ['one', 2],
      ['one', 2],
      ['two', 0],
      ['one', 2],
    ]);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(0, 1, 0, 1);
    await plain?.origin.retry?.();
    assert.deepEqual(calls.at(-1), ['one', 1]);

    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'beside' }), {
      viewColumn: vscode.ViewColumn.Beside,
    });
    await plain?.origin.retry?.();
    assert.deepEqual(calls.at(-1), ['one', 2]);
    const columns = vscode.window.tabGroups.all.map(({ tabs }) => tabs.length);
    assert.deepEqual(columns, [2, 1], 'it is shown where it was');
  });

  test('retries without opening the Output view as a document if that had the focus', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'output' });
    commands.registerAll({ 'logbench.test.output': () => Promise.reject(new Error('failed')) });
    {
      const output = { document, selection: new vscode.Selection(0, 0, 0, 0), viewColumn: undefined };
      using _ = replacing(vscode.window, 'activeTextEditor', output);
      await commands.run('logbench.test.output', []);
    }
    await reports[0]?.origin.retry?.();
    assert.deepEqual([vscode.window.activeTextEditor, reports.length], [undefined, 2]);
  });
});
