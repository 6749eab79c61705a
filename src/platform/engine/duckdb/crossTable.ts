import { bindExpression } from '../plan/bindExpression';
import { schemaOf } from '../plan/kind';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { aggregate, otherSeries, printKeyOrder } from './aggregate';
import { call } from '../plan/planNode';
import type { EngineSession, StageDeps } from './engineSession';
import type { Flow } from './flow';
import type { StoredRows } from '../run/resultRows';
import { quoteText } from '../../store/sqlText';
import { printExpression } from './sqlExpression';
import { columnAt } from './sqlValues';

/** Groups the rows and turns the values of the column fields of the command into columns. */
export async function groupRows(
  flow: Flow,
  operator: OperatorOf<'aggregate'>,
  deps: StageDeps,
): Promise<StoredRows> {
  const grouped = await aggregate(flow, operator, deps);
  const rowFields = operator.by.length + (operator.interval ? 1 : 0);
  const isTable = operator.columns.length > 0;
  return uniqueColumns(
    isTable ? await spreadSeries(grouped, rowFields, deps.session) : grouped,
    deps.session,
  );
}

/** Turns the measures of each series, whose name follows the fields of the rows, into columns. */
async function spreadSeries(
  grouped: StoredRows,
  rowFields: number,
  session: EngineSession,
): Promise<StoredRows> {
  const keys = grouped.schema.slice(0, rowFields);
  const measures = grouped.schema.slice(rowFields + 1);
  const series = columnAt(rowFields);
  const found = await session.read(
    `SELECT DISTINCT ${series} AS series FROM ${grouped.table} ORDER BY series = ${quoteText(otherSeries)}, series`,
  );
  const columns = found.map(String).flatMap((name) =>
    measures.map((measure, index) => ({
      // With several measures, or named like a field of the rows, the name says both.
      name:
        measures.length === 1 && !keys.some((key) => key.name === name) ? name : `${measure.name}:${name}`,
      kind: measure.kind,
      // With hundreds of columns, FILTER takes forty times as long.
      sql: `any_value(CASE WHEN ${series} = ${quoteText(name)} THEN ${columnAt(rowFields + 1 + index)} END)`,
    })),
  );
  const schema: Schema = [...keys, ...columns.map(({ name, kind }) => ({ name, kind }))];
  const positions = keys.map((_, index) => columnAt(index));
  const list = [...positions, ...columns.map(({ sql }) => sql)].join(', ') || 'NULL';
  const groups =
    keys.length === 0
      ? 'HAVING count(*) > 0'
      : `GROUP BY ${positions.join(', ')} ORDER BY ${printKeyOrder(keys)}`;
  return session.replaceTable(grouped.table, schema, `SELECT ${list} FROM ${grouped.table} ${groups}`);
}

/**
 * Keeps one column per name at its first position, with the values of the last one, as later values of a
 * field win elsewhere.
 */
async function uniqueColumns(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  const positions = new Map(rows.schema.map(({ name }, index) => [name, index]));
  if (positions.size === rows.schema.length) return rows;
  const schema = [...positions.values()].flatMap((index) => rows.schema[index] ?? []);
  const list = [...positions.values()].map(columnAt).join(', ');
  return session.replaceTable(rows.table, schema, `SELECT ${list} FROM ${rows.table} ORDER BY rowid`);
}

/** A row per field, with the type of its first value. */
export async function summarize(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  const { schema, table } = rows;
  const typeOf = (name: string): string => {
    return printExpression(bindExpression(call('typeof', { node: 'field', name }), schema), schema);
  };
  const names = schema.map(({ name }) => quoteText(name));
  const types = schema.map(({ name }) => `first(${typeOf(name)}) FILTER (WHERE ${typeOf(name)} IS NOT NULL)`);
  const lists = schema.length === 0 ? 'FROM range(0)' : `, unnest([${types.join(', ')}]) FROM ${table}`;
  const select =
    schema.length === 0 ? `SELECT '', '' ${lists}` : `SELECT unnest([${names.join(', ')}])${lists}`;
  return session.replaceTable(table, schemaOf({ name: 'string', type: 'string' }), select);
}
