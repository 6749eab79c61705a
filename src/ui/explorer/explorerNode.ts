import type { Connection } from '../connections/connection';
import type { Row } from './explorerSection';

/** The argument of commands that are called on rows of the explorer. */
export class RowNode {
  readonly kind = 'row';

  constructor(
    readonly connection: Connection,
    readonly sectionId: string,
    /** Replaced when more is known about the object. */
    public row: Row,
    /** The section or row above it. */
    readonly parent: SectionNode | RowNode,
  ) {}
}

export class SectionNode {
  readonly kind = 'section';

  constructor(
    readonly connection: Connection,
    readonly sectionId: string,
  ) {}
}

export class ConnectionNode {
  readonly kind = 'connection';

  constructor(readonly connection: Connection) {}
}

/** A folder of connections, as their setting names it. */
export class GroupNode {
  readonly kind = 'group';

  constructor(readonly name: string) {}
}

export type ListOwner = SectionNode | RowNode;

/** A node that is not an object of the platform. */
abstract class NoteNode<Parent extends ConnectionNode | ListOwner> {
  constructor(readonly parent: Parent) {}

  get connection(): Connection {
    return this.parent.connection;
  }
}

/** The last line of a list with more items. */
export class MoreNode extends NoteNode<ListOwner> {
  readonly kind = 'more';
}

/** Shows why a list, or a whole connection, cannot be loaded. */
export class FailureNode extends NoteNode<ConnectionNode | ListOwner> {
  readonly kind = 'failure';

  constructor(
    parent: ConnectionNode | ListOwner,
    readonly failure: unknown,
  ) {
    super(parent);
  }
}

/** Shown in an empty section. */
export class EmptyNode extends NoteNode<ListOwner> {
  readonly kind = 'empty';
}

/** Shown while the platform has not responded yet. */
export class LoadingNode extends NoteNode<ConnectionNode | ListOwner> {
  readonly kind = 'loading';
}

export type ExplorerNode =
  | ConnectionNode
  | SectionNode
  | RowNode
  | MoreNode
  | FailureNode
  | EmptyNode
  | LoadingNode;

/** What the tree shows: everything but groups belongs to a connection. */
export type TreeNode = ExplorerNode | GroupNode;

/** An object of a connection on which a command was called. */
export interface Selected<Value> {
  readonly connection: Connection;
  readonly value: Value;
}

/**
 * Converts the arguments of a command, the clicked node and the selection, to rows: all selected rows if the
 * clicked one is among them, otherwise the clicked one. Empty if called from the Command Palette.
 */
export function selectedRows<Value>(
  commandArguments: readonly unknown[],
  ofRow: (value: unknown) => Value | undefined,
): readonly Selected<Value>[] {
  const [clicked, selection] = commandArguments;
  const nodes: readonly unknown[] =
    Array.isArray(selection) && selection.includes(clicked) ? selection : [clicked];
  return nodes
    .filter((node) => node instanceof RowNode)
    .map(({ connection, row }) => ({ connection, value: ofRow(row.value) }))
    .filter((selected): selected is Selected<Value & {}> => selected.value !== undefined);
}

/** The connection of the node on which a command was called; undefined if called from the Command Palette. */
export function connectionOf(commandArguments: readonly unknown[]): Connection | undefined {
  const [node] = commandArguments;
  return isExplorerNode(node) ? node.connection : undefined;
}

export function isExplorerNode(value: unknown): value is ExplorerNode {
  return [ConnectionNode, SectionNode, RowNode, NoteNode].some((nodeClass) => value instanceof nodeClass);
}
