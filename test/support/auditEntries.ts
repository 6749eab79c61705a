import type { RunningApp } from './startApp';

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
