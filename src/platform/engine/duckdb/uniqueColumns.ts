import type { EngineSession } from './engineSession';
import { columnAt } from './sqlText';
import type { StoredRows } from './storedRows';

/**
 * Keeps one column per name at its first position, with the values of the last one, as later values of a
 * field win elsewhere.
 */
export async function uniqueColumns(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  const places = new Map(rows.schema.map(({ name }, place) => [name, place]));
  if (places.size === rows.schema.length) return rows;
  const schema = [...places.values()].flatMap((place) => rows.schema[place] ?? []);
  const table = await session.createTable(schema);
  const list = [...places.values()].map(columnAt).join(', ');
  const end = await session.run(`INSERT INTO ${table} SELECT ${list} FROM ${rows.table} ORDER BY rowid`);
  await session.dropTable(rows.table);
  return { table, schema, start: 0, end };
}
