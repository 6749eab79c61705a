import type { LogTableAccess } from '../../store/logTables';
import type { Schema } from '../plan/kind';
import type { RowRecord, SystemOperator } from '../plan/operator';
import type { QueryRun } from './queryRun';

interface Rows {
  readonly schema: Schema;
  readonly rows: readonly RowRecord[];
}

/** The rows of `system tables`, `system count` and `system queries`, limited to queries that the account may see. */
export function systemRows(
  operator: SystemOperator,
  tables: LogTableAccess,
  queries: readonly QueryRun[],
): Rows {
  switch (operator.object) {
    case 'tables':
      return { schema: tableSchema, rows: tables.all().map(tableRow) };
    case 'count':
      return { schema: countSchema, rows: countRows(operator, tables) };
    case 'queries':
      return { schema: querySchema, rows: queries.map(queryRow) };
    default:
      return operator.object satisfies never;
  }
}

const tableSchema: Schema = [
  { name: 'table', kind: 'string' },
  { name: 'count', kind: 'long' },
  { name: 'size', kind: 'long' },
  { name: 'min_day', kind: 'date' },
  { name: 'max_day', kind: 'date' },
];

function tableRow(table: ReturnType<LogTableAccess['all']>[number]): RowRecord {
  return {
    table: table.name,
    count: table.rows,
    size: table.bytes,
    min_day: table.minTime,
    max_day: table.maxTime,
  };
}

const countSchema: Schema = [
  { name: 'table', kind: 'string' },
  { name: 'count', kind: 'long' },
];

function countRows(operator: SystemOperator, tables: LogTableAccess): readonly RowRecord[] {
  using scan = tables.scan(operator.tables.length === 0 ? ['*'] : operator.tables.map(({ name }) => name));
  const counts = new Map(scan.tables.map((table) => [table, 0]));
  for (const { table, rows } of scan.segments) counts.set(table, (counts.get(table) ?? 0) + rows);
  return [...counts].map(([table, count]) => ({ table, count }));
}

const querySchema: Schema = [
  { name: 'id', kind: 'long' },
  { name: 'login_name', kind: 'string' },
  { name: 'source', kind: 'string' },
  { name: 'query_string', kind: 'string' },
  { name: 'is_finished', kind: 'bool' },
  { name: 'is_cancelled', kind: 'bool' },
  { name: 'rows', kind: 'long' },
  { name: 'elapsed', kind: 'long' },
  { name: 'background', kind: 'bool' },
  { name: 'last_started', kind: 'string' },
];

function queryRow(run: QueryRun): RowRecord {
  return {
    id: run.id,
    login_name: run.request.account.loginName,
    source: run.request.source,
    query_string: run.request.text,
    background: run.request.background,
    ...run.summary(),
  };
}
