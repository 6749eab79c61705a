import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { QueryRefusal } from '../plan/queryRefusal';
import type { PipelineMonitor } from '../run/pipelineMonitor';
import { aggregate } from './aggregate';
import type { EngineSession } from './engineSession';
import type { Flow } from './flow';
import { printConversion } from './printConversion';
import { columnAt } from './sqlText';
import type { StoredRows } from './storedRows';
import { uniqueColumns } from './uniqueColumns';

/** More columns are not useful and slow the engine down. */
const maxColumns = 500;

/** Groups the rows by all fields of the command and turns the values of its column fields into columns. */
export async function pivotRows(
  flow: Flow,
  { aggregates, rows, columns, command }: OperatorOf<'pivot'>,
  session: EngineSession,
  monitor: PipelineMonitor,
): Promise<StoredRows> {
  const by = [...rows, ...columns];
  const grouping = { operator: 'aggregate', aggregates, by, span: undefined, command } as const;
  const grouped = await aggregate(flow, grouping, session, monitor);
  return uniqueColumns(await crossTable(grouped, rows.length, columns.length, session), session);
}

/** Turns the values of the group fields after the first `rowFields` into columns. */
async function crossTable(
  grouped: StoredRows,
  rowFields: number,
  columnFields: number,
  session: EngineSession,
): Promise<StoredRows> {
  const keys = grouped.schema.slice(0, rowFields);
  const measures = grouped.schema.slice(rowFields + columnFields);
  const series = await seriesOf(grouped, rowFields, columnFields, session);
  const columns = series.flatMap(({ name, condition }) =>
    measures.map((measure, place) => ({
      name: measures.length === 1 ? name : `${measure.name}:${name}`,
      kind: measure.kind,
      sql: `any_value(${columnAt(rowFields + columnFields + place)}) FILTER (WHERE ${condition})`,
    })),
  );
  const schema: Schema = [...keys, ...columns.map(({ name, kind }) => ({ name, kind }))];
  const table = await session.createTable(schema);
  const places = keys.map((_, place) => columnAt(place));
  const list = [...places, ...columns.map(({ sql }) => sql)].join(', ');
  const end = await session.run(
    `INSERT INTO ${table} SELECT ${list} FROM ${grouped.table} GROUP BY ${places.join(', ')} ORDER BY ${places.join(', ')}`,
  );
  await session.dropTable(grouped.table);
  return { table, schema, start: 0, end };
}

interface Series {
  readonly name: string;
  readonly condition: string;
}

/** Values that print alike, such as null and the text "null", get separate columns. */
async function seriesOf(
  grouped: StoredRows,
  rowFields: number,
  columnFields: number,
  session: EngineSession,
): Promise<readonly Series[]> {
  const places = Array.from({ length: columnFields }, (_, place) => rowFields + place);
  const values = places.map(columnAt).join(', ');
  const texts = places.map((place) => {
    const kind = grouped.schema[place]?.kind ?? 'null';
    return `coalesce(${printConversion(columnAt(place), kind, 'string')}, 'null')`;
  });
  const numbered = `SELECT ${values}, concat_ws(':', ${texts.join(', ')}) AS name, min(rowid) AS first
    FROM ${grouped.table} GROUP BY ${values}`;
  const found = await session.read(
    `SELECT name, first FROM (${numbered}) ORDER BY name, first LIMIT ${maxColumns + 1}`,
  );
  if (found.length > maxColumns) throw new QueryRefusal('unexpected-term');
  const taken = new Map<string, number>();
  return found.map(([text, first]) => {
    const name = String(text);
    const times = (taken.get(name) ?? 0) + 1;
    taken.set(name, times);
    const same = places.map(
      (place) =>
        `${columnAt(place)} IS NOT DISTINCT FROM (SELECT ${columnAt(place)} FROM ${grouped.table} WHERE rowid = ${String(first)})`,
    );
    return { name: times === 1 ? name : `${name} (${times})`, condition: same.join(' AND ') };
  });
}
