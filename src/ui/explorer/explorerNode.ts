import type { Connection } from '../connections/connection';
import type { Row } from './explorerSection';

/** What commands get as their argument when they are called on rows of the explorer. */
export class RowNode {
  readonly kind = 'row';

  constructor(
    readonly connection: Connection,
    readonly sectionId: string,
    /** Replaced when more is known about the same thing. */
    public row: Row,
    /** The heading or row it stands below. */
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

export type ListOwner = SectionNode | RowNode;

/** The last line of a list with more items. */
export class MoreNode {
  readonly kind = 'more';

  constructor(readonly parent: ListOwner) {}

  get connection(): Connection {
    return this.parent.connection;
  }
}

/** Why a list, or a whole connection, cannot be shown. */
export class FailureNode {
  readonly kind = 'failure';

  constructor(
    readonly parent: ConnectionNode | ListOwner,
    readonly failure: unknown,
  ) {}

  get connection(): Connection {
    return this.parent.connection;
  }
}

/** There is nothing below a heading. */
export class EmptyNode {
  readonly kind = 'empty';

  constructor(readonly parent: ListOwner) {}

  get connection(): Connection {
    return this.parent.connection;
  }
}

/** Stands for what a slow service has not answered yet. */
export class LoadingNode {
  readonly kind = 'loading';

  constructor(readonly parent: ConnectionNode | ListOwner) {}

  get connection(): Connection {
    return this.parent.connection;
  }
}

/** Any node of the tree. */
export type ExplorerNode =
  ConnectionNode | SectionNode | RowNode | MoreNode | FailureNode | EmptyNode | LoadingNode;

/** One thing of one connection that a command was called on. */
export interface Selected<Value> {
  readonly connection: Connection;
  readonly value: Value;
}

/**
 * Narrows a command's arguments, the clicked node and the selection, to the rows it can act on: all
 * selected ones when the clicked one is among them, else the clicked one. Empty when it was called from
 * the palette: the command then asks.
 */
export function selectedRows<Value>(
  commandArguments: readonly unknown[],
  isValue: (value: unknown) => value is Value,
): readonly Selected<Value>[] {
  const [clicked, selection] = commandArguments;
  const nodes: readonly unknown[] =
    Array.isArray(selection) && selection.includes(clicked) ? selection : [clicked];
  return nodes
    .filter((node) => node instanceof RowNode)
    .flatMap(({ connection, row }) => (isValue(row.value) ? [{ connection, value: row.value }] : []));
}

/** The connection of whatever node a command was called on; undefined when it was called from the palette. */
export function connectionOf(commandArguments: readonly unknown[]): Connection | undefined {
  const [node] = commandArguments;
  return isExplorerNode(node) ? node.connection : undefined;
}

export function isExplorerNode(value: unknown): value is ExplorerNode {
  return nodeClasses.some((nodeClass) => value instanceof nodeClass);
}

const nodeClasses = [ConnectionNode, SectionNode, RowNode, MoreNode, FailureNode, EmptyNode, LoadingNode];
