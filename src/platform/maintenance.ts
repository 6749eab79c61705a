import type { Services, ServicesOptions } from './services';
import { mayDelete } from './store/cleanUps';
import { forgetScheduledRuns } from './store/scheduledRuns';
import { TableMaintenance } from './store/tableMaintenance';

const hour = 60 * 60 * 1000;

/** Runs maintenance at startup, every hour, and for a table after an append. */
export function startMaintenance(
  {
    logTables,
    uploads,
    auditLog,
    queryHistory,
    database,
  }: Pick<Services, 'logTables' | 'uploads' | 'auditLog' | 'queryHistory' | 'database'>,
  { auditRetention, timeZone, log }: Pick<ServicesOptions, 'auditRetention' | 'timeZone' | 'log'>,
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
