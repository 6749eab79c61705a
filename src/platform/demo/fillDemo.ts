import { roles } from '../account';
import type { Log } from '../log';
import { addWithoutKey } from '../store/accounts';
import { AuditLog } from '../store/auditLog';
import type { Database } from '../store/database';
import { LogTables } from '../store/logTables';
import { References } from '../store/references';
import { Rules } from '../store/rules';
import { ScheduledQueries } from '../store/scheduledQueries';
import { TableGroups } from '../store/tableGroups';
import { demoAuditEntries } from './demoAudit';
import { addDemoRules } from './demoRules';
import { addDemoSchedules } from './demoSchedules';
import { addDemoTables } from './demoTables';
import { SeededRandom } from './seededRandom';

/**
 * Fills an empty store with sample data, which only differ in dates. It is one transaction: if the process is
 * killed, the store stays empty and is filled at the next start. A store with tables is not changed. Must be
 * called before anything reads the store into memory.
 */
export async function fillDemo(database: Database, log: Log, now = new Date()): Promise<void> {
  const tables = await database.read('SELECT 1 FROM log_table LIMIT 1');
  if (tables.length > 0) return;
  await database.writeAsOne(async (store) => {
    const references = await References.load(store);
    const logTables = await LogTables.open(store, log);
    const tableGroups = await TableGroups.load(store);
    const auditLog = await AuditLog.load(store);
    const scheduledQueries = await ScheduledQueries.load(store);
    // Part of the sample data, so that a revoked account is not added again. They cannot be used until they get a key.
    for (const role of roles) await addWithoutKey(store, role.toLowerCase(), role);
    // The rows keep the engine busy while the rest is many small writes, so both run concurrently.
    await Promise.all([
      addDemoTables({ store, logTables, tableGroups, references }, new SeededRandom(4), now),
      addDemoRules({ rules: new Rules(store), references }, new SeededRandom(1), now),
      addDemoSchedules(scheduledQueries, new SeededRandom(2), now),
      auditLog.appendAll(demoAuditEntries(new SeededRandom(3), now)),
    ]);
  });
}
