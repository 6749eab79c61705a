import { KeyRefusedError } from '../../api/errors';
import type { Connection } from '../../ui/connections/connection';
import { RowNode } from '../../ui/explorer/explorerNode';
import type { ExplorerNode, SectionNode } from '../../ui/explorer/explorerNode';
import type { ExplorerModel } from './explorerModel';

/** 15 seconds with the default interval, as in the overview. */
const intervalsBetweenReads = 15;

/** Reads the expanded lists again whose rows change without an action in this window. */
export class LiveReads {
  readonly #collapsed = new WeakSet<ExplorerNode>();

  constructor(
    private readonly model: ExplorerModel,
    private readonly refresh: (node: ExplorerNode) => void,
    /** In milliseconds. */
    private readonly readInterval: () => number,
  ) {}

  setCollapsed(node: ExplorerNode, collapsed: boolean): void {
    if (collapsed) this.#collapsed.add(node);
    else this.#collapsed.delete(node);
  }

  async poll(connection: Connection, signal: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
    const due = this.#dueHeadings(connection);
    if (due.length === 0) return 'rest';
    try {
      for (const heading of due) await this.#readAgain(heading, signal);
      return 'continue';
    } catch (error) {
      if (error instanceof KeyRefusedError) return 'stop';
      throw error;
    }
  }

  #dueHeadings(connection: Connection): readonly SectionNode[] {
    const root = this.model.rootOf(connection);
    if (root === undefined || this.#collapsed.has(root)) return [];
    const readBefore = Date.now() - intervalsBetweenReads * this.readInterval();
    return this.model.headings(root).filter((heading) => {
      if (this.#collapsed.has(heading) || !this.model.sectionOf(heading).rowsChanged) return false;
      const readAt = this.model.listOf(heading)?.loadedAt;
      return readAt !== undefined && readAt.getTime() < readBefore;
    });
  }

  async #readAgain(heading: SectionNode, signal: AbortSignal): Promise<void> {
    const list = this.model.listOf(heading);
    const changes = await list?.readAgain(signal);
    if (list === undefined || changes === undefined) return;
    const changed = new Set(changes.rows);
    const nodes = this.model.shown(heading, list);
    if (changes.moved) this.refresh(heading);
    else for (const node of nodes) if (node instanceof RowNode && changed.has(node.row)) this.refresh(node);
    if (changed.size > 0) this.model.sectionOf(heading).rowsChanged?.(heading.connection, changes.rows);
  }
}
