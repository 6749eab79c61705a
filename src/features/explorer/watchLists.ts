import * as vscode from 'vscode';
import type { Platforms } from '../../ui/connections/connection';
import type { TreeNode } from '../../ui/explorer/explorerNode';
import type { ExplorerSection } from '../../ui/explorer/explorerSection';
import type { ExplorerModel } from './explorerModel';
import { SeenLists } from './seenLists';

/** Keeps the rows up to date that change by themselves, while the explorer is visible. */
export function watchLists(
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
        return watch === undefined ? [] : [watch(connection, seen)];
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
