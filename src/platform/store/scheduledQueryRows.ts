import * as z from 'zod/mini';
import { scheduledQueryRow } from '../schedule';
import type { ScheduledQueryRow, StoredScheduledQuery } from '../schedule';
import { appendRows, mapColumn, parseRows } from './sqlValue';
import type { SqlParameters } from './sqlValue';
import type { Store, Transaction } from './store';
import { hour } from '../../core/time/durations';

export async function readScheduledQueries(database: Store): Promise<readonly StoredScheduledQuery[]> {
  const rows = await database.read(
    'SELECT * RENAME (elapsed_time AS elapsed_milliseconds) FROM scheduled_query',
  );
  return parseRows(scheduledQueryRow, rows).map(
    ({ triggerType: type, cronSchedule, precedingGuid, precedingAction, ...query }) => ({
      ...query,
      trigger:
        type === 'cron'
          ? { type, schedule: cronSchedule ?? '' }
          : { type, precedingGuid: precedingGuid ?? '', action: precedingAction ?? 'finished' },
    }),
  );
}

/** Inserts rows that do not exist yet. */
export async function insertScheduledQueries(
  { connection }: Transaction,
  queries: readonly StoredScheduledQuery[],
): Promise<void> {
  await appendRows(connection, 'scheduled_query', queries.map(valuesOf));
}

const columns = z.keyof(scheduledQueryRow).options;

/** In the order of the table's columns. */
function valuesOf({ trigger, ...query }: StoredScheduledQuery): SqlParameters {
  const workflow = trigger.type === 'workflow' ? trigger : undefined;
  const row: ScheduledQueryRow = {
    ...query,
    triggerType: trigger.type,
    cronSchedule: trigger.type === 'cron' ? trigger.schedule : undefined,
    precedingGuid: workflow?.precedingGuid,
    precedingAction: workflow?.action,
  };
  return columns.map((column) => row[column]);
}

/** Values that a scheduled query passes to the next queries. */
export type OutputValues = Readonly<Record<string, unknown>>;

/** A run that is due because the preceding one has ended. It is stored until it starts. */
const pendingRun = z.object({ guid: z.string(), constants: mapColumn, due: z.date() });

export type PendingRun = Readonly<z.infer<typeof pendingRun>>;

/** Stores due runs in the transaction that ends the preceding one, so that a crash loses none. */
export async function addPendingRuns(
  { connection }: Transaction,
  runs: readonly PendingRun[],
): Promise<void> {
  if (runs.length === 0) return;
  const rows = runs.map(({ guid, constants, due }) => [guid, JSON.stringify(constants), due]);
  await appendRows(connection, 'pending_run', rows);
}

/** The runs that were due when the platform ended, in the order in which they were due. */
export async function readPendingRuns(database: Store): Promise<readonly PendingRun[]> {
  return parseRows(
    pendingRun,
    await database.read('SELECT guid, constants, due FROM pending_run ORDER BY due'),
  );
}

export async function deletePendingRuns({ run }: Transaction, guid: string, until: Date): Promise<void> {
  await run('DELETE FROM pending_run WHERE guid = ? AND due <= ?', [guid, until]);
}

/** Since when due times count. A time far ahead is from a clock that was wrong. */
export function unhandledSince({ handledUntil, created }: StoredScheduledQuery, now: Date): Date {
  const until = handledUntil ?? created;
  return until.getTime() > now.getTime() + hour ? now : until;
}

/** Whether a run that was due then has started, or was skipped or discarded. */
export function isHandled({ handledUntil }: StoredScheduledQuery, due: Date): boolean {
  return handledUntil !== undefined && due <= handledUntil && handledUntil.getTime() <= Date.now() + hour;
}
