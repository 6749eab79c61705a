import * as vscode from 'vscode';
import {
  ConnectionNode,
  FailureNode,
  LoadingNode,
  RowNode,
  SectionNode,
} from '../../ui/explorer/explorerNode';
import type { ExplorerNode } from '../../ui/explorer/explorerNode';
import type { Failures } from '../../ui/failures/failures';
import type { FileMarks } from '../../ui/documents/fileMarks';
import type { Platforms } from '../../ui/connections/platforms';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import { minutesOf } from '../../ui/connections/unlockedFor';
import { isConnectionFailure, needsKey } from './connectionFailure';
import { DeferredRefresh } from './deferredRefresh';
import type { ExplorerModel } from './explorerModel';

import { sectionTooltip } from './sectionText';
import { treeItemOf } from './treeItems';

/**
 * VS Code renders a tree only after all requested children have arrived. After this many milliseconds, an empty result
 * is returned, so that one slow platform does not block the others.
 */
const slowLoadDelay = 1000;

/** Hands the model to VS Code's tree. Requests start here only, and VS Code asks only while the view is visible. */
export class ExplorerProvider implements vscode.TreeDataProvider<ExplorerNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ExplorerNode | undefined>();
  readonly #disposed = new AbortController();
  /** Names of connections whose refused key has been mentioned, and that have not answered since. */
  readonly #mentioned = new Set<string>();
  /** Nodes whose children are awaited although VS Code has been answered. */
  readonly #late = new Set<ExplorerNode>();
  readonly #refreshes = new DeferredRefresh<ExplorerNode>((node) => {
    this.#changed.fire(node);
  });
  readonly #drawnLocks = new WeakMap<ConnectionNode, string>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    readonly model: ExplorerModel,
    readonly platforms: Platforms,
    readonly failures: Failures,
    readonly marks: FileMarks,
    readonly projects: ProjectFiles,
  ) {}

  getChildren(node?: ExplorerNode): Promise<ExplorerNode[]> {
    return this.#refreshes.during(() => this.#children(node));
  }

  async #children(node: ExplorerNode | undefined): Promise<ExplorerNode[]> {
    if (node === undefined) return [...this.model.roots(this.platforms.all())];
    if (node instanceof ConnectionNode) return this.#soon(node, this.#sections(node));
    if (!(node instanceof SectionNode || node instanceof RowNode)) return [];
    return this.#soon(node, this.#rows(node));
  }

  getTreeItem(node: ExplorerNode): vscode.TreeItem {
    if (node instanceof ConnectionNode) this.#drawnLocks.set(node, this.#lockOf(node));
    return treeItemOf(node, this);
  }

  getParent(node: ExplorerNode): ExplorerNode | undefined {
    return this.model.parentOf(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: ExplorerNode): Promise<vscode.TreeItem> {
    if (node instanceof SectionNode) {
      // Asked for when somebody looks, so that it is right without drawing the heading again.
      const list = this.model.listOf(node);
      if (list !== undefined) item.tooltip = sectionTooltip(this.model.sectionOf(node).label, list);
    } else if (node instanceof RowNode && node.row.tooltip !== undefined) {
      item.tooltip = new vscode.MarkdownString((await node.row.tooltip()).source);
    }
    return item;
  }

  /** Draws a node again, and what is below it; loads nothing that is there already. */
  refresh(node?: ExplorerNode): void {
    this.#refreshes.request(node);
  }

  /**
   * Draws the connections again whose lock is not as it was drawn, and no others: what is below a node is unknown to
   * VS Code for a moment when the node is drawn again, and a menu entry of a row then runs its command without the row.
   */
  refreshLocks(): void {
    for (const root of this.model.roots(this.platforms.all())) {
      if (this.#drawnLocks.get(root) !== this.#lockOf(root)) this.refresh(root);
    }
  }

  #lockOf({ connection }: ConnectionNode): string {
    const { platforms } = this;
    return platforms.isLocked(connection) ? 'locked' : String(minutesOf(platforms.unlockedFor(connection)));
  }

  /** Keys or addresses have changed, so rejected requests can be repeated. */
  forgetFailures(): void {
    this.model.forgetFailures();
    this.refresh();
  }

  dispose(): void {
    this.#disposed.abort();
    this.#changed.dispose();
  }

  /** The children where they come soon. Else the node is drawn again when they have come. */
  async #soon(
    node: ConnectionNode | SectionNode | RowNode,
    children: Promise<ExplorerNode[]>,
  ): Promise<ExplorerNode[]> {
    const inTime = await Promise.race([children, elapsed(slowLoadDelay)]);
    if (inTime !== undefined) return inTime;
    if (!this.#late.has(node)) {
      this.#late.add(node);
      void children.finally(() => {
        this.#late.delete(node);
        this.refresh(node);
      });
    }
    return [new LoadingNode(node)];
  }

  async #rows(node: SectionNode | RowNode): Promise<ExplorerNode[]> {
    const list = this.model.listOf(node);
    if (list === undefined) return [...(await this.model.children(node))];
    const { total } = list;
    const children = await this.model.children(node);
    if (list.failure === undefined) this.#mentioned.delete(node.connection.name);
    else this.#mention(node, list.failure);
    // Only where the heading's own line tells something new: VS Code asks for all children again, and 1.100 can
    // lose them where somebody expands one meanwhile.
    if (node instanceof SectionNode && list.total !== total) this.refresh(node);
    return [...children];
  }

  /** The first heading is counted before any is shown: that tells whether the service is there at all. */
  async #sections(root: ConnectionNode): Promise<ExplorerNode[]> {
    const headings = this.model.headings(root);
    const [first, ...others] = headings;
    if (first !== undefined && this.model.failureOf(root) === undefined) {
      const failure = await this.#count(first);
      if (isConnectionFailure(failure)) {
        this.model.setFailure(root, failure);
        this.#mention(root, failure);
        this.refresh(root);
      }
    }
    const failure = this.model.failureOf(root);
    if (failure !== undefined) return [new FailureNode(root, failure)];
    for (const heading of others) void this.#countLater(heading);
    return [...headings];
  }

  async #countLater(heading: SectionNode): Promise<void> {
    if (this.model.listOf(heading)?.total !== undefined) return;
    await this.#count(heading);
    this.refresh(heading);
  }

  async #count(heading: SectionNode): Promise<unknown> {
    try {
      await this.model.listOf(heading)?.count(this.#disposed.signal);
      this.#mentioned.delete(heading.connection.name);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** A refused key is mentioned once, not at each heading, until the connection has answered. */
  #mention(
    { connection }: ExplorerNode & { readonly connection: ConnectionNode['connection'] },
    failure: unknown,
  ): void {
    if (!needsKey(failure) || this.#mentioned.has(connection.name)) return;
    this.#mentioned.add(connection.name);
    void this.failures.report(failure, { connection });
  }
}

async function elapsed(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined);
  });
}
