import * as vscode from 'vscode';
import {
  ConnectionNode,
  FailureNode,
  GroupNode,
  LoadingNode,
  MoreNode,
  RowNode,
  SectionNode,
} from '../../ui/explorer/explorerSection';
import type { ExplorerNode, RowFilter, TreeNode } from '../../ui/explorer/explorerSection';
import type { Failures } from '../../ui/failures/failures';
import type { FileMarks, ProjectFiles } from '../../ui/access';
import type { Platforms, Connection } from '../../ui/connections/connection';
import { KeyRejectedError, PermissionError, UnreachableError } from '../../../core/api/errors';
import { settlesWithin } from '../../ui/prompts/lateProgress';
import type { ExplorerModel } from './explorerModel';
import { LateChildren } from './lateChildren';
import { showProgressIn } from '../../ui/prompts/progress';
import { sectionTooltip } from './sectionText';
import { clickCommand, connectionTooltip, treeItemOf } from './treeItems';

/** Milliseconds that sections wait for their counts. */
const countDelay = 300;

/**
 * Provides the model as a VS Code tree. All requests start here, because VS Code asks only while the view is
 * visible.
 */
export class ExplorerProvider implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly #disposed = new AbortController();
  /** Connections whose rejected key was reported and that have not responded since. */
  readonly #mentioned = new Set<string>();
  readonly #refreshes = new DeferredRefresh<TreeNode>((node) => this.#changed.fire(node));
  readonly #late = new LateChildren<ExplorerNode>((node) => this.refresh(node));
  readonly #drawn = new WeakMap<TreeNode, vscode.TreeItem['description']>();
  /** As they arrived last: in place of a placeholder, so that they stay expanded and selected. Without failures. */
  readonly #last = new WeakMap<TreeNode, ArrivedChildren>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** VS Code asks for the sections of a connection only if it is expanded. */
  readonly expandedRoots = new ExpandedRoots();

  constructor(
    readonly model: ExplorerModel,
    readonly platforms: Platforms,
    readonly failures: Failures,
    readonly marks: FileMarks,
    readonly projects: ProjectFiles,
  ) {}

  getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.#refreshes.during(() => this.#children(node));
  }

  async #children(node: TreeNode | undefined): Promise<TreeNode[]> {
    if (node === undefined) return [...this.model.top(this.platforms.all())];
    if (node instanceof GroupNode) return [...this.model.connectionsIn(node)];
    if (node instanceof ConnectionNode) {
      this.expandedRoots.set(node, true);
      return this.#soon(node, this.#sections(node));
    }
    if (!(node instanceof SectionNode || node instanceof RowNode)) return [];
    return this.#soon(node, this.#rows(node));
  }

  async #soon(
    node: ConnectionNode | SectionNode | RowNode,
    children: Promise<ExplorerNode[]>,
  ): Promise<ExplorerNode[]> {
    const filter = node instanceof ConnectionNode ? undefined : this.model.listOf(node)?.filter;
    const arrived = await this.#late.soon(node, children);
    if (arrived === undefined) {
      showProgressIn('logbench.explorer', children);
      const last = this.#last.get(node);
      return last !== undefined && last.filter === filter ? last.children : [new LoadingNode(node)];
    }
    if (arrived.some((child) => child instanceof FailureNode)) this.#last.delete(node);
    else this.#last.set(node, { children: arrived.filter((child) => !(child instanceof MoreNode)), filter });
    return arrived;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = treeItemOf(node, this);
    this.#drawn.set(node, item.description);
    return item;
  }

  clickCommand(node: TreeNode): vscode.Command | undefined {
    return clickCommand(node, this);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.model.parentOf(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node instanceof ConnectionNode) item.tooltip = await connectionTooltip(node, this);
    else if (node instanceof SectionNode) {
      // Set when the tooltip is requested, so that it is current without a refresh.
      const list = this.model.listOf(node);
      if (list !== undefined) item.tooltip = sectionTooltip(this.model.sectionOf(node).label, list);
    } else if (node instanceof RowNode && node.row.tooltip !== undefined) {
      item.tooltip = new vscode.MarkdownString((await node.row.tooltip()).source);
    }
    return item;
  }

  /** Whether VS Code waits for children. It does not know them until it has them. */
  get isReading(): boolean {
    return this.#refreshes.isLoading;
  }

  /** Redraws a node and its children without loading them again. */
  refresh(node?: TreeNode): void {
    this.#refreshes.request(node);
  }

  /** Draws the connections again whose lock has changed. */
  refreshLocks(): void {
    for (const root of this.model.roots(this.platforms.all())) this.#refreshIfChanged(root);
  }

  /**
   * Draws a node again unless its description is as it was drawn: what is below a node is unknown to VS Code for a
   * moment when the node is drawn again, a menu entry of a row then runs its command without the row, and 1.100 can lose
   * the children of a node that is expanded meanwhile.
   */
  #refreshIfChanged(node: ConnectionNode | SectionNode): void {
    if (this.#drawn.get(node) !== treeItemOf(node, this).description) this.refresh(node);
  }

  /** Keys or addresses have changed, so rejected requests can be repeated. */
  forgetFailures(): void {
    this.model.forgetFailures();
    this.refresh();
  }

  /** A connection that could not be reached is read again when its platform has responded to any view. */
  retry(connection: Connection): void {
    const root = this.model.rootOf(connection);
    if (root === undefined || !(this.model.failureOf(root) instanceof UnreachableError)) return;
    this.model.forgetFailures([root]);
    this.refresh(root);
  }

  dispose(): void {
    this.#disposed.abort();
    this.#changed.dispose();
    this.expandedRoots.dispose();
  }

  async #rows(node: SectionNode | RowNode): Promise<ExplorerNode[]> {
    const list = this.model.listOf(node);
    if (list === undefined) return [];
    const children = await this.model.children(node);
    if (list.failure === undefined) this.#mentioned.delete(node.connection.name);
    else this.#mention(node, list.failure);
    if (node instanceof SectionNode) this.#refreshIfChanged(node);
    return [...children];
  }

  /** Counts the first section before any is shown, to find out whether the platform responds. */
  async #sections(root: ConnectionNode): Promise<ExplorerNode[]> {
    const headings = this.model.headings(root);
    const [first, ...others] = headings;
    if (first !== undefined && this.model.failureOf(root) === undefined) {
      const failure = await this.#count(first);
      this.model.setMember(root, failure instanceof PermissionError);
      // Other failures affect one section.
      if (failure instanceof UnreachableError || failure instanceof KeyRejectedError) {
        this.model.setFailure(root, failure);
        this.#mention(root, failure);
        this.refresh(root);
      }
    }
    const failure = this.model.failureOf(root);
    if (failure !== undefined) return [new FailureNode(root, failure)];
    await Promise.all(others.map(async (heading) => this.countSoon(heading)));
    return [...headings];
  }

  /** Counts the rows of a section. One that is drawn again when its count arrives could lose a click on one of its rows meanwhile. */
  async countSoon(heading: SectionNode): Promise<void> {
    if (this.model.listOf(heading)?.total !== undefined) return;
    const counting = this.#count(heading);
    if (await settlesWithin(counting, countDelay)) return;
    void counting.then(() => this.#refreshIfChanged(heading));
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

  /** Reports a rejected key once, not for each section, until the connection has responded. */
  #mention({ connection }: ExplorerNode, failure: unknown): void {
    if (!(failure instanceof KeyRejectedError) || this.#mentioned.has(connection.name)) return;
    this.#mentioned.add(connection.name);
    void this.failures.report(failure, { connection });
  }
}

interface ArrivedChildren {
  readonly children: ExplorerNode[];
  readonly filter: RowFilter | undefined;
}

/** The connections that are expanded, even while the view is hidden. */
class ExpandedRoots implements vscode.Disposable {
  readonly #names = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  set(node: TreeNode, expanded: boolean): void {
    if (!(node instanceof ConnectionNode)) return;
    const { name } = node.connection;
    const isKnown = this.#names.has(name);
    if (expanded) this.#names.add(name);
    else this.#names.delete(name);
    if (isKnown !== expanded) this.#changed.fire();
  }

  /** Those of the given ones that are expanded. */
  of(connections: readonly Connection[]): readonly Connection[] {
    return connections.filter(({ name }) => this.#names.has(name));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/**
 * Defers refreshes of nodes while VS Code waits for children. VS Code 1.100 loses track of the children of a
 * node that is refreshed meanwhile: it rejects them as already registered, and the node stays empty.
 */
class DeferredRefresh<Node> {
  #loading = 0;
  readonly #waiting = new Set<Node>();

  constructor(private readonly refresh: (node: Node | undefined) => void) {}

  get isLoading(): boolean {
    return this.#loading > 0;
  }

  /** Runs a request for children. */
  async during<Children>(load: () => Promise<Children>): Promise<Children> {
    this.#loading++;
    try {
      return await load();
    } finally {
      // After everything that VS Code does with the result in this turn.
      setTimeout(() => this.#end());
    }
  }

  /** The whole tree can be refreshed at any time, because VS Code then discards pending requests. */
  request(node: Node | undefined): void {
    if (node === undefined || !this.isLoading) this.refresh(node);
    else this.#waiting.add(node);
  }

  #end(): void {
    this.#loading--;
    if (this.isLoading) return;
    const nodes = [...this.#waiting];
    this.#waiting.clear();
    for (const node of nodes) this.refresh(node);
  }
}
