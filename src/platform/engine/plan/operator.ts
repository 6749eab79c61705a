import type { JoinType } from '../../../core/language/catalog/entry';
import type { AggregateFunction } from '../../../core/language/catalog/aggregates';
import type { Expression } from './planNode';
import type { Schema } from './kind';

/** What each kind of operator has in addition. */
interface OperatorProperties {
  scan: {
    tables: readonly NamedTable[];
    from: Date | undefined;
    to: Date | undefined;
    newestFirst: boolean;
    condition: SearchCondition | undefined;
  };
  rows: { schema: Schema; rows: readonly RowRecord[] };
  system: {
    object: SystemObject;
    tables: readonly NamedTable[];
    from: Date | undefined;
    to: Date | undefined;
    /** The number of newest rows. */
    tail: number | undefined;
    isVerbose: boolean;
  };
  filter: { predicate: Expression };
  extend: { assignments: readonly Assignment[] };
  project: { fields: readonly string[]; exclude: boolean };
  rename: { renames: readonly { readonly from: string; readonly to: string }[] };
  reorder: { fields: readonly string[] };
  aggregate: {
    aggregates: readonly Aggregate[];
    by: readonly string[];
    /** The fields whose values become columns. */
    columns: readonly string[];
    /** For a time chart: rows are also grouped by intervals of `_time`. */
    interval?: { readonly span: string; readonly offset: string | undefined } | undefined;
    /** Adds subtotals for each prefix of `by`, or for every combination, in which the other fields are `label`. */
    totals?: { readonly kind: 'rollup' | 'cube'; readonly label: string | undefined } | undefined;
  };
  sort: { keys: readonly SortKey[]; limit: number | undefined; by: readonly string[] };
  limit: { offset: number; maximum: number };
  /** `subquery` is the index of the subquery in the plan. */
  join: { type: JoinType; keys: readonly string[]; subquery: number };
  union: { subquery: number };
  extract: { field: string; pattern: string };
  parse: {
    format: 'json' | 'kv' | 'csv' | 'map' | 'xml' | 'anchors';
    field: string;
    /** Keeps other fields; parsed fields replace those of the same name. */
    overlay: boolean;
    pairDelimiter: string;
    keyDelimiter: string;
    /** For `csv`: whether blanks around quotes and backslashes are data. */
    isStrict: boolean;
    /** Names for the columns of `csv`, if given. */
    names: readonly string[];
    /** For `json`: how many characters are read, 0 for all; whether a cut end is repaired, and names are joined. */
    json: { readonly cutoff: number; readonly lenient: boolean; readonly flatten: boolean };
    /** For `anchors`. */
    anchors: readonly Assignment[];
  };
  explode: { field: string };
  previous: { fields: readonly string[] };
  /** Spreads the copies evenly over a time, for a query that takes equally long on any machine. */
  repeat: { count: number; overMilliseconds: number };
  discard: unknown;
  lookup: {
    table: string;
    key: string;
    /** The field of the input rows that contains the key. */
    input: string;
    outputs: readonly { readonly field: string; readonly as: string }[];
  };
  import: { table: string };
  networks: { field: string; table: string };
  result: { id: number };
  /** `key` is empty if the action requires none. */
  memlookup: {
    action: 'build' | 'load' | 'drop' | 'list';
    name: string;
    key: string;
    /** Those that are kept in addition to the key; all if there are none. */
    fields: readonly string[];
  };
  /** Keeps a value of each row for those after it. */
  remember: { name: string; value: Expression };
  /** Feeds or deletes the event contexts of rows; without a topic, the rows name it and its limits. */
  feed: {
    action: 'add' | 'delete';
    owner: string;
    topic: string | undefined;
    key: string;
    limits: Readonly<Record<'expire' | 'timeout' | 'maxrows', string | undefined>>;
    condition: Expression;
  };
  contexts: { action: 'drop' | 'list'; owner: string; topic: string | undefined };
  /** The rows pass the commands after it one by one. */
  serial: unknown;
  /** Adds the patterns of a subquery that match, in some fields or all. */
  match: { fields: readonly string[]; subquery: number; read: ReadPattern };
  geoip: { input: string; outputs: readonly { readonly field: string; readonly as: string }[] };
  /** A row per field. */
  summary: unknown;
  pass: unknown;
}

/** What `system` lists on the local platform. */
export type SystemObject = 'tables' | 'logdisk' | 'indexdisk' | 'queries' | 'lookups' | 'logs' | 'nodes';

/** One table, or those that a pattern with `*` matches. */
export interface NamedTable {
  readonly name: string;
  /** Whether it is no error that there is none. */
  readonly optional: boolean;
  /** Only tables with this metadata: alternatives, of each of which all must hold. */
  readonly metadata?: readonly (readonly MetadataTest[])[];
}

export interface MetadataTest {
  readonly key: string;
  /** May contain `*`. */
  readonly value: string;
  readonly isEqual: boolean;
}

/** What a full-text search finds, in any field and ignoring case. */
export type SearchCondition =
  /** With `isWord`, between special characters. */
  | { readonly kind: 'term'; readonly pieces: readonly string[]; readonly isWord: boolean }
  | { readonly kind: 'test'; readonly predicate: Expression }
  /** Both ends are included. */
  | { readonly kind: 'range' | 'iprange'; readonly minimum: string; readonly maximum: string }
  /** Any value of the rows of a subquery. */
  | { readonly kind: 'rows'; readonly subquery: number }
  | { readonly kind: 'not'; readonly operand: SearchCondition }
  | { readonly kind: 'and' | 'or'; readonly left: SearchCondition; readonly right: SearchCondition };

/** Reads a pattern and the condition on the row. */
export type ReadPattern = (
  pattern: string,
  condition: string | null,
) => { readonly search: SearchCondition; readonly condition: Expression | undefined };

type OperatorName = keyof OperatorProperties;
type BodyOf<Name extends OperatorName> = { readonly operator: Name } & Readonly<OperatorProperties[Name]>;

/** An operator without the position of its command. */
export type OperatorBody = { [Name in OperatorName]: BodyOf<Name> }[OperatorName];

export type OperatorOf<Names extends OperatorName> = {
  [Name in Names]: BodyOf<Name> & { readonly command: number };
}[Names];

/**
 * One step of a query, independent of the engine: what happens to the rows, not how. `command` is the
 * position of its command, for which its rows are counted; one command may have several operators.
 */
export type Operator = OperatorOf<OperatorName>;

/** A row as it was written: JSON values by field. */
export type RowRecord = Readonly<Record<string, unknown>>;

/** A number of a row as it was written, with all digits. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** JavaScript would round a long number, or drop its point. */
export function exactNumber(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : new JsonNumber(text);
}

/** JSON with all digits of a 64-bit integer. */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof JsonNumber) return value.text;
  if (value instanceof Date) return JSON.stringify(value.toISOString().replace('T', ' ').replace('Z', ''));
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${jsonText(item)}`);
  return `{${fields.join(',')}}`;
}

export interface Assignment {
  readonly field: string;
  readonly value: Expression;
}

export interface Aggregate {
  readonly function: AggregateFunction;
  readonly argument: Expression | undefined;
  /** The second of two values that are related. */
  readonly other?: Expression | undefined;
  /** The percentile, 0 to 100. */
  readonly percent: number | undefined;
  /** How the percentile between two values is found, unless by their distances. */
  readonly method?: PercentileMethod | undefined;
  readonly column: string;
}

export type PercentileMethod = 'lower' | 'higher' | 'nearest' | 'midpoint';

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** A planned query or subquery. Its subqueries run first, in order. */
export interface Pipeline {
  /** The offset in the query text, which identifies the pipeline. */
  readonly index: number;
  readonly operators: readonly Operator[];
  readonly subqueries: readonly Pipeline[];
}
