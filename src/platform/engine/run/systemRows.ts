import type { LogTableAccess } from '../../store/logTables';
import { schemaOf } from '../plan/kind';
import type { OperatorOf, RowRecord } from '../plan/operator';
import type { SystemRows } from './planRunner';
import type { QueryRun } from './engineRun';

/** The rows of `system tables`, `system count` and `system queries`, limited to queries that the account may see. */
export function systemRows(
  operator: OperatorOf<'system'>,
  tables: LogTableAccess,
  queries: readonly QueryRun[],
): ReturnType<SystemRows> {
  switch (operator.object) {
    case 'tables':
      return {
        schema: tableSchema,
        rows: tables.all().map(({ name, rows, bytes, minTime, maxTime }) => {
          return { table: name, count: rows, size: bytes, min_day: minTime, max_day: maxTime };
        }),
      };
    case 'count':
      return { schema: countSchema, rows: countRows(operator, tables) };
    case 'queries':
      return { schema: querySchema, rows: queries.map((run) => run.description()) };
    default:
      return operator.object satisfies never;
  }
}

const tableSchema = schemaOf({
  table: 'string',
  count: 'long',
  size: 'long',
  min_day: 'date',
  max_day: 'date',
});

const countSchema = schemaOf({ table: 'string', count: 'long' });

function countRows(operator: OperatorOf<'system'>, tables: LogTableAccess): readonly RowRecord[] {
  using scan = tables.scan(operator.tables.length === 0 ? ['*'] : operator.tables.map(({ name }) => name));
  const counts = new Map(scan.tables.map((table) => [table, 0]));
  for (const { table, rows } of scan.segments) counts.set(table, (counts.get(table) ?? 0) + rows);
  return [...counts].map(([table, count]) => ({ table, count }));
}

const querySchema = schemaOf({
  id: 'long',
  login_name: 'string',
  source: 'string',
  query_string: 'string',
  is_finished: 'bool',
  is_cancelled: 'bool',
  rows: 'long',
  elapsed: 'long',
  background: 'bool',
  last_started: 'string',
});
