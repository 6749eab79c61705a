import { findColumn, mergeSchemas } from '../plan/kind';
import { rowNumbers } from '../plan/bindCall';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession } from './engineSession';
import { flowSchema, withSteps } from './flow';
import type { Flow } from './flow';
import { widen } from './joinStep';
import { mapStep, selectList } from './step';
import type { Step } from './step';
import { columnAt } from './sqlValues';
import { printRange, storeRows } from './source';
import type { StoredRows } from '../run/resultRows';

/** The flow with its columns and those of the rows to add. */
export function widenedFlow(flow: Flow, added: Schema, command: number): Flow {
  const schema = flowSchema(flow);
  const merged = mergeSchemas(schema, added);
  return withSteps(flow, [mapStep(command, merged, widenedColumns(schema, merged))]);
}

/** Whether rows with the columns of another schema can be added without a change of the first. */
export function hasColumnsOf(schema: Schema, added: Schema): boolean {
  const merged = mergeSchemas(schema, added);
  return merged.length === schema.length && merged.every(({ kind }, index) => kind === schema[index]?.kind);
}

/** Appends rows to a table that has all of their columns. */
export async function appendRows(
  table: StoredRows,
  added: StoredRows,
  session: EngineSession,
): Promise<StoredRows> {
  // The rows of a query that has just begun are not in a table yet.
  if (added.end === added.start) return table;
  const list = selectList(widenedColumns(added.schema, table.schema));
  const from = printRange(added, added.start, added.end, false);
  const rows = await session.run(`INSERT INTO ${table.table} SELECT ${list} FROM (${from})`);
  return { ...table, end: table.end + rows };
}

/** A copy for one query, because the owner of the rows may change or drop them at any time. */
export async function copyRows(rows: StoredRows, session: EngineSession): Promise<StoredRows> {
  return appendRows(await storeRows(rows.schema, [], session), rows, session);
}

function widenedColumns(from: Schema, to: Schema): readonly string[] {
  return to.map(({ name, kind }) => {
    const column = findColumn(from, name);
    return widen(column ? columnAt(from.indexOf(column)) : 'NULL', column?.kind ?? 'null', kind);
  });
}

/** Adds the values of the previous row as `prev_<field>`. Depends on all rows, so it runs in one statement. */
export function previousStep({ command, fields }: OperatorOf<'previous'>, schema: Schema): Step {
  const added = fields.flatMap((name) => {
    const column = findColumn(schema, name);
    return column ? [{ name: `prev_${name}`, kind: column.kind, index: schema.indexOf(column) }] : [];
  });
  const kept = schema.filter(({ name }) => !added.some((column) => column.name === name));
  const expressions = [
    ...kept.map((column) => columnAt(schema.indexOf(column))),
    ...added.map(({ index }) => `lag(${columnAt(index)}) OVER (ORDER BY o0)`),
  ];
  const result = [...kept, ...added.map(({ name, kind }) => ({ name, kind }))];
  return { ...mapStep(command, result, expressions), reorders: true };
}

/** Adds the numbers of rows, for `seq`. */
export function numberStep(command: number, schema: Schema): Step {
  const columns = schema.map((_, index) => columnAt(index));
  const numbered: Schema = [...schema, { name: rowNumbers, kind: 'long' }];
  return { ...mapStep(command, numbered, [...columns, 'row_number() OVER (ORDER BY o0)']), reorders: true };
}
