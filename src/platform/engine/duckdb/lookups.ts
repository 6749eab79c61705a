import { groupedBy } from '../../../core/base/groupedBy';
import type { TableScan } from '../../store/tableScan';
import { findColumn } from '../plan/kind';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import type { EngineSession, StageDeps } from './engineSession';
import { keyedJoinStep } from './joinStep';
import { addressMacro } from './printAddress';
import { ownFunction } from './ownFunctions';
import { printConversion } from './printConversion';
import { printField } from './sqlExpression';
import { scanSource } from './scanSource';
import type { Source } from './source';
import { assignStep } from './step';
import type { Step } from './step';
import { quoteText } from '../../store/sqlText';
import { columnAt, sqlType } from './sqlValues';

/** A lookup is a table: of several rows with the same key, the newest is used. */
export async function lookupStep(
  operator: OperatorOf<'lookup'>,
  incoming: Schema,
  { tables, session }: StageDeps,
): Promise<Step> {
  using scan = tables.scan([operator.table]);
  const source = lookupSource(scan);
  const key = findColumn(source.schema, operator.key);
  const outputs = operator.outputs.map(({ field, as }) => ({ as, column: findColumn(source.schema, field) }));
  const schema: Schema = [
    { name: operator.input, kind: key?.kind ?? 'null' },
    ...outputs.map(({ as, column }) => ({ name: as, kind: column?.kind ?? 'null' })),
  ];
  const table = session.createTable(schema);
  let end = 0;
  if (key) {
    const cell = (column: Schema[number] | undefined): string =>
      column ? columnAt(source.schema.indexOf(column)) : `CAST(NULL AS ${sqlType('null')})`;
    const newest = outputs.map(({ column }) => `arg_max_null(${cell(column)}, row(o0, o1))`);
    const rows = source.whole?.().print(true) ?? '';
    const list = [cell(key), ...newest].join(', ');
    end = await session.run(
      `INSERT INTO ${table} SELECT ${list} FROM (${rows}) WHERE ${cell(key)} IS NOT NULL GROUP BY 1
      ORDER BY max(row(o0, o1))`,
    );
  }
  const rows = { table, schema, start: 0, end };
  return await keyedJoinStep(operator.input, operator.command, incoming, rows, session);
}

function lookupSource(scan: TableScan): Source {
  if (scan.missing.length > 0) throw new QueryRejection('invalid-lookup-name');
  return scanSource(scan, { from: undefined, to: undefined, newestFirst: true });
}

/** Keeps rows whose address is in one of the networks in the field `network` of a table. */
export async function networkStep(
  { command, field, table }: OperatorOf<'networks'>,
  schema: Schema,
  { tables, session }: StageDeps,
): Promise<Step> {
  using scan = tables.scan([table]);
  const source = lookupSource(scan);
  const column = findColumn(source.schema, 'network');
  if (!column) throw new QueryRejection('invalid-lookup-name');
  const text = printConversion(columnAt(source.schema.indexOf(column)), column.kind, 'string');
  const listed = `SELECT DISTINCT ${text} AS network FROM (${source.whole?.().print(false) ?? ''})`;
  const condition = await printMembership(listed, session);
  const keyed = addressMacro('key', printField(field, 'string', schema));
  return {
    command,
    schema,
    print: (from) =>
      `SELECT * EXCLUDE (address_key) FROM (SELECT *, ${keyed} AS address_key FROM (${from})) WHERE ${condition}`,
  };
}

/** Whether `address_key` is in a network of the list: the address is truncated once per prefix length. */
async function printMembership(listed: string, session: EngineSession): Promise<string> {
  const bits = `coalesce(TRY_CAST(split_part(network, '/', 2) AS INTEGER), (length(key) - 1) * 4)`;
  const keyed = `SELECT network, ${addressMacro('key', "split_part(network, '/', 1)")} AS key FROM (${listed})`;
  const rows = await session.read(
    `SELECT bits, prefix FROM (SELECT ${bits} AS bits, ${addressMacro('network', 'key', bits)} AS prefix FROM (${keyed})) WHERE prefix IS NOT NULL`,
  );
  const byLength = groupedBy(rows, ([length]) => String(length));
  const tests = Array.from(byLength, ([length, networks]) => {
    const prefixes = networks.map(([, prefix]) => quoteText(String(prefix)));
    return `${addressMacro('network', 'address_key', length)} IN (${prefixes.join(', ')})`;
  });
  return tests.length === 0 ? 'false' : tests.join(' OR ');
}

/** Adds parts of the place of an address. */
export function placeStep({ command, input, outputs }: OperatorOf<'geoip'>, schema: Schema): Step {
  const place = `CAST(${ownFunction('geoip', printField(input, 'string', schema))} AS JSON)`;
  const columns = outputs.map(({ field, as }) => {
    const text = `json_extract_string(place, ${quoteText(`$.${field}`)})`;
    const isNumber = field === 'latitude' || field === 'longitude';
    return {
      name: as,
      kind: isNumber ? ('double' as const) : ('string' as const),
      sql: isNumber ? `TRY_CAST(${text} AS DOUBLE)` : text,
    };
  });
  const step = assignStep(command, schema, columns);
  return {
    ...step,
    print: (from, carried) => step.print(`SELECT *, ${place} AS place FROM (${from})`, carried),
  };
}
