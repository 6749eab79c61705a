import type { InTransaction } from '../../store/store';
import type { Schema } from '../plan/kind';
import type { OperatorOf, Pipeline, RowRecord } from '../plan/operator';
import type { StoredResult } from './resultRows';
import type { PipelineProgress } from './commandProgress';
import type { Slot } from '../../../core/base/slots';

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
  readonly resultOf: (queryId: number) => StoredResult | undefined;
}

/** Provides the rows of `system` commands. */
export type SystemRows = (operator: OperatorOf<'system'>) => {
  readonly schema: Schema;
  readonly rows: readonly RowRecord[];
};

export interface PipelineRequest {
  readonly pipeline: Pipeline;
  readonly monitor: PipelineProgress;
  /** The results of the subqueries, in order. */
  readonly subqueries: readonly StoredResult[];
  /** Called with result rows while more may follow. */
  readonly onRows: (rows: StoredResult) => void;
}
