import { type Schema } from '../plan/kind';
import { type EngineSession } from './engineSession';
import { printConversion } from './printConversion';
import { columnAt, quoteText } from './sqlText';
import { type StoredRows } from './storedRows';

/** More columns than this help nobody, and an engine slows down over them. */
const mostSeries = 500;

/** Turns the values of a time chart's second column into columns, the first being the time. */
export async function pivot(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  const series = rows.schema[1];
  const measures = rows.schema.slice(2);
  const name = `coalesce(${printConversion('c1', series?.kind ?? 'null', 'string')}, 'null')`;
  const found = await session.read(
    `SELECT DISTINCT ${name} AS series FROM ${rows.table} ORDER BY 1 LIMIT ${mostSeries}`,
  );
  const names = found.map(([text]) => String(text));
  const columns = names.flatMap((text) =>
    measures.map((measure, place) => ({
      name: measures.length === 1 ? text : `${measure.name}:${text}`,
      kind: measure.kind,
      sql: `any_value(${columnAt(place + 2)}) FILTER (WHERE ${name} = ${quoteText(text)})`,
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
