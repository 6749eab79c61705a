import * as vscode from 'vscode';
import type { ExplorerNode } from './ui/explorerNode';

/** What VS Code calls, once the features are there to answer. */
export interface Entrances {
  readonly run: (command: string, given: readonly unknown[]) => Promise<unknown>;
  readonly tree: vscode.TreeDataProvider<ExplorerNode>;
  readonly drops: Pick<vscode.TreeDragAndDropController<ExplorerNode>, 'handleDrop'>;
  readonly files: vscode.FileSystemProvider;
  readonly openLink: (link: vscode.Uri) => Promise<void>;
}

export type ExplorerView = vscode.TreeView<ExplorerNode>;

/**
 * Registers, at once, all that VS Code may call as soon as the extension is active. This file and what it
 * imports is all that activation reads: whatever is called waits for the features, and they do the work. What
 * VS Code itself waits for, such as whoever restores a panel, the features register. Where they cannot be loaded,
 * commands tell that, and the explorer stays empty.
 */
export function registerEntrances(
  manifest: unknown,
  features: Promise<Entrances>,
  tellFailure: () => Promise<void>,
): vscode.Disposable & { readonly view: ExplorerView } {
  const run = async (id: string, given: readonly unknown[]): Promise<unknown> => {
    const open = await features.catch(() => undefined);
    // Not awaited: a command is over when it failed, not when its message was closed.
    if (open === undefined) void tellFailure();
    return open?.run(id, given);
  };
  const view = vscode.window.createTreeView('logbench.explorer', {
    treeDataProvider: lateTree(features),
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: lateDrops(features),
  });
  const registrations = vscode.Disposable.from(
    view,
    ...commandIds(manifest).map((id) =>
      vscode.commands.registerCommand(id, async (...given: unknown[]) => run(id, given)),
    ),
    vscode.workspace.registerFileSystemProvider('logbench', lateFiles(features), { isCaseSensitive: true }),
    vscode.window.registerUriHandler({ handleUri: async (link) => (await features).openLink(link) }),
  );
  return { view, dispose: () => void registrations.dispose() };
}

/** The manifest is the one list of commands; a test holds the features to it. */
function commandIds(manifest: unknown): readonly string[] {
  const { contributes } = Object(manifest) as { readonly contributes?: { readonly commands?: unknown } };
  const commands: readonly unknown[] = Array.isArray(contributes?.commands) ? contributes.commands : [];
  return commands.flatMap((entry) => {
    const { command } = Object(entry) as { readonly command?: unknown };
    return typeof command === 'string' ? [command] : [];
  });
}

function lateTree(features: Promise<Entrances>): vscode.TreeDataProvider<ExplorerNode> {
  const changed = new vscode.EventEmitter<ExplorerNode | ExplorerNode[] | undefined>();
  const loaded = features.then(
    ({ tree }) => {
      tree.onDidChangeTreeData?.((nodes) => {
        changed.fire(nodes ?? undefined);
      });
      return tree;
    },
    () => undefined,
  );
  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await loaded)?.getChildren(node),
    getTreeItem: async (node) => (await features).tree.getTreeItem(node),
    getParent: async (node) => (await features).tree.getParent?.(node),
    resolveTreeItem: async (item, node, token) => (await features).tree.resolveTreeItem?.(item, node, token),
  };
}

function lateDrops(features: Promise<Entrances>): vscode.TreeDragAndDropController<ExplorerNode> {
  return {
    dragMimeTypes: [],
    dropMimeTypes: ['text/uri-list', 'files'],
    handleDrop: async (node, transfer, token) => (await features).drops.handleDrop?.(node, transfer, token),
  };
}

/** Registered at once, because VS Code gives a restored tab no second chance to find its file system. */
function lateFiles(features: Promise<Entrances>): vscode.FileSystemProvider {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = features.then((open) => open.files);
  files.then(
    ({ onDidChangeFile }) =>
      onDidChangeFile((changes) => {
        changed.fire(changes);
      }),
    // Whoever opens a file is told why it cannot be read.
    () => undefined,
  );
  return {
    onDidChangeFile: changed.event,
    // Changes are announced for every open file, watched or not.
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await files).stat(uri),
    readFile: async (uri) => (await files).readFile(uri),
    writeFile: async (uri, content, options) => (await files).writeFile(uri, content, options),
    readDirectory: async (uri) => (await files).readDirectory(uri),
    createDirectory: async (uri) => (await files).createDirectory(uri),
    delete: async (uri, options) => (await files).delete(uri, options),
    rename: async (uri, newUri, options) => (await files).rename(uri, newUri, options),
  };
}
