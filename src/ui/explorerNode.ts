import type { Connection } from './connection';
import type { Row } from './explorerSection';

/** What commands get as their argument when they are called on rows of the explorer. */
export class RowNode {
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
  constructor(
    readonly connection: Connection,
    readonly sectionId: string,
  ) {}
}

export class ConnectionNode {
  constructor(readonly connection: Connection) {}
}

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
  if (node instanceof RowNode || node instanceof SectionNode || node instanceof ConnectionNode) {
    return node.connection;
  }
  return undefined;
}
