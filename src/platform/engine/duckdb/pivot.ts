import type { BoundExpression } from '../plan/expression';
import type { Schema } from '../plan/kind';
import { convert } from '../plan/convert';
import type { EngineSession } from './engineSession';
import { printExpression } from './printExpression';
import { columnAt, quoteText } from './sqlText';
import type { StoredRows } from './storedRows';

/** More columns are not useful and slow the engine down. */
const maxSeries = 500;
const otherSeries = 'other';

/** The series name of a row. Values with the same text are one series, because they would be one column. */
export function printSeries(value: BoundExpression, schema: Schema): string {
  return `coalesce(${printExpression(convert(value, 'string'), schema)}, 'null')`;
}

/**
 * The name, or that of the common series for the rest if there are too many. `counted` has rows of a name and
 * a number `n`.
 */
export async function limitSeries(name: string, counted: string, session: EngineSession): Promise<string> {
  const found = await session.read(
    `SELECT name FROM (${counted}) GROUP BY name ORDER BY sum(n) DESC, name LIMIT ${maxSeries + 1}`,
  );
  if (found.length <= maxSeries) return name;
  const largest = found.slice(0, maxSeries).map(([text]) => quoteText(String(text)));
  return `CASE WHEN ${name} IN (${largest.join(', ')}) THEN ${name} ELSE ${quoteText(otherSeries)} END`;
}

/** Turns the names in the second column of a time chart into columns, after that of the time. */
export async function pivot(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  const measures = rows.schema.slice(2);
  const found = await session.read(
    `SELECT DISTINCT c1 AS series FROM ${rows.table} ORDER BY series = ${quoteText(otherSeries)}, series`,
  );
  const columns = found.map(String).flatMap((series) =>
    measures.map((measure, place) => ({
      name: measures.length === 1 && series !== '_time' ? series : `${measure.name}:${series}`,
      kind: measure.kind,
      sql: `any_value(${columnAt(place + 2)}) FILTER (WHERE c1 = ${quoteText(series)})`,
    })),
  );
  const schema: Schema = [
    { name: '_time', kind: 'date' },
    ...columns.map((column) => ({ name: column.name, kind: column.kind })),
  ];
  const table = await session.createTable(schema);
  const list = ['c0', ...columns.map(({ sql }) => sql)].join(', ');
  const end = await session.run(
    `INSERT INTO ${table} SELECT ${list} FROM ${rows.table} GROUP BY c0 ORDER BY c0`,
  );
  await session.dropTable(rows.table);
  return { table, schema, start: 0, end };
}
