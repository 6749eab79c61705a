import type { FulltextCondition, TableName } from '../../../language/ast';
import type { JoinType } from '../../../language/catalog/entry';
import type { AggregateFunction } from '../../../language/catalog/functions';
import type { Expression } from './expression';
import type { Schema } from './kind';

/**
 * One step of a query, independent of the engine: what happens to the rows, not how. `command` is the
 * position of its command, for which its rows are counted; one command may have several operators.
 */
export type Operator = { readonly command: number } & (
  | TableScanOperator
  | { readonly operator: 'rows'; readonly schema: Schema; readonly rows: readonly RowRecord[] }
  | SystemOperator
  | { readonly operator: 'filter'; readonly predicate: Expression }
  | { readonly operator: 'extend'; readonly assignments: readonly Assignment[] }
  | { readonly operator: 'project'; readonly fields: readonly string[]; readonly exclude: boolean }
  | {
      readonly operator: 'rename';
      readonly renames: readonly { readonly from: string; readonly to: string }[];
    }
  | { readonly operator: 'reorder'; readonly fields: readonly string[] }
  | AggregateOperator
  | {
      readonly operator: 'sort';
      readonly keys: readonly SortKey[];
      readonly limit: number | undefined;
      readonly by: readonly string[];
    }
  | { readonly operator: 'limit'; readonly offset: number; readonly maximum: number }
  | JoinOperator
  | { readonly operator: 'union'; readonly subquery: number }
  | { readonly operator: 'extract'; readonly field: string; readonly pattern: string }
  | ParseOperator
  | { readonly operator: 'explode'; readonly field: string }
  | { readonly operator: 'previous'; readonly fields: readonly string[] }
  | RepeatOperator
  | { readonly operator: 'discard' }
  | LookupOperator
  | { readonly operator: 'import'; readonly table: string }
  | PivotOperator
  | { readonly operator: 'networks'; readonly field: string; readonly table: string }
  | { readonly operator: 'result'; readonly id: number }
  | MemoryLookupOperator
  | { readonly operator: 'pass' }
);

export type OperatorOf<Name extends Operator['operator']> = Extract<Operator, { operator: Name }>;

/** A row as it was written: JSON values by field. */
export type RowRecord = Readonly<Record<string, unknown>>;

/** A number of a row as it was written, with all digits. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

export interface TableScanOperator {
  readonly operator: 'scan';
  readonly tables: readonly TableName[];
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly newestFirst: boolean;
  /** In any field and ignoring case. */
  readonly terms: FulltextCondition | undefined;
}

export interface SystemOperator {
  readonly operator: 'system';
  readonly object: 'tables' | 'queries' | 'count';
  readonly tables: readonly TableName[];
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

export interface AggregateOperator {
  readonly operator: 'aggregate';
  readonly aggregates: readonly Aggregate[];
  readonly by: readonly string[];
  /** For a time chart: rows are also grouped by intervals of `_time`, and the values of `by` become columns. */
  readonly span: string | undefined;
  /** Adds subtotals for each prefix of `by`, or for every combination. */
  readonly totals?: 'rollup' | 'cube' | undefined;
}

/** Groups by both and turns the values of `columns` into columns. */
export interface PivotOperator {
  readonly operator: 'pivot';
  readonly aggregates: readonly Aggregate[];
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

export interface JoinOperator {
  readonly operator: 'join';
  readonly type: JoinType;
  readonly keys: readonly string[];
  /** The index of the subquery in the plan. */
  readonly subquery: number;
}

export interface ParseOperator {
  readonly operator: 'parse';
  readonly format: 'json' | 'kv' | 'csv';
  readonly field: string;
  /** Keeps other fields; parsed fields replace those of the same name. */
  readonly overlay: boolean;
  readonly pairDelimiter: string;
  readonly keyDelimiter: string;
  /** Names for the columns of `csv`, if given. */
  readonly names: readonly string[];
}

export interface RepeatOperator {
  readonly operator: 'repeat';
  readonly count: number;
  /** Spreads the copies evenly over this time, for a query that takes equally long on any machine. */
  readonly overMilliseconds: number;
}

export interface MemoryLookupOperator {
  readonly operator: 'memlookup';
  readonly action: 'use' | 'build' | 'load' | 'drop' | 'list';
  readonly name: string;
  /** Empty if the action requires none. */
  readonly key: string;
}

export interface LookupOperator {
  readonly operator: 'lookup';
  readonly table: string;
  readonly key: string;
  /** The field of the input rows that contains the key. */
  readonly input: string;
  readonly outputs: readonly { readonly field: string; readonly as: string }[];
}

/** A planned query or subquery. Its subqueries run first, in order. */
export interface Pipeline {
  /** The offset in the query text, which identifies the pipeline. */
  readonly index: number;
  readonly operators: readonly Operator[];
  readonly subqueries: readonly Pipeline[];
}
