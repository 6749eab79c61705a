import * as z from 'zod/mini';
import { type Store } from './store';
import { type Migration } from './migration';
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

/** Brings the store to this release's form, in one transaction. */
export async function migrate(database: Store): Promise<void> {
  await database.write(async (transaction) => {
    await transaction.run(
      'CREATE TABLE IF NOT EXISTS migration (id VARCHAR PRIMARY KEY, applied TIMESTAMPTZ)',
    );
    const rows = z.array(appliedRow).parse(await transaction.run('SELECT id FROM migration'));
    const applied = new Set(rows.map(({ id }) => id));
    for (const migration of migrations.filter(({ id }) => !applied.has(id))) {
      for (const statement of migration.statements) await transaction.run(statement);
      await transaction.run('INSERT INTO migration VALUES (?, now())', [migration.id]);
    }
  });
}
