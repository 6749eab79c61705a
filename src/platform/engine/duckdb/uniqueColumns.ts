import type { EngineSession } from './engineSession';
import { columnAt } from './sqlText';
import type { StoredRows } from './storedRows';

/** The rows with one column of each name, in its first place: the last one, as later values of a field count elsewhere. */
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
