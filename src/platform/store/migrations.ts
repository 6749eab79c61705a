import * as z from 'zod/mini';
import type { Store } from './store';
import type { Migration } from './migration';
import { accountMigrations } from './migrations/accounts';
import { auditLogMigrations } from './migrations/auditLog';
import { logTableMigrations } from './migrations/logTables';
import { queryHistoryMigrations } from './migrations/queryHistory';
import { ruleMigrations } from './migrations/rules';
import { scheduledQueryMigrations } from './migrations/scheduledQueries';
import { uploadMigrations } from './migrations/uploads';

/** In the order in which they are applied to an empty store. */
const migrations: readonly Migration[] = [
  ...accountMigrations,
  ...auditLogMigrations,
  ...scheduledQueryMigrations,
  ...logTableMigrations,
  ...ruleMigrations,
  ...uploadMigrations,
  ...queryHistoryMigrations,
];

const appliedRow = z.object({ id: z.string() });

/** Migrates the store to this release in one transaction. */
export async function migrate(database: Store): Promise<void> {
  await database.write(async (transaction) => {
    const rows = await transaction.run(
      `CREATE TABLE IF NOT EXISTS migration (id VARCHAR PRIMARY KEY, applied TIMESTAMPTZ);
       SELECT id FROM migration`,
    );
    const applied = new Set(
      z
        .array(appliedRow)
        .parse(rows)
        .map(({ id }) => id),
    );
    const missing = migrations.filter(({ id }) => !applied.has(id));
    if (missing.length === 0) return;
    // All statements at once: a single statement costs more in transfer than in execution.
    await transaction.run(missing.flatMap(({ statements }) => statements).join(';\n'));
    await transaction.run('INSERT INTO migration SELECT unnest(?), now()', [missing.map(({ id }) => id)]);
  });
}
