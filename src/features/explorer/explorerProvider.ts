import * as vscode from 'vscode';
import { ConnectionNode, RowNode, SectionNode } from '../../ui/explorerNode';
import type { Platforms } from '../../ui/platforms';
import type { ExplorerModel } from './explorerModel';
import type { ExplorerNode } from './explorerNodes';
import { treeItemOf } from './treeItems';

/** Hands the model to VS Code's tree. */
export class ExplorerProvider implements vscode.TreeDataProvider<ExplorerNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ExplorerNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly model: ExplorerModel,
    private readonly platforms: Platforms,
  ) {}

  async getChildren(node?: ExplorerNode): Promise<ExplorerNode[]> {
    if (node === undefined) return [...this.model.roots(this.platforms.all())];
    if (node instanceof ConnectionNode) return [...this.model.headings(node)];
    if (!(node instanceof SectionNode || node instanceof RowNode)) return [];
    const first = this.model.listOf(node)?.isLoaded === false;
    const children = await this.model.children(node);
    // The heading's own line tells the count, which has only now become known.
    if (first) this.#changed.fire(node);
    return [...children];
  }

  getTreeItem(node: ExplorerNode): vscode.TreeItem {
    return treeItemOf(node, this.model, this.platforms);
  }

  getParent(node: ExplorerNode): ExplorerNode | undefined {
    return this.model.parentOf(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: ExplorerNode): Promise<vscode.TreeItem> {
    if (node instanceof RowNode && node.row.tooltip !== undefined) {
      item.tooltip = new vscode.MarkdownString(await node.row.tooltip());
    }
    return item;
  }

  refresh(node?: ExplorerNode): void {
    this.#changed.fire(node);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
