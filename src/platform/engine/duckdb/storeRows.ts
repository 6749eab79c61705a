import type { Kind, Schema } from '../plan/kind';
import type { RowRecord } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { sqlType } from './sqlText';
import { selectList } from './step';
import type { StoredRows } from './storedRows';

/** Building one statement blocks the event loop, so its size is limited. */
const cellsPerStatement = 100_000;

/** Stores rows from the query text or of the platform itself in a table. */
export async function storeRows(
  schema: Schema,
  rows: readonly RowRecord[],
  session: EngineSession,
): Promise<StoredRows> {
  const table = await session.createTable(schema);
  const list = selectList(
    schema.map(({ kind }, place) => printCell(kind, place)),
    [],
  );
  const rowsPerStatement = Math.max(1, Math.floor(cellsPerStatement / Math.max(1, schema.length)));
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = rows.slice(start, start + rowsPerStatement);
    const text = part.map((row) =>
      jsonText(schema.map(({ name }) => (Object.hasOwn(row, name) ? row[name] : null))),
    );
    const statement = `INSERT INTO ${table} SELECT ${list} FROM (SELECT unnest(CAST($1 AS JSON[])) AS cells)`;
    await session.run(statement, [`[${text.join(',')}]`]);
  }
  return { table, schema, start: 0, end: rows.length };
}

function printCell(kind: Kind, place: number): string {
  if (kind === 'any' || kind === 'list' || kind === 'map') {
    return `CASE WHEN json_type(cells, '/${place}') <> 'NULL' THEN json_extract(cells, '/${place}') END`;
  }
  return `CAST(json_extract_string(cells, '/${place}') AS ${sqlType(kind)})`;
}

/** JSON with all digits of a 64-bit integer. */
function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return JSON.stringify(value.toISOString().replace('T', ' ').replace('Z', ''));
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${jsonText(item)}`);
  return `{${fields.join(',')}}`;
}
