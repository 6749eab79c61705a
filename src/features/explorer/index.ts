import * as vscode from 'vscode';
import { type ExplorerNode, RowNode, SectionNode } from '../../ui/explorerNode';
import type { ExplorerSection } from '../../ui/explorerSection';
import type { Platforms } from '../../ui/platforms';
import { readSettings } from '../../ui/settings';
import type { Workbench } from '../../ui/workbench';
import { explorerCommands } from './explorerCommands';
import { ExplorerModel } from './explorerModel';
import { ExplorerProvider } from './explorerProvider';
import { FileDrops, type FilesDropped } from './fileDrops';

/** The explorer, to be disposed of; the tree is there for whoever wants to look at it. */
export interface Explorer extends vscode.Disposable {
  readonly tree: vscode.TreeDataProvider<ExplorerNode>;
}

export function registerExplorer(
  { commands, prompts, failures }: Workbench,
  platforms: Platforms,
  sections: readonly ExplorerSection[],
  filesDropped: FilesDropped,
): Explorer {
  const model = new ExplorerModel(sections, () => readSettings().explorerPageSize);
  const tree = new ExplorerProvider(model, platforms, failures);
  const view = vscode.window.createTreeView('logbench.explorer', {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: new FileDrops(filesDropped),
  });
  const redraw = (node?: ExplorerNode): void => {
    tree.refresh(node);
  };
  const selected = (): ExplorerNode | undefined => view.selection[0];
  const registrations = vscode.Disposable.from(
    view,
    tree,
    platforms.onDidChange((change) => {
      // A lock is only drawn: asking dead services again would hold its drawing up.
      if (change === 'locks') tree.refresh();
      else tree.forgetFailures();
    }),
    view.onDidCollapseElement(({ element }) => {
      cancelLoading(model, tree, element);
    }),
    ...sections.flatMap((section) => listen(section, model, tree)),
    commands.registerAll(explorerCommands({ model, platforms, prompts, sections, selected, redraw })),
  );
  return {
    tree,
    dispose: () => {
      registrations.dispose();
    },
  };
}

/** Drawn again, so that VS Code asks anew when the node is next expanded. */
function cancelLoading(model: ExplorerModel, tree: ExplorerProvider, element: ExplorerNode): void {
  const isOwner = element instanceof SectionNode || element instanceof RowNode;
  if (isOwner && model.listOf(element)?.cancel() === true) tree.refresh(element);
}

function listen(section: ExplorerSection, model: ExplorerModel, tree: ExplorerProvider): vscode.Disposable[] {
  const subscription = section.onDidChange?.((change) => {
    for (const node of model.apply(section, change)) tree.refresh(node);
  });
  return subscription === undefined ? [] : [subscription];
}
