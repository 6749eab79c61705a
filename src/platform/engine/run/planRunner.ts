import type { InTransaction } from '../../store/store';
import type { Expression, Literal } from '../plan/expression';
import type { Schema } from '../plan/kind';
import type { RowRecord, SystemOperator } from '../plan/operator';
import type { Pipeline } from '../plan/pipeline';
import type { PipelineMonitor } from './pipelineMonitor';
import type { Slot } from './slots';

/** What runs plans. The only part of the engine, with the printer behind it, that knows how rows are stored. */
export interface PlanRunner {
  /** Refuses, with the language's reasons, what no data could make run. */
  check(pipeline: Pipeline, signal: AbortSignal): Promise<void>;
  /** What all rows of queries, kept and under way, occupy in memory and on disk. */
  resultBytes(): Promise<number>;
  /** The caller closes the session. */
  open(request: SessionRequest): Promise<RunnerSession>;
}

export interface SessionRequest {
  readonly queryId: number;
  /** Ends the work, also inside a long statement. */
  readonly signal: AbortSignal;
  /** Waits without keeping others from running. */
  readonly rest: Slot['rest'];
  readonly systemRows: SystemRows;
  /** What is committed together with the rows that the query writes to a table. */
  readonly besideImport: (table: string) => InTransaction<number>;
  /** Whose query it is. */
  readonly owner: string;
  /** The result of another query that may be read. */
  readonly resultOf: (queryId: number) => ResultRows | undefined;
}

/** Answers the `system` commands. */
export type SystemRows = (operator: SystemOperator) => {
  readonly schema: Schema;
  readonly rows: readonly RowRecord[];
};

export interface RunnerSession {
  /** The value of an expression without fields. */
  evaluate(expression: Expression): Promise<Literal>;
  run(request: PipelineRequest): Promise<ResultRows>;
  /** Ends the session. The kept result stays readable until it is dropped, all others go. */
  close(kept: ResultRows | undefined): Promise<void>;
  /** Frees what all results of the session occupy. */
  drop(): Promise<void>;
}

export interface PipelineRequest {
  readonly pipeline: Pipeline;
  readonly monitor: PipelineMonitor;
  /** The results of the pipeline's subqueries, in their order. */
  readonly subqueries: readonly ResultRows[];
  /** Told of result rows while there may still come more. */
  readonly onRows: (rows: ResultRows) => void;
}

/** Cells are JSON texts, or plain texts; null where there is no value. */
export type CellStyle = 'json' | 'text';

export interface ResultRows {
  readonly schema: Schema;
  readonly count: number;
  /** Streams rows in chunks; all of them are never in memory at once. */
  read(range: RowRange, style: CellStyle): AsyncIterable<readonly ResultRow[]>;
}

export type ResultRow = readonly (string | null)[];

export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}
