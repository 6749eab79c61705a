import type { ConnectionNode, RowNode, SectionNode } from '../../ui/explorerNode';

export type ListOwner = SectionNode | RowNode;

/** The last line of a list that goes on. */
export class MoreNode {
  constructor(readonly parent: ListOwner) {}
}

/** Why a list cannot be shown. */
export class FailureNode {
  constructor(
    readonly parent: ListOwner,
    readonly failure: unknown,
  ) {}
}

/** There is nothing below a heading. */
export class EmptyNode {
  constructor(readonly parent: ListOwner) {}
}

export type ExplorerNode = ConnectionNode | SectionNode | RowNode | MoreNode | FailureNode | EmptyNode;
