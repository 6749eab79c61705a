import type { Disposable, Event } from 'vscode';
import type { Integer64 } from '../../../core/base/integers';
import type { Connection } from '../connections/connection';
import type { VisibleRecords } from '../connections/recordPages';
import type { Markdown } from '../format/markdown';
import type { Prompts } from '../prompts/prompts';
import type { MaskedText } from '../../../core/privacy/masker';
import { t } from '../../../core/base/localize';

/**
 * A section below each connection in the explorer. The feature owns it; the explorer only shows it. Nothing
 * is loaded until it is expanded.
 */
export interface ExplorerSection {
  /** Also the context value of the section, for example `scheduledQueries`. */
  readonly id: string;
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The rows directly below the section. */
  source(connection: Connection): RowSource;
  /** Changes that the feature knows of; they update the tree without a reload. */
  readonly onDidChange?: Event<SectionChange>;
  /**
   * Keeps rows that change by themselves up to date while `seen` returns some, and their number while that is shown;
   * reports them by `onDidChange`.
   */
  readonly watch?: (
    connection: Connection,
    seen: () => VisibleRecords | undefined,
    isCounted: () => boolean,
  ) => Disposable;
  /** Asks for a filter. Undefined if the section cannot be filtered. An empty filter shows everything. */
  readonly askFilter?: (
    connection: Connection,
    current: RowFilter | undefined,
    prompts: Prompts,
  ) => Promise<RowFilter | undefined>;
  /** The first one is the order of the platform. The others sort the loaded rows. */
  readonly sortings?: readonly RowSorting[];
}

export interface RowSource {
  load(request: RowRequest, signal: AbortSignal): Promise<RowPage>;
  /** Counts records, if that is cheaper than loading a page with one row. */
  count?(filter: RowFilter | undefined, signal: AbortSignal): Promise<Integer64 | undefined>;
}

/** A source whose code is loaded when the section is expanded. */
export function lazySource(load: () => Promise<Required<RowSource>>): Required<RowSource> {
  let loading: Promise<Required<RowSource>> | undefined;
  const source = async (): Promise<Required<RowSource>> => (loading ??= load());
  return {
    load: async (request, signal) => (await source()).load(request, signal),
    count: async (filter, signal) => (await source()).count(filter, signal),
  };
}

export interface RowRequest {
  readonly offset: number;
  readonly limit: number;
  readonly filter?: RowFilter | undefined;
}

export interface RowPage {
  /** The number of all matching records. Undefined if the platform does not return it and the page is complete. */
  readonly total: Integer64 | undefined;
  readonly rows: readonly Row[];
  /** The number of records of this page, if it differs from the number of rows. */
  readonly consumed?: number | undefined;
}

/** A filter that the platform applies. */
export interface RowFilter {
  /** Shown next to the section. */
  readonly label: string;
  /** Passed to the section's `load`, which defines the names. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface RowSorting {
  readonly id: string;
  readonly label: string;
  /** Undefined keeps the order of the platform. */
  readonly compare?: (one: Row, other: Row) => number;
}

export interface Row {
  /** Unique among its siblings and stable, such as a GUID or table name. */
  readonly id: string;
  readonly label: string;
  readonly description?: MaskedText | undefined;
  readonly icon?: RowIcon | undefined;
  /** Kind and facets, for example `scheduledQuery.enabled.running`. */
  readonly contextValue: string;
  /** Announced by screen readers instead of label and description; includes the states that the icon shows. */
  readonly accessibleLabel?: MaskedText | undefined;
  /** Created when the pointer rests on the row. */
  readonly tooltip?: (() => Markdown | Promise<Markdown>) | undefined;
  /** The path of its `logbench:` file, whose decorations then appear on the row. */
  readonly file?: string | undefined;
  /**
   * The path, below the connection, of its read-only document; see `ReadOnlyDocuments`. A row that has a file too shows
   * the document while values are hidden, because an editor hides nothing.
   */
  readonly document?: readonly string[] | undefined;
  /** Called with the node when the row is clicked. Without it, a click opens the file or document. */
  readonly command?: string | undefined;
  /** Run with the row's node and the selection when the Delete key is pressed. */
  readonly deleteCommand?: string | undefined;
  /** Rows below this one, loaded when it is expanded. */
  readonly children?: RowSource | undefined;
  /** The object of the row; see `selectedRows`. */
  readonly value: unknown;
}

export interface RowIcon {
  readonly name: string;
  /** A theme color such as `testing.iconPassed`. */
  readonly color?: string | undefined;
}

export type SectionChange =
  | { readonly kind: 'reload'; readonly connection: Connection }
  /** The children of the row with this ID have changed and are loaded again when they are next shown. */
  | { readonly kind: 'below'; readonly connection: Connection; readonly id: string }
  /** A part of the list was read again. */
  | {
      readonly kind: 'page';
      readonly connection: Connection;
      readonly offset: number;
      /** Undefined for the whole list. */
      readonly keywords: string | undefined;
      /** Called only if its rows are shown. */
      readonly page: () => RowPage;
    }
  | {
      readonly kind: 'rows';
      readonly connection: Connection;
      /** Replaces rows with the same ID, wherever they are shown. */
      readonly changed?: readonly Row[];
      /** The IDs of removed rows. */
      readonly removed?: readonly string[];
      /** New rows, inserted at the top. */
      readonly added?: readonly Row[];
    };

/** Asks for a keyword; an empty one removes the filter. */
export async function askKeywords(
  title: string,
  current: RowFilter | undefined,
  prompts: Prompts,
): Promise<RowFilter | undefined> {
  const keywords = await prompts.input({
    title,
    prompt: t('The platform searches for this text. Leave it empty to show everything.'),
    value: keywordsOf(current) ?? '',
  });
  const trimmed = keywords.trim();
  return trimmed === '' ? undefined : { label: `"${trimmed}"`, fields: { keywords: trimmed } };
}

export function keywordsOf(filter: RowFilter | undefined): string | undefined {
  return filter?.fields['keywords'];
}

/** The connections whose sections are shown in the explorer of this window, even while it is hidden. */
export interface ExpandedConnections {
  readonly all: () => readonly Connection[];
  readonly onDidChange: Event<void>;
}

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
 * clicked one is among them, otherwise the clicked one. Empty if called from the Command Palette, and if one of them is
 * being read again, for which VS Code passes `undefined`: a part of the selection is not what the user meant.
 */
export function selectedRows<Value>(
  commandArguments: readonly unknown[],
  ofRow: (value: unknown) => Value | undefined,
): readonly Selected<Value>[] {
  const [clicked, selection] = commandArguments;
  const nodes: readonly unknown[] =
    Array.isArray(selection) && selection.includes(clicked) ? selection : [clicked];
  if (nodes.includes(undefined)) return [];
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
