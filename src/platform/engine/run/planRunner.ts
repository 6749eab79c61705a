import type { InTransaction } from '../../store/store';
import type { Expression, Literal } from '../plan/expression';
import type { Schema } from '../plan/kind';
import type { RowRecord, SystemOperator } from '../plan/operator';
import type { Pipeline } from '../plan/pipeline';
import type { PipelineMonitor } from './pipelineMonitor';
import type { Slot } from './slots';

/** Runs plans. Only its implementation knows how rows are stored. */
export interface PlanRunner {
  /** Rejects pipelines that cannot run with any data. */
  check(pipeline: Pipeline, signal: AbortSignal): Promise<void>;
  /** The memory and disk space of all rows of queries, running and kept. */
  resultBytes(): Promise<number>;
  /** The caller closes the session. */
  open(request: SessionRequest): Promise<RunnerSession>;
}

export interface SessionRequest {
  readonly queryId: number;
  /** Cancels the work, even inside a long statement. */
  readonly signal: AbortSignal;
  /** Waits without occupying a slot. */
  readonly rest: Slot['rest'];
  readonly systemRows: SystemRows;
  /** Committed together with the rows that the query writes to a table. */
  readonly besideImport: (table: string) => InTransaction<number>;
  /** The account of the query. */
  readonly owner: string;
  /** The result of another query, if it may be read. */
  readonly resultOf: (queryId: number) => ResultRows | undefined;
}

/** Provides the rows of `system` commands. */
export type SystemRows = (operator: SystemOperator) => {
  readonly schema: Schema;
  readonly rows: readonly RowRecord[];
};

export interface RunnerSession {
  /** Evaluates an expression without fields. */
  evaluate(expression: Expression): Promise<Literal>;
  run(request: PipelineRequest): Promise<ResultRows>;
  /** Ends the session. The kept result stays readable until it is dropped; all others are dropped. */
  close(kept: ResultRows | undefined): Promise<void>;
  /** Drops all results of the session. */
  drop(): Promise<void>;
}

export interface PipelineRequest {
  readonly pipeline: Pipeline;
  readonly monitor: PipelineMonitor;
  /** The results of the subqueries, in order. */
  readonly subqueries: readonly ResultRows[];
  /** Called with result rows while more may follow. */
  readonly onRows: (rows: ResultRows) => void;
}

/** Cells are JSON or plain text; null without a value. */
export type CellStyle = 'json' | 'text';

export interface ResultRows {
  readonly schema: Schema;
  readonly count: number;
  /** Streams rows in chunks, so that they never fill the memory. */
  read(range: RowRange, style: CellStyle): AsyncIterable<readonly ResultRow[]>;
}

export type ResultRow = readonly (string | null)[];

export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}
