import * as z from 'zod/mini';
import type { Store, Transaction } from './store';

/** Values that a scheduled query passes to the next queries. */
export type OutputValues = Readonly<Record<string, unknown>>;

/** A run that is due because the one before it has ended. It is recorded until it has begun. */
export interface PendingRun {
  readonly guid: string;
  readonly constants: OutputValues;
}

/** Records runs as due, in the transaction in which the one before them ends: a crash in between loses none. */
export async function addPendingRuns(
  { run }: Transaction,
  guids: readonly string[],
  constants: OutputValues,
): Promise<void> {
  if (guids.length === 0) return;
  await run('INSERT INTO pending_run SELECT unnest(?), ?', [guids, JSON.stringify(constants)]);
}

export async function removePendingRun({ run }: Transaction, guid: string): Promise<void> {
  await run('DELETE FROM pending_run WHERE guid = ?', [guid]);
}

/** What was due when the platform ended, each query once. What has been switched off or removed since is not. */
export async function readPendingRuns(database: Store): Promise<readonly PendingRun[]> {
  const rows = await database.read(
    `SELECT guid, any_value(constants) AS constants FROM pending_run
     WHERE guid IN (SELECT guid FROM scheduled_query WHERE enabled) GROUP BY guid`,
  );
  return z.array(pendingRun).parse(rows);
}

const pendingRun = z.pipe(
  z.object({ guid: z.string(), constants: z.string() }),
  z.transform(({ guid, constants }): PendingRun => ({
    guid,
    constants: z.record(z.string(), z.unknown()).parse(JSON.parse(constants)),
  })),
);
