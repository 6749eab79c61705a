import { Database } from '../../src/platform/store/database';
import { migrate } from '../../src/platform/store/migrations';

/** Puts very many tables straight into a store that no platform has open: what matters is reading them. */
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
