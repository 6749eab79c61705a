import type { FulltextCondition, TableName } from '../../../core/language/ast';
import type { JoinType } from '../../../core/language/catalog/entry';
import type { AggregateFunction } from '../../../core/language/catalog/functions';
import type { Expression } from './planNode';
import type { Schema } from './kind';

/** What each kind of operator has in addition. */
interface OperatorProperties {
  scan: {
    tables: readonly TableName[];
    from: Date | undefined;
    to: Date | undefined;
    newestFirst: boolean;
    /** In any field and ignoring case. */
    terms: FulltextCondition | undefined;
  };
  rows: { schema: Schema; rows: readonly RowRecord[] };
  system: { object: 'tables' | 'queries' | 'count'; tables: readonly TableName[] };
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
    format: 'json' | 'kv' | 'csv';
    field: string;
    /** Keeps other fields; parsed fields replace those of the same name. */
    overlay: boolean;
    pairDelimiter: string;
    keyDelimiter: string;
    /** Names for the columns of `csv`, if given. */
    names: readonly string[];
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
  memlookup: { action: 'build' | 'load' | 'drop' | 'list'; name: string; key: string };
  pass: unknown;
}

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

export interface Assignment {
  readonly field: string;
  readonly value: Expression;
}

export interface Aggregate {
  readonly function: AggregateFunction;
  readonly argument: Expression | undefined;
  /** The percentile, 0 to 100. */
  readonly percent: number | undefined;
  readonly column: string;
}

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
