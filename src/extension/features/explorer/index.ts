import * as vscode from 'vscode';
import { GroupNode, RowNode, SectionNode } from '../../ui/explorer/explorerSection';
import type {
  ExplorerNode,
  TreeNode,
  ExpandedConnections,
  ExplorerSection,
} from '../../ui/explorer/explorerSection';
import type { FileMarks, ProjectFiles } from '../../ui/access';
import type { Platforms } from '../../ui/connections/connection';
import { readSettings } from '../../ui/settings/settings';
import type { FeatureDeps } from '../../ui/openUi';
import { onDidChangeZone } from '../../ui/format/timeZones';
import { idOf } from '../../ui/queryAddress';
import { onDidChangeHiding } from '../../../core/privacy/hiddenValues';
import { explorerCommands } from './explorerCommands';
import { ExplorerModel, SeenLists } from './explorerModel';
import { ExplorerProvider } from './explorerProvider';
import { TreeSelection } from './treeSelection';

/** The tree of the explorer and its drop handler; to be disposed of. */
export interface Explorer extends vscode.Disposable {
  readonly tree: vscode.TreeDataProvider<TreeNode>;
  readonly drops: Pick<vscode.TreeDragAndDropController<TreeNode>, 'handleDrop'>;
  readonly expanded: ExpandedConnections;
}

interface ExplorerDeps extends FeatureDeps {
  readonly sections: readonly ExplorerSection[];
  readonly view: vscode.TreeView<TreeNode>;
  readonly marks: FileMarks;
  readonly projects: ProjectFiles;
  /** Handles files that are dropped on a node. */
  readonly filesDropped: (node: ExplorerNode, files: readonly vscode.Uri[]) => Promise<unknown>;
}

export function registerExplorer(deps: ExplorerDeps): Explorer {
  const { ui, platforms, sections, view, marks, projects, filesDropped } = deps;
  const model = new ExplorerModel(sections, () => readSettings().explorerPageSize);
  const tree = new ExplorerProvider(model, platforms, ui.failures, marks, projects);
  const selection = new TreeSelection(view, () => tree.isReading);
  const registrations = vscode.Disposable.from(
    tree,
    selection,
    watchLists(view, platforms, sections, model),
    platforms.onDidChange((change) => {
      // A lock is only drawn: asking dead services again would hold its drawing up.
      if (change === 'locks') tree.refreshLocks();
      else tree.forgetFailures();
    }),
    platforms.onDidRespond((connection) => tree.retry(connection)),
    onDidChangeZone(() => {
      // Rows hold times in words, which are others now.
      model.reset(undefined);
      tree.refresh();
    }),
    onDidChangeHiding(() => tree.refresh()),
    view.onDidCollapseElement(({ element }) => {
      tree.expandedRoots.set(element, false);
      cancelLoading(model, tree, element);
    }),
    view.onDidExpandElement(({ element }) => tree.expandedRoots.set(element, true)),
    projects.onDidMoveFiles(() => tree.refresh()),
    marks.onDidChangeMark((address) => {
      for (const node of model.rowsWith(address.connection, idOf(address))) tree.refresh(node);
    }),
    ...sections.flatMap((section) => listen(section, model, tree)),
    ui.commands.registerAll(explorerCommands({ ui, platforms, sections, model, tree, view, selection })),
  );
  const drops: Explorer['drops'] = {
    handleDrop: async (node, transfer) => {
      const files = await droppedFiles(transfer);
      if (node !== undefined && !(node instanceof GroupNode) && files.length > 0)
        await filesDropped(node, files);
    },
  };
  const { expandedRoots } = tree;
  const expanded = { all: () => expandedRoots.of(platforms.all()), onDidChange: expandedRoots.onDidChange };
  return { tree, drops, expanded, dispose: () => void registrations.dispose() };
}

/** Refreshes the node, so that VS Code requests its children when it is next expanded. */
function cancelLoading(model: ExplorerModel, tree: ExplorerProvider, element: TreeNode): void {
  const isOwner = element instanceof SectionNode || element instanceof RowNode;
  if (isOwner && model.listOf(element)?.cancel() === true) tree.refresh(element);
}

function listen(section: ExplorerSection, model: ExplorerModel, tree: ExplorerProvider): vscode.Disposable[] {
  const subscription = section.onDidChange?.((change) => {
    for (const node of model.apply(section, change)) tree.refresh(node);
    // Sections are counted when their connection is refreshed.
    const root = change.kind === 'reload' ? model.rootOf(change.connection) : undefined;
    if (root !== undefined) tree.refresh(root);
  });
  return subscription === undefined ? [] : [subscription];
}

/** Files from VS Code's file explorer, and from the desktop if VS Code passes them on. */
async function droppedFiles(transfer: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
  const list = await transfer.get('text/uri-list')?.asString();
  const listed = (list ?? '').split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  if (listed.length > 0) return listed.map((line) => vscode.Uri.parse(line, true));
  return [...transfer].flatMap(([, item]) => item.asFile()?.uri ?? []);
}

/** Keeps the rows up to date that change by themselves, while the explorer is visible. */
function watchLists(
  view: vscode.TreeView<TreeNode>,
  platforms: Pick<Platforms, 'all' | 'onDidChange'>,
  sections: readonly ExplorerSection[],
  model: ExplorerModel,
): vscode.Disposable {
  const lists = new SeenLists(model);
  let watches: readonly vscode.Disposable[] = [];
  const stop = (): void => watches.forEach((watch) => void watch.dispose());
  const update = (): void => {
    stop();
    watches = platforms.all().flatMap((connection) =>
      sections.flatMap(({ id, watch }) => {
        const seen = (): ReturnType<SeenLists['seen']> =>
          view.visible ? lists.seen(connection, id) : undefined;
        const isCounted = (): boolean => view.visible && lists.isCounted(connection, id);
        return watch === undefined ? [] : [watch(connection, seen, isCounted)];
      }),
    );
  };
  update();
  return vscode.Disposable.from(
    view.onDidChangeVisibility(update),
    platforms.onDidChange((change) => change === 'connections' && update()),
    view.onDidCollapseElement(({ element }) => lists.setCollapsed(element, true)),
    view.onDidExpandElement(({ element }) => lists.setCollapsed(element, false)),
    new vscode.Disposable(stop),
  );
}
