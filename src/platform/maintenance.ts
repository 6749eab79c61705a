import type { CommandLine } from './commandLine';
import type { Log } from './log';
import type { AuditLog } from './store/auditLog';
import { mayDelete } from './store/cleanUps';
import type { Database } from './store/database';
import type { LogTables } from './store/logTables';
import type { QueryHistory } from './store/queryHistory';
import { forgetScheduledRuns } from './store/scheduledRuns';
import { TableMaintenance } from './store/tableMaintenance';
import type { Uploads } from './uploads/uploads';

const hour = 60 * 60 * 1000;

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
    await work().catch((error: unknown) => log(`upkeep of ${subject}`, error));
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
    await attempt('the audit log', () => auditLog.forget(before));
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
