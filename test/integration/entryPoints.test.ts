import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerEntryPoints } from '../../src/extension/entryPoints';
import type { EntryPoints } from '../../src/extension/entryPoints';
import { LoadFailure } from '../../src/extension/loadFailure';
import type { ExplorerNode } from '../../src/extension/ui/explorer/explorerSection';
import { replacing, together } from './support/replacing';
import { inNewest as test } from './support/vscodes';

interface Registered {
  readonly commands: Map<string, (...args: unknown[]) => Promise<unknown>>;
  readonly tools: string[];
  readonly disposed: string[];
  tree: vscode.TreeViewOptions<ExplorerNode>;
  files: vscode.FileSystemProvider;
  links: vscode.UriHandler;
}

const manifest = {
  contributes: {
    commands: [{ command: 'logbench.a' }, { command: 7 }, { command: 'logbench.b' }],
    languageModelTools: [{ name: 'logbench_tables' }],
  },
};

/** Registers the entry points with a stub of VS Code. */
function register(features: Promise<EntryPoints>): {
  registered: Registered;
  failures: () => number;
  dispose: () => void;
} {
  const registered = { commands: new Map(), tools: [], disposed: [] } as unknown as Registered;
  const registration = (name: string): vscode.Disposable =>
    new vscode.Disposable(() => registered.disposed.push(name));
  const replaced: Disposable[] = [];
  const replace = <Part extends object>(
    part: Part,
    name: keyof Part,
    replacement: (...args: never[]) => unknown,
  ): unknown => replaced.push(replacing(part, name, replacement));
  replace(vscode.window, 'createTreeView', (_id: string, options: Registered['tree']) => {
    registered.tree = options;
    return registration('tree');
  });
  replace(vscode.commands, 'registerCommand', (id: string, run: () => Promise<unknown>) => {
    registered.commands.set(id, run);
    return registration(id);
  });
  replace(vscode.workspace, 'registerFileSystemProvider', (_scheme: string, files: Registered['files']) => {
    registered.files = files;
    return registration('files');
  });
  replace(vscode.window, 'registerUriHandler', (links: vscode.UriHandler) => {
    registered.links = links;
    return registration('links');
  });
  replace(vscode.lm, 'registerTool', (name: string) => {
    registered.tools.push(name);
    return registration(name);
  });
  let failures = 0;
  const entryPoints = registerEntryPoints(manifest, features, () => {
    failures += 1;
    // The message stays open.
    return new Promise(() => undefined);
  });
  for (const one of replaced) one[Symbol.dispose]();
  return { registered, failures: () => failures, dispose: () => void entryPoints.dispose() };
}

const token = new vscode.CancellationTokenSource().token;
const link = vscode.Uri.parse('vscode://logbench.logbench/audit');

describe('Calls from VS Code before the features are loaded', () => {
  test('wait for the features, are passed on, and end with the extension', async () => {
    const calls: unknown[][] = [];
    const call =
      (name: string) =>
      (...args: readonly unknown[]) => {
        calls.push([name, ...args]);
        return Promise.resolve(name);
      };
    const treeChanged = new vscode.EventEmitter<undefined>();
    const filesChanged = new vscode.EventEmitter<undefined>();
    let open: (features: EntryPoints) => void = () => undefined;
    const { registered, failures, dispose } = register(new Promise((resolve) => (open = resolve)));
    assert.deepEqual(
      [[...registered.commands.keys()], registered.tools],
      [['logbench.a', 'logbench.b'], ['logbench_tables']],
    );
    const { tree, files, links, commands } = registered;
    const changes: string[] = [];
    tree.treeDataProvider.onDidChangeTreeData?.((node) => changes.push(node === undefined ? 'tree' : 'node'));
    files.onDidChangeFile(() => changes.push('files'));
    const [uri, other] = [vscode.Uri.parse('logbench:/a'), vscode.Uri.parse('logbench:/b')];
    const [node, item, transfer] = [{} as ExplorerNode, new vscode.TreeItem('a'), new vscode.DataTransfer()];
    const [bytes, options] = [Buffer.from('a'), { create: true, overwrite: true, recursive: false }];
    const rows = tree.treeDataProvider as Required<vscode.TreeDataProvider<ExplorerNode>>;
    const drops = tree.dragAndDropController as Required<vscode.TreeDragAndDropController<ExplorerNode>>;
    const responses = Promise.all([
      commands.get('logbench.b')?.(1, 2),
      rows.getChildren(node),
      rows.getTreeItem(node),
      rows.getParent(node),
      rows.resolveTreeItem(item, node, token),
      files.stat(uri),
      files.readFile(uri),
      files.writeFile(uri, bytes, options),
      files.delete(uri, options),
      files.rename(uri, other, options),
      links.handleUri(link),
      drops.handleDrop(node, transfer, token),
    ]);
    assert.equal(calls.length, 0);
    open({
      run: call('run'),
      tree: {
        getChildren: call('children'),
        getTreeItem: call('item'),
        getParent: call('parent'),
        resolveTreeItem: call('tooltip'),
        onDidChangeTreeData: treeChanged.event,
      },
      drops: { handleDrop: call('drop') },
      files: {
        stat: call('stat'),
        readFile: call('read'),
        writeFile: call('write'),
        delete: call('delete'),
        rename: call('rename'),
        onDidChangeFile: filesChanged.event,
      },
      openLink: call('link'),
    } as unknown as EntryPoints);
    const expected: readonly (readonly unknown[])[] = [
      ['run', 'logbench.b', [1, 2]],
      ['children', node],
      ['item', node],
      ['parent', node],
      ['tooltip', item, node, token],
      ['stat', uri],
      ['read', uri],
      ['write', uri, bytes, options],
      ['delete', uri, options],
      ['rename', uri, other, options],
      ['link', link],
      ['drop', node, transfer, token],
    ];
    assert.deepEqual(
      (await responses).slice(0, expected.length),
      expected.map(([name]) => name),
    );
    for (const one of expected) {
      assert.deepEqual(
        calls.find(([name]) => name === one[0]),
        one,
      );
    }
    assert.deepEqual([calls.length, failures()], [expected.length, 0]);
    for (const changed of [treeChanged, filesChanged]) changed.fire(undefined);
    assert.deepEqual(changes, ['tree', 'files']);
    dispose();
    assert.deepEqual(registered.disposed, [
      ...['tree', 'logbench.a', 'logbench.b', 'files', 'logbench_tables', 'links'],
    ]);
  });

  test('report that the features could not be loaded, without waiting for the message to be closed', async () => {
    const { registered, failures, dispose } = register(Promise.reject(new Error('lost')));
    dispose();
    const { tree, files, links, commands } = registered;
    assert.equal(await tree.treeDataProvider.getChildren(), undefined);
    assert.equal(failures(), 0);
    assert.equal(await commands.get('logbench.a')?.(), undefined);
    assert.equal(failures(), 1);
    await links.handleUri(link);
    await tree.dragAndDropController?.handleDrop?.(undefined, new vscode.DataTransfer(), token);
    assert.equal(failures(), 3);
    await assert.rejects(async () => files.readFile(vscode.Uri.parse('logbench:/a')), /lost/);
  });
});

describe('The message that the features could not be loaded', () => {
  test('shows the log or reloads the window, depending on the button', async () => {
    const ran: unknown[] = [];
    const messages: unknown[] = [];
    let pressed: string | undefined;
    let shows = 0;
    const channel = { error: () => undefined, show: () => (shows += 1) };
    using _ = together(
      replacing(vscode.window, 'createOutputChannel', () => channel),
      replacing(vscode.window, 'showErrorMessage', async (message: string) => {
        messages.push(message);
        return Promise.resolve(pressed);
      }),
      replacing(vscode.commands, 'executeCommand', (id: string) => ran.push(id)),
    );
    const failure = new LoadFailure(new Error('lost [x](y)'));
    const outcomes: unknown[] = [];
    for (pressed of [undefined, 'Show Log', 'Reload']) {
      await failure.report();
      outcomes.push([shows, ran.length]);
    }
    assert.deepEqual(outcomes, [
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    assert.deepEqual(ran, ['workbench.action.reloadWindow']);
    assert.match(String(messages[0]), /could not be started.*lost/);
    assert.doesNotMatch(String(messages[0]), /\]\(y\)/);
  });
});
