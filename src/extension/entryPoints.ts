import * as vscode from 'vscode';
import { deferredTool } from './deferredTool';
import type { Assistants } from './features/assistants';
import type { TreeNode } from './ui/explorer/explorerSection';

/** The functions that VS Code calls, once the features are loaded. */
export interface EntryPoints {
  readonly run: (command: string, args: readonly unknown[]) => Promise<unknown>;
  readonly tree: vscode.TreeDataProvider<TreeNode>;
  readonly drops: Pick<vscode.TreeDragAndDropController<TreeNode>, 'handleDrop'>;
  readonly files: vscode.FileSystemProvider;
  readonly notebooks: vscode.NotebookSerializer;
  readonly openLink: (link: vscode.Uri) => Promise<void>;
  readonly assistants: Assistants;
}

export type ExplorerView = vscode.TreeView<TreeNode>;

/**
 * Registers synchronously everything that VS Code can call as soon as the extension is active. Activation loads only
 * this file and its imports: each call waits for the features, which do the work. The features register what VS Code
 * itself waits for, such as panel serializers. If they cannot be loaded, commands, links, drops and tools report it,
 * and the explorer stays empty.
 */
export function registerEntryPoints(
  manifest: unknown,
  features: Promise<EntryPoints>,
  showFailure: () => Promise<void>,
): vscode.Disposable & { readonly view: ExplorerView } {
  const whenOpen = async (): Promise<EntryPoints | undefined> => {
    const open = await features.catch(() => undefined);
    // Not awaited, so that the command ends before its message is closed.
    if (open === undefined) void showFailure();
    return open;
  };
  const view = vscode.window.createTreeView('logbench.explorer', {
    treeDataProvider: deferredTree(features),
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: {
      dragMimeTypes: [],
      dropMimeTypes: ['text/uri-list', 'files'],
      handleDrop: async (...dropped) => (await whenOpen())?.drops.handleDrop?.(...dropped),
    },
  });
  const register = (id: string): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => (await whenOpen())?.run(id, args));
  const registrations = vscode.Disposable.from(
    view,
    // The manifest is the only list of commands; a test compares the features with it.
    ...contributed(manifest, 'commands', 'command').map(register),
    vscode.workspace.registerFileSystemProvider('logbench', deferredFiles(features), {
      isCaseSensitive: true,
    }),
    vscode.workspace.registerNotebookSerializer('logbench-notebook', deferredNotebooks(features), {
      // Log data stays out of files.
      transientOutputs: true,
    }),
    ...deferredTools(manifest, features),
    vscode.window.registerUriHandler({ handleUri: async (link) => (await whenOpen())?.openLink(link) }),
  );
  return { view, dispose: () => void registrations.dispose() };
}

/** One property of all contributions of a kind. */
function contributed(manifest: unknown, kind: string, property: string): readonly string[] {
  const { contributes } = Object(manifest) as { readonly contributes?: Readonly<Record<string, unknown>> };
  const list: unknown = contributes?.[kind];
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.flatMap((entry) => {
    const value = (Object(entry) as Readonly<Record<string, unknown>>)[property];
    return typeof value === 'string' ? [value] : [];
  });
}

/** The tools for assistants. Some versions of VS Code do not support them. */
function deferredTools(manifest: unknown, features: Promise<EntryPoints>): readonly vscode.Disposable[] {
  const { lm } = vscode as { readonly lm?: typeof vscode.lm };
  if (lm?.registerTool === undefined) return [];
  return contributed(manifest, 'languageModelTools', 'name').map((name) =>
    lm.registerTool<object>(name, deferredTool(name, features)),
  );
}

function deferredTree(features: Promise<EntryPoints>): vscode.TreeDataProvider<TreeNode> {
  const changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  const loaded = features.then(
    ({ tree }) => {
      tree.onDidChangeTreeData?.((nodes) => changed.fire(nodes ?? undefined));
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

/** Registered immediately, because VS Code does not wait for the serializer of a notebook. */
function deferredNotebooks(features: Promise<EntryPoints>): vscode.NotebookSerializer {
  return {
    deserializeNotebook: async (...args) => (await features).notebooks.deserializeNotebook(...args),
    serializeNotebook: async (...args) => (await features).notebooks.serializeNotebook(...args),
  };
}

/** Registered immediately, because VS Code does not retry a restored tab whose file system is missing. */
function deferredFiles(features: Promise<EntryPoints>): vscode.FileSystemProvider {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = features.then((open) => open.files);
  files.then(
    ({ onDidChangeFile }) => onDidChangeFile((changes) => changed.fire(changes)),
    // The user who opens a file sees why it cannot be read.
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
