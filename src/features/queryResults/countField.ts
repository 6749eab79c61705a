import type { PlatformClient } from '../../api/client';
import { FieldCount } from '../../results/fieldCount';
import type { Counted } from '../../results/fieldCount';
import type { FieldStatistics } from '../../shared/protocol/queryResults';
import { parseJsonExactly } from '../../shared/wire/integers';
import { everything, linesOf } from './resultsExport';
import { toCell } from '../../results/resultTable';
import type { RowMask } from '../../results/maskResults';
import { isCancellation } from '../../ui/prompts/canceled';
import { describeFailure } from '../../ui/failures/failureText';
import type { QueryRun } from './queryRun';
import { rowMaskOf } from '../../results/maskResults';
import { exportCursor } from '../../api/operations/queries';

/** Reads every row of a cursor. The count is up to date whenever `progress` is called. */
export async function countField(
  client: PlatformClient,
  cursor: number,
  column: string,
  progress: (counted: Counted) => void,
  signal: AbortSignal,
  mask?: RowMask,
): Promise<Counted> {
  const count = new FieldCount();
  for await (const lines of linesOf(client.stream(exportCursor(cursor, 'json', everything), signal))) {
    for (const line of lines) addLine(count, line, column, mask);
    progress(count.result);
  }
  return count.result;
}

/** Masks the whole row, because values of one column are also masked in the text of others. */
function addLine(count: FieldCount, line: string, column: string, mask: RowMask | undefined): void {
  const row = parseJsonExactly(line);
  const entries = typeof row === 'object' && row !== null ? Object.entries(row) : [];
  const value = toCell(new Map<string, unknown>(entries).get(column));
  count.add(value, mask && (() => toCell(mask.row(Object.fromEntries(entries))[column])));
}

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
    let counted: Counted = new FieldCount().result;
    const onUpdate = (more: Pick<FieldStatistics, 'done' | 'failure'>): void => {
      if (!signal.aborted) post({ column, total: Math.max(run.rowCount, counted.read), ...counted, ...more });
    };
    onUpdate({ done: false, failure: null });
    let reportedAt = Date.now();
    try {
      counted = await this.#read(run, column, signal, (counts) => {
        counted = counts;
        if (Date.now() - reportedAt < reportEvery) return;
        reportedAt = Date.now();
        onUpdate({ done: false, failure: null });
      });
      onUpdate({ done: true, failure: null });
    } catch (error) {
      if (isCancellation(error)) return;
      onUpdate({ done: true, failure: describeFailure(error).sentence });
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
