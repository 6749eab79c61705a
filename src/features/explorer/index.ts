import * as vscode from 'vscode';
import type { ExplorerSection } from '../../ui/explorerSection';
import type { Platforms } from '../../ui/platforms';
import { readSettings } from '../../ui/settings';
import type { Workbench } from '../../ui/workbench';
import { ExplorerModel } from './explorerModel';
import { MoreNode, type ExplorerNode } from './explorerNodes';
import { ExplorerProvider } from './explorerProvider';

/** The explorer, to be disposed of; the tree is there for whoever wants to look at it. */
export interface Explorer extends vscode.Disposable {
  readonly tree: vscode.TreeDataProvider<ExplorerNode>;
}

export function registerExplorer(
  { commands }: Workbench,
  platforms: Platforms,
  sections: readonly ExplorerSection[],
): Explorer {
  const model = new ExplorerModel(sections, () => readSettings().explorerPageSize);
  const provider = new ExplorerProvider(model, platforms);
  const view = vscode.window.createTreeView('logbench.explorer', {
    treeDataProvider: provider,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const registrations = vscode.Disposable.from(
    view,
    provider,
    platforms.onDidChange(() => {
      provider.refresh();
    }),
    ...sections.flatMap(
      (section) =>
        section.onDidChange?.((change) => {
          for (const node of model.apply(section, change)) provider.refresh(node);
        }) ?? [],
    ),
    commands.registerAll({
      'logbench.explorer.loadMore': async (node) => {
        if (!(node instanceof MoreNode)) return;
        await model.listOf(node.parent)?.loadMore();
        provider.refresh(node.parent);
      },
    }),
  );
  return {
    tree: provider,
    dispose: () => {
      registrations.dispose();
    },
  };
}
