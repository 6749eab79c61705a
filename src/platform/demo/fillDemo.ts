import { roles } from '../account';
import type { Log } from '../errors';
import { addWithoutKey, localCompanyGuid } from '../store/accounts';
import { AuditLog } from '../store/auditEntries';
import type { Database } from '../store/database';
import { LogTables } from '../store/logTables';
import { References } from '../store/references';
import { Rules } from '../store/ruleStore';
import { ScheduledQueries } from '../store/queryStore';
import { TableGroups } from '../store/tableGroups';
import { addDemoRules } from './demoRules';
import { addDemoSchedules } from './demoSchedules';
import type { DemoChange } from './demoSchedules';
import { addDemoTables } from './demoTables';
import { SeededRandom } from './seededRandom';
import type { AuditEntry } from '../audit/auditEntry';

/**
 * Fills an empty store with sample data, which only differ in dates. It is one transaction: if the process is
 * killed, the store stays empty and is filled at the next start. A store with tables is not changed. Must be
 * called before anything reads the store into memory.
 */
export async function fillDemo(database: Database, log: Log): Promise<void> {
  const tables = await database.read('SELECT 1 FROM log_table LIMIT 1');
  if (tables.length > 0) return;
  const now = new Date();
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
      addDemoSchedules({ scheduledQueries, store }, new SeededRandom(2), now).then((changes) =>
        auditLog.append(...withChanges(demoAuditEntries(new SeededRandom(3), now), changes)),
      ),
    ]);
  });
}

const entryCount = 10_000;
const period = 90 * 24 * 60 * 60 * 1000;

/** The companies of the sample entries, the platform's own first. */
const companies: readonly [string, ...string[]] = [
  localCompanyGuid,
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000003',
];

const users = ['admin', 'master', 'member', 'jkim', 'slee', 'rsmith'] as const;

const operations: readonly [Operation, ...Operation[]] = [
  ['scheduled-query', 'update', { name: 'Server errors' }],
  ['scheduled-query', 'create', { name: 'Scanners' }],
  ['scheduled-query', 'stop', { succeeded: 1 }],
  ['scheduled-query', 'remove', { succeeded: 2 }],
  ['batch-rule', 'update', { name: '감사 로그 삭제' }],
  ['batch-rule', 'restore', { name: '감사 로그 삭제', version: 2 }],
  ['stream-rule', 'enable', { name: 'Web shell upload' }],
  ['table', 'set-retention', { table: 'fw_guest', period: 3 }],
  ['table', 'create', { table: 'web_staging' }],
  ['upload-stream', 'open', { file_name: 'access.log', table: 'web_shop' }],
  ['upload-stream', 'complete', { file_name: 'access.log', table: 'web_shop', rows: 1200 }],
];

type Operation = readonly [module: string, method: string, message: Readonly<Record<string, unknown>>];

/** Replaces the entries nearest to the changes. */
function withChanges(entries: readonly AuditEntry[], changes: readonly DemoChange[]): readonly AuditEntry[] {
  const changed = [...entries];
  for (const { guid, name, at } of changes) {
    const index = changed.findLastIndex(({ createdAt }) => createdAt <= at);
    const entry = changed[index];
    if (entry === undefined) continue;
    changed[index] = {
      ...entry,
      createdAt: at,
      companyGuid: localCompanyGuid,
      module: 'scheduled-query',
      method: 'update',
      parameters: { name, guid, query: 'table duration=1h fw_retired | stats count' },
      messageParameters: { name },
      error: undefined,
    };
  }
  return changed;
}

/** Ten thousand entries over ninety days, oldest first, one in forty rejected. */
export function demoAuditEntries(seeded: SeededRandom, now: Date): AuditEntry[] {
  const userGuids = new Map(users.map((user) => [user, seeded.guid()]));
  return Array.from({ length: entryCount }, (_, index): AuditEntry => {
    const user = seeded.pick(users);
    const [module, method, message] = seeded.pick(operations);
    const age = period * (1 - index / entryCount);
    return {
      createdAt: new Date(now.getTime() - age + seeded.below(600_000) * (index < entryCount - 1000 ? 1 : 0)),
      companyGuid: seeded.below(10) < 8 ? companies[0] : seeded.pick(companies),
      userGuid: userGuids.get(user),
      userName: user,
      remoteAddress: `10.20.${seeded.below(8)}.${1 + seeded.below(250)}`,
      module,
      method,
      parameters: { ...message, guid: seeded.guid() },
      messageParameters: message,
      error: seeded.below(40) === 0 ? 'no-permission' : undefined,
    };
  });
}
