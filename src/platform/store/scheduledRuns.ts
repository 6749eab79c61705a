import * as z from 'zod/mini';
import { countText, maxWaiting } from '../cronTimes';
import type { SkippedTimes } from '../cronTimes';
import { appendRows, countColumn, parseRows } from './sqlValue';
import type { Store, Transaction } from './store';

/** A run of a scheduled query that has ended, or several due times that were skipped. */
const scheduledRun = z.object({
  due: z.date(),
  started: z.date(),
  finished: z.date(),
  elapsedMilliseconds: countColumn,
  rows: countColumn,
  resultState: z.string(),
  failure: z.optional(z.string()),
});

export type ScheduledRun = Readonly<z.infer<typeof scheduledRun>>;

export type RunEnd = { readonly elapsedMilliseconds: number; readonly rows: number } & (
  | { readonly result: 'succeeded' }
  | { readonly result: 'failed'; readonly reason: string }
);

/** The number of runs that are kept for each scheduled query. */
export const maxRuns = 200;

/** The ended runs of a scheduled query, newest first. */
export async function readScheduledRuns(database: Store, guid: string): Promise<readonly ScheduledRun[]> {
  const rows = await database.read(
    `SELECT due, started, finished, elapsed_time AS elapsed_milliseconds, row_count AS rows, result_state, failure
     FROM scheduled_run WHERE guid = ? ORDER BY started DESC, rowid DESC LIMIT ${maxRuns}`,
    [guid],
  );
  return parseRows(scheduledRun, rows);
}

export async function addScheduledRuns(
  { connection }: Transaction,
  runs: Iterable<readonly [guid: string, run: ScheduledRun]>,
): Promise<void> {
  await appendRows(
    connection,
    'scheduled_run',
    Array.from(runs, ([guid, run]) => [
      guid,
      run.due,
      run.started,
      run.finished,
      BigInt(run.elapsedMilliseconds),
      BigInt(run.rows),
      run.resultState,
      run.failure,
    ]),
  );
}

/** Deletes all but the newest runs of each scheduled query. */
export async function forgetScheduledRuns(database: Store): Promise<void> {
  await database.write(({ run }) =>
    run(`DELETE FROM scheduled_run WHERE rowid IN (
      SELECT rowid FROM scheduled_run
      QUALIFY row_number() OVER (PARTITION BY guid ORDER BY started DESC, rowid DESC) > ${maxRuns})`),
  );
}

/** How skipped due times appear among the runs. */
export function skippedRun({ first, count }: SkippedTimes, now: Date): ScheduledRun {
  return {
    due: first,
    started: now,
    finished: now,
    elapsedMilliseconds: 0,
    rows: 0,
    resultState: 'skipped',
    failure: `skipped ${countText(count)} due times, because ${maxWaiting} later ones were already waiting`,
  };
}
