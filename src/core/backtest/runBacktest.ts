import { runQuery } from '../api/runQuery';
import type { QueryClient } from '../api/runningQuery';
import { ownQuery } from '../interface/ownQueries';
import type { RawRecord } from '../interface/optional';
import type { BacktestRun } from './planBacktest';

/** What one run has found. */
export interface RunResult {
  readonly run: BacktestRun;
  readonly rows: readonly RawRecord[];
  /** Milliseconds. */
  readonly elapsed: number;
  /** Whether it has more rows than the limit. */
  readonly truncated: boolean;
}

export const defaultMaxRows = 20_000;

/**
 * Runs one query after the other, never two at once, and ends early when there are more rows than the limit. The
 * platform stops a query at the limit too.
 */
export async function* runBacktest(
  client: QueryClient,
  runs: Iterable<BacktestRun>,
  {
    maxRows = defaultMaxRows,
    signal,
  }: { readonly maxRows?: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<RunResult, void> {
  let left = maxRows;
  for (const run of runs) {
    signal?.throwIfAborted();
    const started = performance.now();
    // One more than is kept shows that there are more.
    const text = ownQuery(`${run.text}\n| limit ${left + 1}`);
    const { rows, total } = await runQuery(client, text, { limit: left + 1, signal });
    const truncated = rows.length > left || BigInt(total ?? 0) > BigInt(rows.length);
    const rowsLeft = rows.slice(0, left);
    left -= rowsLeft.length;
    yield { run, rows: rowsLeft, elapsed: performance.now() - started, truncated };
    if (truncated) return;
  }
}
