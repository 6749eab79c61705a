import { Database } from '../../src/platform/store/database';
import { migrate } from '../../src/platform/store/migrations';

/** Adds very many tables directly to a store that no platform has open, for tests of reading. */
export async function makeTables(dataFolder: string, count: number): Promise<void> {
  await using database = await Database.open(dataFolder);
  await migrate(database);
  await database.write(({ run }) =>
    run(
      `INSERT INTO log_table SELECT uuid()::VARCHAR, 'table_' || lpad(i::VARCHAR, 6, '0'), 'columnar', 'snappy', 0, NULL, NULL,
        CASE WHEN i % 2 = 0 THEN 'web' END, 1, now() FROM range(${count}) numbers(i)`,
    ),
  );
}

/** Adds some tables to each of these groups, and some without a group. */
export async function makeGroupedTables(dataFolder: string, groups: readonly string[]): Promise<void> {
  await using database = await Database.open(dataFolder);
  await migrate(database);
  await database.write(async ({ run }) => {
    for (const group of groups) {
      await run('INSERT INTO table_group VALUES (uuid()::VARCHAR, ?, NULL, NULL, now(), now())', [group]);
    }
    await run(
      `INSERT INTO log_table SELECT uuid()::VARCHAR, lower(coalesce(g.name, 'plain')) || '_' || i, 'columnar', 'snappy',
        CASE WHEN i % 2 = 0 THEN 90 ELSE 0 END, NULL, g.guid, NULL, 1, now()
        FROM (SELECT guid, name FROM table_group UNION ALL SELECT NULL, NULL) g, range(4) numbers(i)`,
    );
  });
}
