import { compareNames } from '../../../core/base/compareNames';
import { getOrAdd } from '../../../core/base/getOrAdd';
import type { Connection } from '../../ui/connections/connection';
import {
  ConnectionNode,
  EmptyNode,
  FailureNode,
  GroupNode,
  MoreNode,
  RowNode,
  SectionNode,
  keywordsOf,
} from '../../ui/explorer/explorerSection';
import type {
  ExplorerNode,
  ListOwner,
  TreeNode,
  ExplorerSection,
  Row,
  SectionChange,
} from '../../ui/explorer/explorerSection';
import { RowList } from './rowList';
import type { VisibleRecords } from '../../ui/connections/recordPages';

type PageChange = Extract<SectionChange, { kind: 'page' }>;

/** The content of the explorer. Keeps one node per object, so that changes can refer to it. */
export class ExplorerModel {
  #roots = new Map<string, ConnectionNode>();
  #groups = new Map<string, GroupNode>();
  #headings = new WeakMap<ConnectionNode, readonly SectionNode[]>();
  #lists = new WeakMap<ListOwner, RowList>();
  #rows = new WeakMap<ListOwner, Map<string, RowNode>>();
  #more = new WeakMap<ListOwner, MoreNode>();
  /** Connections whose platform does not respond or rejects the key. */
  readonly #failures = new WeakMap<ConnectionNode, unknown>();
  /** The names of the connections whose account is a MEMBER. */
  readonly #members = new Set<string>();

  constructor(
    private readonly sections: readonly ExplorerSection[],
    private readonly readPageSize: () => number,
  ) {}

  roots(connections: readonly Connection[]): readonly ConnectionNode[] {
    const roots = connections.map((connection) => {
      const root = this.#roots.get(connection.name);
      return root !== undefined && JSON.stringify(root.connection) === JSON.stringify(connection)
        ? root
        : new ConnectionNode(connection);
    });
    this.#roots = new Map(roots.map((root) => [root.connection.name, root]));
    return roots;
  }

  /** The first level: groups by name, then the connections that have none, in the order of the settings. */
  top(connections: readonly Connection[]): readonly (ConnectionNode | GroupNode)[] {
    const roots = this.roots(connections);
    const names = [...new Set(roots.flatMap(({ connection: { group } }) => group ?? []))];
    const groups = names.toSorted(compareNames).map((name) => this.#groups.get(name) ?? new GroupNode(name));
    this.#groups = new Map(groups.map((group) => [group.name, group]));
    return [...groups, ...roots.filter(({ connection }) => connection.group === undefined)];
  }

  connectionsIn({ name }: GroupNode): readonly ConnectionNode[] {
    return [...this.#roots.values()].filter(({ connection }) => connection.group === name);
  }

  rootOf(connection: Connection): ConnectionNode | undefined {
    return this.#roots.get(connection.name);
  }

  headings(root: ConnectionNode): readonly SectionNode[] {
    return getOrAdd(this.#headings, root, () =>
      this.sections.map(({ id }) => new SectionNode(root.connection, id)),
    );
  }

  failureOf(root: ConnectionNode): unknown {
    return this.#failures.get(root);
  }

  setFailure(root: ConnectionNode, failure: unknown): void {
    this.#failures.set(root, failure);
  }

  /** Whether a section requires a higher role than the one of the account. */
  isMember({ connection }: ExplorerNode): boolean {
    return this.#members.has(connection.name);
  }

  setMember({ connection }: ConnectionNode, isMember: boolean): void {
    if (isMember) this.#members.add(connection.name);
    else this.#members.delete(connection.name);
  }

  sectionOf(node: SectionNode | RowNode): ExplorerSection {
    const section = this.sections.find(({ id }) => id === node.sectionId);
    if (section === undefined) throw new Error(`There is no section '${node.sectionId}'.`);
    return section;
  }

  /** Undefined for a row without children. */
  listOf(owner: ListOwner): RowList | undefined {
    const existing = this.#lists.get(owner);
    if (existing !== undefined) return existing;
    const source =
      owner instanceof SectionNode ? this.sectionOf(owner).source(owner.connection) : owner.row.children;
    if (source === undefined) return undefined;
    const list = new RowList(source, this.readPageSize);
    this.#lists.set(owner, list);
    return list;
  }

  /** Waits for the first page if it is not loaded. */
  async children(owner: ListOwner): Promise<readonly ExplorerNode[]> {
    const list = this.listOf(owner);
    if (list === undefined) return [];
    await list.loadFirst();
    return this.shown(owner, list);
  }

  shown(owner: ListOwner, list: RowList): readonly ExplorerNode[] {
    const nodes = this.#nodesBelow(owner);
    const rows = list.rows.map((row) => rowNode(nodes, owner, row));
    if (list.isLoaded) forgetOthers(nodes, rows);
    if (list.failure !== undefined) return [...rows, new FailureNode(owner, list.failure)];
    if (list.hasMore) return [...rows, this.#moreNode(owner)];
    return rows.length === 0 && list.isLoaded ? [new EmptyNode(owner)] : rows;
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    if (node instanceof GroupNode) return undefined;
    if (node instanceof ConnectionNode) return this.#groups.get(node.connection.group ?? '');
    return node instanceof SectionNode ? this.rootOf(node.connection) : node.parent;
  }

  /** All loaded lists of a section. */
  owners(connection: Connection, sectionId: string): readonly ListOwner[] {
    const root = this.rootOf(connection);
    const heading = root && this.headings(root).find((node) => node.sectionId === sectionId);
    return heading === undefined ? [] : this.#withDescendants(heading);
  }

  /** The rows of a connection that have this GUID as their ID, in any section. */
  rowsWith(connectionName: string, guid: string): readonly RowNode[] {
    const root = this.#roots.get(connectionName);
    const owners =
      root === undefined ? [] : this.headings(root).flatMap((node) => this.#withDescendants(node));
    return owners
      .flatMap((owner) => [...(this.#rows.get(owner)?.values() ?? [])])
      .filter(({ row }) => row.id.toLowerCase() === guid);
  }

  /** Allows failed lists to load again, for example with another key or URL. */
  forgetFailures(roots: Iterable<ConnectionNode> = this.#roots.values()): void {
    for (const root of roots) {
      this.#failures.delete(root);
      for (const owner of this.headings(root).flatMap((heading) => this.#withDescendants(heading))) {
        this.#lists.get(owner)?.forgetFailure();
      }
    }
  }

  /** Discards everything loaded below a node, so that it is loaded again when it is shown. */
  reset(node: ExplorerNode | undefined): void {
    if (node === undefined) {
      for (const root of this.#roots.values()) this.reset(root);
    } else if (node instanceof ConnectionNode) {
      this.#failures.delete(node);
      for (const heading of this.headings(node)) this.reset(heading);
    } else if (node instanceof SectionNode || node instanceof RowNode) {
      for (const owner of this.#withDescendants(node)) this.#lists.get(owner)?.reset();
    } else this.reset(node.parent);
  }

  /** Applies a change of a feature; returns the nodes to refresh. */
  apply(section: ExplorerSection, change: SectionChange): readonly ExplorerNode[] {
    const owners = this.owners(change.connection, section.id);
    if (change.kind === 'reload') {
      for (const owner of owners) this.#lists.get(owner)?.reset();
      return owners.slice(0, 1);
    }
    if (change.kind === 'below') {
      const changed = owners.filter((owner) => owner instanceof RowNode && owner.row.id === change.id);
      for (const owner of changed) this.#lists.get(owner)?.reset();
      return changed;
    }
    if (change.kind === 'page') return owners.slice(0, 1).flatMap((owner) => this.#takePage(owner, change));
    return owners.flatMap((owner) => this.#patch(owner, change));
  }

  #takePage(owner: ListOwner, change: PageChange): readonly ExplorerNode[] {
    const list = this.#lists.get(owner);
    if (list?.isLoaded === false) return this.#takeTotal(owner, list, change);
    if (list?.covers(change.offset) !== true) return [];
    const nodes = this.#nodesBelow(owner);
    const nodeOf = (row: Row): RowNode => rowNode(nodes, owner, row);
    // A filtered list shows the same records, but not in these positions.
    if (keywordsOf(list.filter) !== change.keywords) return list.update(change.page().rows).map(nodeOf);
    const total = list.total;
    const changes = list.takePage(change.offset, change.page());
    if (changes === undefined) return [];
    return changes.moved || list.total !== total ? [owner] : changes.rows.map(nodeOf);
  }

  #takeTotal(owner: ListOwner, list: RowList, { keywords, page }: PageChange): readonly ExplorerNode[] {
    return keywordsOf(list.filter) === keywords && list.takeTotal(page().total) ? [owner] : [];
  }

  #patch(owner: ListOwner, change: Extract<SectionChange, { kind: 'rows' }>): readonly ExplorerNode[] {
    const list = this.#lists.get(owner);
    if (list === undefined) return [];
    const nodes = this.#nodesBelow(owner);
    const replaced = list.replace(change.changed ?? []).map((row) => rowNode(nodes, owner, row));
    const removed = list.remove(change.removed ?? []);
    const added = owner instanceof SectionNode && list.add(change.added ?? []);
    return removed || added ? [owner] : replaced;
  }

  #withDescendants(owner: ListOwner): readonly ListOwner[] {
    const below = [...(this.#rows.get(owner)?.values() ?? [])].filter((node) => this.#lists.has(node));
    return [owner, ...below.flatMap((node) => this.#withDescendants(node))];
  }

  #nodesBelow(owner: ListOwner): Map<string, RowNode> {
    return getOrAdd(this.#rows, owner, () => new Map<string, RowNode>());
  }

  #moreNode(owner: ListOwner): MoreNode {
    return getOrAdd(this.#more, owner, () => new MoreNode(owner));
  }
}

/** Otherwise, the nodes of deleted objects would accumulate. */
function forgetOthers(nodes: Map<string, RowNode>, shown: readonly RowNode[]): void {
  if (nodes.size === shown.length) return;
  const ids = new Set(shown.map(({ row }) => row.id));
  for (const id of nodes.keys()) if (!ids.has(id)) nodes.delete(id);
}

/** Reuses the existing node of the same object. */
function rowNode(nodes: Map<string, RowNode>, owner: ListOwner, row: Row): RowNode {
  const node = getOrAdd(nodes, row.id, () => new RowNode(owner.connection, owner.sectionId, row, owner));
  node.row = row;
  return node;
}

/** Knows which rows of a section are expanded. VS Code does not tell which of them are scrolled into view. */
export class SeenLists {
  readonly #collapsed = new WeakSet<TreeNode>();

  constructor(private readonly model: Pick<ExplorerModel, 'rootOf' | 'headings' | 'listOf' | 'parentOf'>) {}

  setCollapsed(node: TreeNode, collapsed: boolean): void {
    if (collapsed) this.#collapsed.add(node);
    else this.#collapsed.delete(node);
  }

  /** Undefined if no rows of the section are expanded. */
  seen(connection: Connection, sectionId: string): VisibleRecords | undefined {
    const heading = this.#shownHeading(connection, sectionId);
    if (heading === undefined || this.#collapsed.has(heading)) return undefined;
    const list = this.model.listOf(heading);
    if (list === undefined || !list.isLoaded || list.failure !== undefined) return undefined;
    const keywords = keywordsOf(list.filter);
    return keywords === undefined ? { rows: list.consumed } : { keywords };
  }

  /** Whether the number of the rows is shown. */
  isCounted(connection: Connection, sectionId: string): boolean {
    const heading = this.#shownHeading(connection, sectionId);
    return heading !== undefined && this.model.listOf(heading)?.total !== undefined;
  }

  #shownHeading(connection: Connection, sectionId: string): SectionNode | undefined {
    const root = this.model.rootOf(connection);
    const heading = root && this.model.headings(root).find((node) => node.sectionId === sectionId);
    if (root === undefined || this.#collapsed.has(root)) return undefined;
    const group = this.model.parentOf(root);
    return group !== undefined && this.#collapsed.has(group) ? undefined : heading;
  }
}
