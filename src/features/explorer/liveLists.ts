import * as vscode from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { RowNode } from '../../ui/explorer/explorerNode';
import type { ExplorerNode, SectionNode } from '../../ui/explorer/explorerNode';
import type { Polling } from '../../ui/panels/polling';
import type { Polled } from '../../ui/panels/pollScheduler';
import { readSettings } from '../../ui/settings/settings';
import { KeyRefusedError } from '../../api/errors';
import type { ExplorerModel } from './explorerModel';
import type { ExplorerProvider } from './explorerProvider';

/** 15 seconds with the default interval, as in the overview. */
const intervalsBetweenReads = 15;

/** Reloads visible lists whose rows change without an action in this window. */
export class LiveLists implements vscode.Disposable {
  readonly #collapsed = new WeakSet<ExplorerNode>();
  readonly #polled = new Map<Connection, Polled>();
  readonly #subscriptions: vscode.Disposable;

  constructor(
    private readonly view: vscode.TreeView<ExplorerNode>,
    private readonly polling: Polling,
    platforms: Platforms,
    private readonly model: ExplorerModel,
    private readonly tree: ExplorerProvider,
  ) {
    const update = (): void => this.#update(platforms.all());
    this.#subscriptions = vscode.Disposable.from(
      view.onDidChangeVisibility(update),
      polling.onDidChangeAway(update),
      platforms.onDidChange(update),
      view.onDidCollapseElement(({ element }) => this.#collapsed.add(element)),
      view.onDidExpandElement(({ element }) => this.#collapsed.delete(element)),
    );
    update();
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#update([]);
  }

  #update(connections: readonly Connection[]): void {
    for (const [connection, polled] of this.#polled) this.polling.schedulerOf(connection).remove(polled);
    this.#polled.clear();
    if (!this.polling.canSee(this.view)) return;
    for (const connection of connections) {
      const polled = { poll: async (signal: AbortSignal) => this.#poll(connection, signal) };
      this.#polled.set(connection, polled);
      this.polling.schedulerOf(connection).add(polled);
    }
  }

  async #poll(connection: Connection, signal: AbortSignal): Promise<'continue' | 'stop' | 'rest'> {
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
    const readBefore = Date.now() - intervalsBetweenReads * readSettings().queryStatusInterval;
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
    if (changes.moved) this.tree.refresh(heading);
    else
      for (const node of nodes) if (node instanceof RowNode && changed.has(node.row)) this.tree.refresh(node);
    if (changed.size > 0) this.model.sectionOf(heading).rowsChanged?.(heading.connection, changes.rows);
  }
}
