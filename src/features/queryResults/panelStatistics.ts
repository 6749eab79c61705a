import { isCancellation } from '../../ui/prompts/cancelled';
import { describeFailure } from '../../ui/failures/failureText';
import type { FieldStatistics } from '../../shared/protocol/queryResults';
import type { QueryRun } from './queryRun';
import { countField, FieldCount } from './countField';
import { rowMaskOf } from './rowMask';

const reportEvery = 250;

/** Counts one field of a run at a time; the next one cancels the previous. */
export class PanelStatistics {
  #end = new AbortController();

  stop(): void {
    this.#end.abort();
  }

  async count(run: QueryRun, column: string, post: (statistics: FieldStatistics) => void): Promise<void> {
    this.stop();
    const { signal } = (this.#end = new AbortController());
    let counted: Omit<FieldStatistics, 'column' | 'total' | 'done' | 'failure'> = new FieldCount().result;
    const tell = (more: Pick<FieldStatistics, 'done' | 'failure'>): void => {
      if (!signal.aborted) post({ column, total: Math.max(run.rowCount, counted.read), ...counted, ...more });
    };
    tell({ done: false, failure: null });
    let told = Date.now();
    try {
      counted = await this.#read(run, column, signal, (counts) => {
        counted = counts;
        if (Date.now() - told < reportEvery) return;
        told = Date.now();
        tell({ done: false, failure: null });
      });
      tell({ done: true, failure: null });
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      tell({ done: true, failure: describeFailure(error).sentence });
    }
  }

  /** A canceled query has only the rows that were fetched. */
  async #read(
    run: QueryRun,
    column: string,
    signal: AbortSignal,
    progress: (counted: FieldCount['result']) => void,
  ): Promise<FieldCount['result']> {
    if (run.queryId !== null && !run.dropped) {
      return countField(await run.client(), run.queryId, column, progress, signal, rowMaskOf(run.text));
    }
    const index = run.columns.findIndex(({ name }) => name === column);
    const count = new FieldCount();
    for (const row of await run.rows(0, run.rowCount)) count.add(row[index] ?? null);
    return count.result;
  }
}
