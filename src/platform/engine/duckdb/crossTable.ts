import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import { aggregate, maxSeries, otherSeries, printKeyOrder } from './aggregate';
import { appendRows } from './combine';
import type { EngineSession, StageDeps } from './engineSession';
import { storedFlow } from './flow';
import type { Flow } from './flow';
import { printConversion } from './printConversion';
import type { StoredRows } from '../run/resultRows';
import { quoteText } from '../../store/sqlText';
import { columnAt } from './sqlValues';

/** Groups the rows by all fields of the command and turns the values of its column fields into columns. */
export async function pivotRows(
  flow: Flow,
  { aggregates, rows, columns, command }: OperatorOf<'pivot'>,
  deps: StageDeps,
): Promise<StoredRows> {
  const { session } = deps;
  const by = [...rows, ...columns];
  const grouping = { operator: 'aggregate', aggregates, by, span: undefined, command } as const;
  const grouped = await aggregate(flow, grouping, deps);
  const series = await seriesOf(grouped, rows, columns.length, session);
  return uniqueColumns(await spreadSeries(grouped, rows.length, columns.length, series, session), session);
}

/** Turns the names in the second column of a time chart into columns, after that of the time. */
export async function pivotChart(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  const found = await session.read(
    `SELECT DISTINCT c1 AS series FROM ${rows.table} ORDER BY series = ${quoteText(otherSeries)}, series`,
  );
  const series = found.map(String).map((name) => ({
    name,
    condition: `c1 = ${quoteText(name)}`,
    isPrefixed: name === '_time',
  }));
  return spreadSeries(rows, 1, 1, series, session);
}

interface Series {
  readonly name: string;
  /** On the columns of the groups and `series`, the first row number with the same column fields. */
  readonly condition: string;
  /** Also if there is only one measure. */
  readonly isPrefixed?: boolean;
}

/** Turns the measures of each series into columns, after the fields of the rows. */
async function spreadSeries(
  grouped: StoredRows,
  rowFields: number,
  columnFields: number,
  series: readonly Series[],
  session: EngineSession,
): Promise<StoredRows> {
  const keys = grouped.schema.slice(0, rowFields);
  const measures = grouped.schema.slice(rowFields + columnFields);
  const columns = series.flatMap(({ name, condition, isPrefixed }) =>
    measures.map((measure, index) => ({
      name: measures.length === 1 && !isPrefixed ? name : `${measure.name}:${name}`,
      kind: measure.kind,
      // With hundreds of columns, FILTER takes forty times as long.
      sql: `any_value(CASE WHEN ${condition} THEN ${columnAt(rowFields + columnFields + index)} END)`,
    })),
  );
  const schema: Schema = [...keys, ...columns.map(({ name, kind }) => ({ name, kind }))];
  const positions = keys.map((_, index) => columnAt(index));
  const orderBy = printKeyOrder(keys);
  const list = [...positions, ...columns.map(({ sql }) => sql)].join(', ');
  const fields = Array.from({ length: columnFields }, (_, index) => columnAt(rowFields + index)).join(', ');
  const numbered = `SELECT *, min(rowid) OVER (PARTITION BY ${fields}) AS series FROM ${grouped.table}`;
  const select = `SELECT ${list} FROM (${numbered}) GROUP BY ${positions.join(', ')} ORDER BY ${orderBy}`;
  return session.replaceTable(grouped.table, schema, select);
}

/** Values that print alike, such as null and the text "null", or like a field of the rows, get separate columns. */
async function seriesOf(
  grouped: StoredRows,
  rowFields: readonly string[],
  columnFields: number,
  session: EngineSession,
): Promise<readonly Series[]> {
  const positions = Array.from({ length: columnFields }, (_, index) => rowFields.length + index);
  const values = positions.map(columnAt).join(', ');
  const texts = positions.map((index) => {
    const kind = grouped.schema[index]?.kind ?? 'null';
    return `coalesce(${printConversion(columnAt(index), kind, 'string')}, 'null')`;
  });
  // Named after the grouping: the engine cannot compute `TRY` of grouped columns.
  const firsts = `SELECT ${values}, min(rowid) AS first FROM ${grouped.table} GROUP BY ${values}`;
  const numbered = `SELECT concat_ws(':', ${texts.join(', ')}) AS name, first FROM (${firsts})`;
  const found = await session.read(
    `SELECT name, first FROM (${numbered}) ORDER BY name, first LIMIT ${maxSeries + 1}`,
  );
  if (found.length > maxSeries) throw new QueryRejection('unexpected-term');
  const taken = new Map(rowFields.map((name) => [name, 1]));
  return found.map(([text, first]) => {
    const name = String(text);
    const times = (taken.get(name) ?? 0) + 1;
    taken.set(name, times);
    return { name: times === 1 ? name : `${name} (${times})`, condition: `series = ${String(first)}` };
  });
}

/** Groups the rows once per grouping, the finest first; fields that a grouping omits are null. */
export async function aggregateWithTotals(
  rows: StoredRows,
  operator: OperatorOf<'aggregate'>,
  deps: StageDeps,
): Promise<StoredRows> {
  const { session } = deps;
  const [finest = [], ...coarser] = groupingsOf(operator);
  const group = async (by: readonly string[]): Promise<StoredRows> =>
    uniqueColumns(await aggregate(storedFlow(rows), { ...operator, by }, deps), session);
  let all = await group(finest);
  for (const by of coarser) {
    const subtotals = await group(by);
    all = await appendRows(all, subtotals, session);
    session.dropTable(subtotals.table);
  }
  return all;
}

function groupingsOf({ by, totals }: OperatorOf<'aggregate'>): readonly (readonly string[])[] {
  if (totals === 'rollup') return by.map((_, left) => by.slice(0, by.length - left)).concat([[]]);
  const combinations = Array.from({ length: 2 ** by.length }, (_, bits) =>
    by.filter((_field, index) => (bits & (1 << index)) === 0),
  );
  return combinations.toSorted((one, other) => other.length - one.length);
}

/**
 * Keeps one column per name at its first position, with the values of the last one, as later values of a
 * field win elsewhere.
 */
export async function uniqueColumns(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  const positions = new Map(rows.schema.map(({ name }, index) => [name, index]));
  if (positions.size === rows.schema.length) return rows;
  const schema = [...positions.values()].flatMap((index) => rows.schema[index] ?? []);
  const list = [...positions.values()].map(columnAt).join(', ');
  return session.replaceTable(rows.table, schema, `SELECT ${list} FROM ${rows.table} ORDER BY rowid`);
}
