import { FieldCount } from '../../../core/results/fieldCount';
import type { Counted } from '../../../core/results/fieldCount';
import type { FieldStatistics } from '../../../core/pages/queryResults';
import { parseJsonExactly } from '../../../core/base/integers';
import { linesOf } from './rowLines';
import type { RowSource } from '../../../core/api/runningQuery';
import { toCell } from '../../../core/results/resultTable';
import type { RowMask } from '../../../core/privacy/maskResults';
import { isCancellation } from '../../ui/prompts/canceled';
import { describeFailure } from '../../ui/failures/failureText';
import type { QueryRun } from './queryRun';
import { rowMaskOf } from '../../../core/privacy/maskResults';

/** Counts a field in every row. The count is up to date whenever `progress` is called. */
export async function countField(
  { json }: RowSource,
  column: string,
  progress: (counted: Counted) => void,
  mask?: RowMask,
): Promise<Counted> {
  const count = new FieldCount();
  for await (const lines of linesOf(json())) {
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
      const progress = (counts: Counted): void => {
        counted = counts;
        if (Date.now() - reportedAt < reportEvery) return;
        reportedAt = Date.now();
        onUpdate({ done: false, failure: null });
      };
      counted = await countField(run.source(signal), column, progress, rowMaskOf(run.text));
      onUpdate({ done: true, failure: null });
    } catch (error) {
      if (isCancellation(error)) return;
      onUpdate({ done: true, failure: describeFailure(error).sentence });
    }
  }
}
