import type { Event } from 'vscode';
import type { Integer64 } from '../../shared/wire/integers';
import type { Connection } from '../connections/connection';
import type { Markdown } from '../format/markdown';
import type { Prompts } from '../prompts/prompts';
import type { Words } from '../../shared/privacy/words';

/**
 * One heading below each connection in the explorer. A feature builds its section and keeps it; the
 * explorer only shows it. Nothing is loaded before somebody looks.
 */
export interface ExplorerSection {
  /** Also the heading's context value, for example `scheduledQueries`. */
  readonly id: string;
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The rows directly below the heading. */
  source(connection: Connection): RowSource;
  /** What the feature knows to have changed; the tree is patched without a reload. */
  readonly onDidChange?: Event<SectionChange>;
  /** Rows that change by themselves are read again while they are visible; called with those that have changed. */
  readonly rowsChanged?: (connection: Connection, rows: readonly Row[]) => void;
  /** Asks for a filter. Undefined: the section cannot be filtered. An empty filter shows everything. */
  readonly askFilter?: (
    connection: Connection,
    current: RowFilter | undefined,
    prompts: Prompts,
  ) => Promise<RowFilter | undefined>;
  /** The first is how the service itself orders. The others order what has been loaded. */
  readonly sortings?: readonly RowSorting[];
}

export interface RowSource {
  load(request: RowRequest, signal: AbortSignal): Promise<RowPage>;
  /** Where the number of records is cheaper than a page with one row. */
  count?(filter: RowFilter | undefined, signal: AbortSignal): Promise<Integer64 | undefined>;
}

export interface RowRequest {
  readonly offset: number;
  readonly limit: number;
  readonly filter?: RowFilter | undefined;
}

export interface RowPage {
  /** How many records match in all. Undefined: the service does not tell, and what is here is all of it. */
  readonly total: Integer64 | undefined;
  readonly rows: readonly Row[];
  /** How many records this page used up, where that is not the number of its rows. */
  readonly consumed?: number | undefined;
}

/** What the service is asked to leave out. */
export interface RowFilter {
  /** Shown beside the heading. */
  readonly label: string;
  /** Passed to the section's own `load`, which knows the names. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface RowSorting {
  readonly id: string;
  readonly label: string;
  /** Undefined keeps the service's order. */
  readonly compare?: (one: Row, other: Row) => number;
}

/** One line of the tree, ready to be shown. */
export interface Row {
  /** Unique among its siblings and stable: a GUID, a table's name. */
  readonly id: string;
  readonly label: string;
  readonly description?: Words | undefined;
  readonly icon?: RowIcon | undefined;
  /** Kind and facets, for example `scheduledQuery.enabled.running`. */
  readonly contextValue: string;
  /** Read aloud instead of label and description; states that the icon shows belong in it. */
  readonly accessibleLabel?: Words | undefined;
  /** Made when the pointer rests on the row. */
  readonly tooltip?: (() => Markdown | Promise<Markdown>) | undefined;
  /** The path of its `logbench:` file, where it can be opened as one: the editor's marks then show here too. */
  readonly file?: string | undefined;
  /** Below its connection, the path of the document that a source reads for it; see `ReadOnlyDocuments`. */
  readonly document?: readonly string[] | undefined;
  /** Run with the row's node as its argument when the row is clicked. Without it, a click opens file or document. */
  readonly command?: string | undefined;
  /** Run with the row's node and the selection when the Delete key is pressed. */
  readonly deleteCommand?: string | undefined;
  /** Rows below this one, loaded when it is expanded. */
  readonly children?: RowSource | undefined;
  /** What the row stands for; see `selectedRows`. */
  readonly value: unknown;
}

export interface RowIcon {
  readonly name: string;
  /** A theme colour such as `testing.iconFailed`. */
  readonly color?: string | undefined;
}

export type SectionChange =
  | { readonly kind: 'reload'; readonly connection: Connection }
  /** The children of the row with this ID have changed, and are loaded again when they are next shown. */
  | { readonly kind: 'below'; readonly connection: Connection; readonly id: string }
  | {
      readonly kind: 'rows';
      readonly connection: Connection;
      /** Replaces rows with the same ID, wherever they are shown. */
      readonly changed?: readonly Row[];
      /** The ids of rows that are gone. */
      readonly removed?: readonly string[];
      /** Put on top: rows that are new. */
      readonly added?: readonly Row[];
    };
