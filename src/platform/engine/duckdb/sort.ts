import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { collect, flowSchema } from './flow';
import type { StageDeps } from './engineSession';
import type { Flow } from './flow';
import { printGroupKey } from './printAggregate';
import { columnAt } from './sqlValues';
import type { StoredRows } from '../run/resultRows';

/** Sorts the rows of a flow. Each batch keeps no more rows than the limit of the sort. */
export async function sortRows(
  flow: Flow,
  operator: OperatorOf<'sort'>,
  deps: StageDeps,
): Promise<StoredRows> {
  const schema = flowSchema(flow);
  const keys = printKeys(operator.keys, schema);
  const { limit, by } = operator;
  const top =
    limit !== undefined && by.length === 0 && keys !== '' ? { order: keys, rows: limit } : undefined;
  const collected = await collect(flow, deps, { needsOrder: true, top });
  deps.monitor.advance(operator.command, 'Finalizing');
  return deps.session.replaceTable(collected.table, schema, printSorted(collected, operator, schema, keys));
}

function printSorted(
  { table }: StoredRows,
  { limit, by }: OperatorOf<'sort'>,
  schema: Schema,
  keys: string,
): string {
  // Row numbers come last, so that the sort is stable.
  const order = [keys, 'rowid'].filter((part) => part !== '').join(', ');
  const columns = schema.map((_, index) => columnAt(index)).join(', ') || 'nothing';
  const groups = printKeys(
    by.map((field) => ({ field, descending: false })),
    schema,
  );
  if (groups === '') {
    return `SELECT ${columns} FROM ${table} ORDER BY ${order}${limit === undefined ? '' : ` LIMIT ${limit}`}`;
  }
  const partition = schema
    .flatMap(({ name, kind }, index) => (by.includes(name) ? [printGroupKey(columnAt(index), kind)] : []))
    .join(', ');
  const rank = `row_number() OVER (PARTITION BY ${partition} ORDER BY ${order}) AS position`;
  const ranked = `SELECT *, rowid AS number, ${rank} FROM ${table}`;
  const limited = limit === undefined ? '' : ` WHERE position <= ${limit}`;
  return `SELECT ${columns} FROM (${ranked})${limited} ORDER BY ${groups}, position`;
}

/** Missing values are the smallest: last when descending, first when ascending. */
function printKeys(keys: OperatorOf<'sort'>['keys'], schema: Schema): string {
  return keys
    .flatMap(({ field, descending }) => {
      const index = schema.findIndex(({ name }) => name === field);
      if (index < 0) return [];
      const direction = descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST';
      return [`${columnAt(index)} ${direction}`];
    })
    .join(', ');
}
