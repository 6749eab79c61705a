import { randomBytes } from 'node:crypto';
import { type Role } from '../account';
import { type Parts } from '../parts';
import { addDemoRules } from './demoRules';
import { addDemoSchedules } from './demoSchedules';
import { addDemoTables } from './demoTables';
import { demoAuditEntries } from './demoAudit';
import { Seeded } from './seeded';

const accounts: readonly (readonly [loginName: string, role: Role])[] = [
  ['member', 'MEMBER'],
  ['admin', 'ADMIN'],
  ['master', 'MASTER'],
];

/** Fills an empty store with the sample data, the same every time but for the dates. One with tables is left alone. */
export async function fillDemo(parts: Parts, now = new Date()): Promise<void> {
  if (parts.logTables.all().length > 0) return;
  // Keys that came on the command line stand; the others are nobody's until somebody sets them.
  for (const [loginName, role] of accounts) {
    if (parts.accounts.findByLoginName(loginName)) continue;
    await parts.accounts.put(loginName, role, randomBytes(32).toString('base64url'));
  }
  // The rows keep the engine busy and the rest is many small writes: side by side they take the time of one.
  await Promise.all([
    addDemoTables(parts, new Seeded(4), now),
    addDemoRules(parts, new Seeded(1), now),
    addDemoSchedules(parts.scheduledQueries, new Seeded(2), now),
    parts.auditLog.appendAll(demoAuditEntries(new Seeded(3), now)),
  ]);
  for (const { guid } of await parts.scheduledQueries.all()) await parts.scheduler.refresh(guid);
}
