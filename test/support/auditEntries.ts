import { forListedFilters } from '../../src/core/interface/auditFilters';
import { readAuditLog } from '../../src/core/interface/auditLog';
import type { AuditLog, AuditLogPage } from '../../src/core/interface/auditLog';
import type { RunningApp } from './startApp';

/** An entry without texts, with these fields as the platform sends them. */
export function auditEntry(fields: object = {}): AuditLog {
  const texts = { user: '', user_name: '', remote_ip: '', module: '', method: '', result: '' };
  return readAuditLog({ id: 1, ...texts, time: 0, created_at: 0, ...fields });
}

/** A page of a search that has this many matches. */
export function auditPage(items: readonly AuditLog[], total = items.length): AuditLogPage {
  return { total, items, choices: forListedFilters(() => null) };
}

/** Entries one second apart, the newest at `until`, written directly to the store. */
export async function fillAuditLog(app: RunningApp, count: number, until: Date): Promise<void> {
  const last = Math.floor(until.getTime() / 1000);
  await app.parts.database.write(({ run }) =>
    run(`INSERT INTO audit_log
      SELECT 1000000 + i, to_timestamp(${last - count + 1} + i), 'company', md5(i::VARCHAR), 'user' || (i % 5),
        '10.0.0.' || (i % 256), 'table.create', 'table', 'create', '{"table":"t' || i || '"}', '{}', NULL,
        concat_ws(chr(10), 'user' || (i % 5), 't' || i)
      FROM range(${count}) numbers(i)`),
  );
}
