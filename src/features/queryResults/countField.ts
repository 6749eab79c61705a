import type { PlatformClient } from '../../api/client';
import type { Cell, FieldStatistics } from '../../shared/protocol/queryResults';
import { exactInteger, parseJsonExactly } from '../../shared/wire/integers';
import type { Integer64 } from '../../shared/wire/integers';
import { everything, linesOf } from './exportRows';
import { toCell } from '../../results/resultTable';
import type { RowMask } from '../../results/maskResults';
import { isCancellation } from '../../ui/prompts/cancelled';
import { describeFailure } from '../../ui/failures/failureText';
import type { QueryRun } from './queryRun';
import { rowMaskOf } from '../../results/maskResults';
import { exportCursor } from '../../api/operations/queries';

/** Further distinct values are not counted separately, to limit memory. */
const maxDistinct = 100_000;
const shownValues = 20;

type Counted = Omit<FieldStatistics, 'column' | 'total' | 'done' | 'failure'>;

/** Counts the values of a field row by row. */
export class FieldCount {
  #read = 0;
  #filled = 0;
  #cut = false;
  #least: Extreme | null = null;
  #greatest: Extreme | null = null;
  readonly #values = new Map<string, { readonly shown: Cell; count: number }>();

  /** @param shown returns the displayed value; called only if needed, which is rare. */
  add(value: Cell, shown: () => Cell = () => value): void {
    this.#read += 1;
    if (value === null) return;
    this.#filled += 1;
    if (this.#least === null || isBefore(value, this.#least.value)) this.#least = { value, shown: shown() };
    if (this.#greatest === null || isBefore(this.#greatest.value, value))
      this.#greatest = { value, shown: shown() };
    const key = typeof value === 'string' ? value : `\0${JSON.stringify(value)}`;
    const known = this.#values.get(key);
    if (known) known.count += 1;
    else if (this.#values.size < maxDistinct) this.#values.set(key, { shown: shown(), count: 1 });
    else this.#cut = true;
  }

  get result(): Counted {
    const top = [...this.#values.values()].sort((one, other) => other.count - one.count);
    return {
      read: this.#read,
      filled: this.#filled,
      distinct: this.#values.size,
      distinctCut: this.#cut,
      least: this.#least?.shown ?? null,
      greatest: this.#greatest?.shown ?? null,
      top: top.slice(0, shownValues).map(({ shown, count }) => ({ value: shown, count })),
    };
  }
}

interface Extreme {
  readonly value: Cell;
  readonly shown: Cell;
}

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

/** Numbers by value, times with different offsets by the instant, everything else as text. */
function isBefore(one: Cell, other: Cell): boolean {
  const [left, right] = [amountOf(one), amountOf(other)];
  if (left !== undefined && right !== undefined) return left < right;
  const [first, second] = [cellText(one), cellText(other)];
  const areTimes = first.slice(-5) !== second.slice(-5) && time.test(first) && time.test(second);
  return areTimes ? Date.parse(first) < Date.parse(second) : first < second;
}

const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d{4}$/;
/** An integer that a number would round. */
const longInteger = /^-?\d{16,20}$/;

function amountOf(value: Cell): Integer64 | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && longInteger.test(value) ? exactInteger(value) : undefined;
}

function cellText(value: Cell): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
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
      if (isCancellation(error)) return;
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
