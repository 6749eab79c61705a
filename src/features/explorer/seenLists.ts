import type { Connection } from '../../ui/connections/connection';
import type { SeenRecords } from '../../ui/connections/recordPages';
import type { TreeNode } from '../../ui/explorer/explorerSection';
import { keywordsOf } from '../../ui/explorer/explorerSection';
import type { ExplorerModel } from './explorerModel';

/** Knows which rows of a section are expanded. VS Code does not tell which of them are scrolled into view. */
export class SeenLists {
  readonly #collapsed = new WeakSet<TreeNode>();

  constructor(private readonly model: Pick<ExplorerModel, 'rootOf' | 'headings' | 'listOf' | 'parentOf'>) {}

  setCollapsed(node: TreeNode, collapsed: boolean): void {
    if (collapsed) this.#collapsed.add(node);
    else this.#collapsed.delete(node);
  }

  /** Undefined if no rows of the section are expanded. */
  seen(connection: Connection, sectionId: string): SeenRecords | undefined {
    const root = this.model.rootOf(connection);
    const heading = root && this.model.headings(root).find((node) => node.sectionId === sectionId);
    if (root === undefined || heading === undefined) return undefined;
    const group = this.model.parentOf(root);
    if ([group, root, heading].some((node) => node !== undefined && this.#collapsed.has(node)))
      return undefined;
    const list = this.model.listOf(heading);
    if (list === undefined || !list.isLoaded || list.failure !== undefined) return undefined;
    const keywords = keywordsOf(list.filter);
    return keywords === undefined ? { rows: list.consumed } : { keywords };
  }
}
