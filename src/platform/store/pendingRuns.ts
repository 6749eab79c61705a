import * as z from 'zod/mini';
import type { Store, Transaction } from './store';

/** Values that a scheduled query passes to the next queries. */
export type OutputValues = Readonly<Record<string, unknown>>;

/** A run that is due because the preceding one has ended. It is stored until it starts. */
export interface PendingRun {
  readonly guid: string;
  readonly constants: OutputValues;
}

/** Stores due runs in the transaction that ends the preceding one, so that a crash loses none. */
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

/** The runs that were due when the platform ended, one per query, without disabled and deleted queries. */
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
