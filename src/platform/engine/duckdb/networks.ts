import type { LogTableAccess } from '../../store/logTables';
import { bindExpression } from '../plan/bindExpression';
import { convert } from '../plan/convert';
import { findColumn } from '../plan/kind';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { QueryRefusal } from '../plan/queryRefusal';
import { resultDatabase } from './engineSession';
import type { EngineSession } from './engineSession';
import { printConversion } from './printConversion';
import { printExpression } from './printExpression';
import { scanSource } from './scanSource';
import type { Step } from './step';
import { columnAt, quoteText } from './sqlText';

/** Keeps rows whose address is in one of the networks in the field `network` of a table. */
export async function networkStep(
  { command, field, table }: OperatorOf<'networks'>,
  schema: Schema,
  tables: LogTableAccess,
  session: EngineSession,
): Promise<Step> {
  using scan = tables.scan([table]);
  if (scan.missing.length > 0) throw new QueryRefusal('invalid-lookup-name');
  const source = scanSource(scan, { from: undefined, to: undefined, newestFirst: true });
  const column = findColumn(source.schema, 'network');
  if (!column) throw new QueryRefusal('invalid-lookup-name');
  const text = printConversion(columnAt(source.schema.indexOf(column)), column.kind, 'string');
  const listed = `SELECT DISTINCT ${text} AS network FROM (${source.whole?.().print(false) ?? ''})`;
  const address = convert(bindExpression({ node: 'field', name: field }, schema), 'string');
  const condition = printMembership(await networksByLength(listed, session));
  const keyed = `${macro('key')}(${printExpression(address, schema)})`;
  return {
    command,
    schema,
    keepsCount: false,
    reorders: false,
    print: (from) =>
      `SELECT * EXCLUDE (address_key) FROM (SELECT *, ${keyed} AS address_key FROM (${from})) WHERE ${condition}`,
  };
}

function macro(name: 'key' | 'network'): string {
  return `${resultDatabase}.main.address_${name}`;
}

/** The keys of the networks by prefix length: an address is truncated once per length. */
async function networksByLength(
  listed: string,
  session: EngineSession,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const bits = `coalesce(TRY_CAST(split_part(network, '/', 2) AS INTEGER), (length(key) - 1) * 4)`;
  const keyed = `SELECT network, ${macro('key')}(split_part(network, '/', 1)) AS key FROM (${listed})`;
  const rows = await session.read(
    `SELECT bits, prefix FROM (SELECT ${bits} AS bits, ${macro('network')}(key, ${bits}) AS prefix FROM (${keyed})) WHERE prefix IS NOT NULL`,
  );
  const byLength = new Map<number, string[]>();
  for (const [length, prefix] of rows) {
    byLength.set(Number(length), [...(byLength.get(Number(length)) ?? []), String(prefix)]);
  }
  return byLength;
}

function printMembership(networks: ReadonlyMap<number, readonly string[]>): string {
  const tests = [...networks].map(
    ([bits, prefixes]) =>
      `${macro('network')}(address_key, ${bits}) IN (${prefixes.map(quoteText).join(', ')})`,
  );
  return tests.length === 0 ? 'false' : tests.join(' OR ');
}
