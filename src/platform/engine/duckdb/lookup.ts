import type { LogTableAccess } from '../../store/logTables';
import { findColumn } from '../plan/kind';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { QueryRefusal } from '../plan/queryRefusal';
import type { EngineSession } from './engineSession';
import { joinStep } from './joinStep';
import { scanSource } from './scanSource';
import type { Step } from './step';
import { columnAt, sqlType } from './sqlText';

/** A lookup is a table: of several rows with the same key, the newest is used. */
export async function lookupStep(
  operator: OperatorOf<'lookup'>,
  incoming: Schema,
  tables: LogTableAccess,
  session: EngineSession,
): Promise<Step> {
  using scan = tables.scan([operator.table]);
  if (scan.missing.length > 0) throw new QueryRefusal('invalid-lookup-name');
  const source = scanSource(scan, { from: undefined, to: undefined, newestFirst: true });
  const key = findColumn(source.schema, operator.key);
  const outputs = operator.outputs.map(({ field, as }) => ({ as, column: findColumn(source.schema, field) }));
  const schema: Schema = [
    { name: operator.input, kind: key?.kind ?? 'null' },
    ...outputs.map(({ as, column }) => ({ name: as, kind: column?.kind ?? 'null' })),
  ];
  const table = await session.createTable(schema);
  if (key) {
    const cell = (column: Schema[number] | undefined): string =>
      column ? columnAt(source.schema.indexOf(column)) : `CAST(NULL AS ${sqlType('null')})`;
    const newest = outputs.map(({ column }) => `arg_max_null(${cell(column)}, row(o0, o1))`);
    const rows = source.whole?.().print(true) ?? '';
    const list = [cell(key), ...newest].join(', ');
    await session.run(
      `INSERT INTO ${table} SELECT ${list} FROM (${rows}) WHERE ${cell(key)} IS NOT NULL GROUP BY 1`,
    );
  }
  const end = await session.count(`SELECT 1 FROM ${table}`);
  const shape = { command: operator.command, type: 'left', keys: [operator.input] } as const;
  return joinStep(shape, incoming, { table, schema, start: 0, end });
}
