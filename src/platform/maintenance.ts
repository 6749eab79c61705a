import type { CommandLine } from './commandLine';
import type { Log } from './errors';
import type { AuditLog } from './store/auditEntries';
import type { Database } from './store/database';
import type { LogTables } from './store/logTables';
import type { QueryHistory } from './store/queryTexts';
import { forgetScheduledRuns } from './store/scheduledRuns';
import { TableMaintenance } from './store/tableMaintenance';
import type { Uploads } from './uploads/uploadStore';
import * as z from 'zod/mini';
import { appendRows, parseRows } from './store/sqlValue';
import type { Store } from './store/store';
import { day, hour } from '../core/time/durations';

interface Maintained {
  readonly logTables: LogTables;
  readonly uploads: Uploads;
  readonly auditLog: AuditLog;
  readonly queryHistory: QueryHistory;
  readonly database: Database;
}

interface MaintenanceOptions extends Pick<CommandLine, 'auditRetention' | 'timeZone'> {
  readonly log: Log;
}

/** Runs maintenance at startup, every hour, and for a table after an append. */
export function startMaintenance(
  { logTables, uploads, auditLog, queryHistory, database }: Maintained,
  { auditRetention, timeZone, log }: MaintenanceOptions,
): AsyncDisposable {
  const tables = new TableMaintenance(database, logTables, timeZone);
  const running = new Set<Promise<void>>();
  // A failure is logged, and the remaining work continues.
  const attempt = async (subject: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => log(`maintenance of ${subject}`, error));
  };
  const inBackground = (work: () => Promise<void>): void => {
    const done = work().finally(() => running.delete(done));
    running.add(done);
  };
  const everything = async (): Promise<void> => {
    const now = new Date(Date.now());
    const deletes = await mayDelete(database, now, log);
    if (deletes) await attempt('uploads', () => uploads.sweep(now));
    for (const { guid, name } of logTables.all()) {
      await attempt(`the table ${name}`, () => tables.run(guid, deletes ? now : undefined));
    }
    await attempt('the runs of scheduled queries', () => forgetScheduledRuns(database));
    if (!deletes) return;
    // Without a retention, 1970.
    const before = new Date(Math.max(0, now.getTime() - auditRetention));
    if (before.getTime() > 0) await attempt('the audit log', () => auditLog.forget(before));
    await attempt('the query history', () => queryHistory.forget(before));
  };
  inBackground(everything);
  const timer = setInterval(() => inBackground(everything), hour);
  timer.unref();
  const unwatch = logTables.watchAppends((name) =>
    inBackground(() => attempt(`the table ${name}`, () => tables.tidy(name))),
  );
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      unwatch();
      await Promise.all(running);
    },
  };
}

const cleanUpRow = z.object({ last: z.date(), waitsUntil: z.optional(z.date()) });

/**
 * Whether old data may be deleted at this time, which is stored as that of the last clean-up. A clock that is more than
 * a day away from the last clean-up may be wrong, so nothing is deleted until it has stayed there for a day.
 */
async function mayDelete(database: Store, now: Date, log: Log): Promise<boolean> {
  const rows = await database.read('SELECT last, waits_until FROM clean_up');
  const [cleanUp] = parseRows(cleanUpRow, rows);
  const jump = cleanUp ? now.getTime() - cleanUp.last.getTime() : 0;
  const hasJumped = Math.abs(jump) > day;
  const waitsUntil = hasJumped ? new Date(now.getTime() + day) : cleanUp?.waitsUntil;
  if (hasJumped && waitsUntil) {
    const days = Math.round(Math.abs(jump) / day);
    const direction = jump > 0 ? 'after' : 'before';
    log(
      `nothing is deleted before ${waitsUntil.toISOString()}: the clock is ${days} days ${direction} the last clean-up`,
    );
  }
  const isWaiting = waitsUntil !== undefined && now < waitsUntil;
  // On a full disk, deleting is what helps.
  await database
    .write(async ({ run, connection }) => {
      await run('DELETE FROM clean_up');
      await appendRows(connection, 'clean_up', [[now, isWaiting ? waitsUntil : undefined]]);
    })
    .catch((error: unknown) => log('the time of the last clean-up', error));
  return !isWaiting;
}
