import * as vscode from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { ExplorerNode } from '../../ui/explorer/explorerNode';
import type { Polling } from '../../ui/panels/polling';
import type { Polled } from '../../ui/panels/pollScheduler';
import { readSettings } from '../../ui/settings/settings';
import type { ExplorerModel } from './explorerModel';
import type { ExplorerProvider } from './explorerProvider';
import { LiveReads } from './liveReads';

/** Reads lists again while the explorer is visible. */
export class LiveLists implements vscode.Disposable {
  readonly #reads: LiveReads;
  readonly #polled = new Map<Connection, Polled>();
  readonly #subscriptions: vscode.Disposable;

  constructor(
    private readonly view: vscode.TreeView<ExplorerNode>,
    private readonly polling: Polling,
    platforms: Platforms,
    model: ExplorerModel,
    tree: ExplorerProvider,
  ) {
    this.#reads = new LiveReads(
      model,
      (node) => tree.refresh(node),
      () => readSettings().queryStatusInterval,
    );
    const update = (): void => this.#update(platforms.all());
    this.#subscriptions = vscode.Disposable.from(
      view.onDidChangeVisibility(update),
      polling.onDidChangeAway(update),
      platforms.onDidChange(update),
      view.onDidCollapseElement(({ element }) => this.#reads.setCollapsed(element, true)),
      view.onDidExpandElement(({ element }) => this.#reads.setCollapsed(element, false)),
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
      const polled = { poll: async (signal: AbortSignal) => this.#reads.poll(connection, signal) };
      this.#polled.set(connection, polled);
      this.polling.schedulerOf(connection).add(polled);
    }
  }
}
