import { bindExpression } from '../plan/bindExpression';
import type { BoundExpression } from '../plan/planNode';
import { convert } from '../plan/planNode';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession, StageDeps } from './engineSession';
import { collect, flowOrder, flowSchema, onlyPredicates, printFlow, reportCounts, storedFlow } from './flow';
import type { Flow } from './flow';
import { printBucket } from './localTime';
import { printAggregate, printGroupKey } from './printAggregate';
import type { PartialAggregate, PrintedAggregate } from './printAggregate';
import { printExpression, printField } from './sqlExpression';
import { orderKey } from './printMixedNumbers';
import { emptyBatch } from './source';
import type { Batch, OrderKey } from './source';
import type { StoredRows } from '../run/resultRows';
import { quoteText } from '../../store/sqlText';
import { columnAt } from './sqlValues';

interface Grouping {
  readonly keys: readonly string[];
  /** Whether the second key is the name of a time chart's series. */
  readonly hasSeries: boolean;
  readonly aggregates: readonly PrintedAggregate[];
  readonly schema: Schema;
}

/**
 * Groups the rows of a flow. If every aggregate can be merged from partial results, each batch is filtered
 * and grouped in one statement, and the results are merged at the end; otherwise all batches are one
 * statement.
 */
export async function aggregate(
  input: Flow,
  operator: OperatorOf<'aggregate'>,
  deps: StageDeps,
): Promise<StoredRows> {
  // If all rows are needed at once, waits for rows that arrive over time.
  const flow = input.source.whole ? input : await waitForRows(input, operator, deps);
  const grouping = printGrouping(flowSchema(flow), flowOrder(flow), operator);
  const parts = grouping.aggregates.map(({ partial }) => partial);
  const run = parts.every((part) => part !== undefined)
    ? aggregateInParts(flow, operator, { grouping, parts }, deps)
    : aggregateAtOnce(flow, grouping, deps);
  const grouped = await run;
  deps.monitor.advance(operator.command, 'Finalizing');
  return deps.session.replaceTable(
    grouped.table,
    grouping.schema,
    `${grouped.merged}${printOrder(grouping)}`,
  );
}

/** `merged` are the columns of the result, if those of the rows have other kinds. */
function printGrouping(
  schema: Schema,
  order: readonly OrderKey[],
  { aggregates, by, span }: OperatorOf<'aggregate'>,
  merged?: Schema,
): Grouping {
  const isChart = span !== undefined;
  const keys = by.map((name) => {
    const bound = bindExpression({ node: 'field', name }, schema);
    if (isChart) return { name, kind: 'string', sql: printSeries(bound, schema) } as const;
    const kind = merged?.find((column) => column.name === name)?.kind ?? bound.kind;
    return { name, kind, sql: printGroupKey(printExpression(convert(bound, kind), schema), kind) };
  });
  const printed = aggregates.map((one, index) => {
    const kind = merged?.[merged.length - aggregates.length + index]?.kind;
    return printAggregate(one, schema, order, kind);
  });
  const bucket = isChart ? [printBucket(span, printField('_time', 'date', schema))] : [];
  return {
    keys: [...bucket, ...keys.map(({ sql }) => sql)],
    hasSeries: isChart && keys.length > 0,
    aggregates: printed,
    schema: [
      ...(isChart ? [{ name: '_time', kind: 'date' } as const] : []),
      ...keys.map(({ name, kind }) => ({ name, kind })),
      ...printed.map(({ kind }, index) => ({ name: aggregates[index]?.column ?? '', kind })),
    ],
  };
}

async function waitForRows(flow: Flow, operator: OperatorOf<'aggregate'>, deps: StageDeps): Promise<Flow> {
  const { aggregates } = printGrouping(flowSchema(flow), flowOrder(flow), operator);
  if (aggregates.every(({ partial }) => partial)) return flow;
  return storedFlow(await collect(flow, deps, { needsOrder: true }));
}

interface Grouped {
  readonly table: string;
  /** Selects the final rows from the table. */
  readonly merged: string;
}

async function aggregateInParts(
  flow: Flow,
  operator: OperatorOf<'aggregate'>,
  { grouping, parts }: { readonly grouping: Grouping; readonly parts: readonly PartialAggregate[] },
  deps: StageDeps,
): Promise<Grouped> {
  const { keys, hasSeries } = grouping;
  const select = (batch: Batch): string => printPart(grouping, printFlow(flow, batch, false));
  const partial = createGroups(select(emptyBatch(flow.source)), deps.session);
  for await (const batch of flow.source.batches(false)) {
    const rows = await partial.add(printTypedParts(flow, operator, grouping, batch) || select(batch));
    await reportCounts(flow, batch, rows, deps);
  }
  await partial.create();
  let next = 0;
  const merges = parts.map((part) => part.merge(part.columns.map(() => `p${next++}`)));
  const partKeys = keys.map((_, index) => `k${index}`);
  const counted = `SELECT k1 AS name, n FROM ${partial.table}`;
  const mergedKeys = hasSeries ? await withFewSeries(partKeys, counted, deps.session) : partKeys;
  const outputs = [...mergedKeys, ...merges].map(named('c'));
  const groups = printGroups(mergedKeys);
  return { table: partial.table, merged: `SELECT ${outputs.join(', ')} FROM ${partial.table}${groups}` };
}

function printPart({ keys, aggregates }: Grouping, from: string): string {
  const columns = aggregates.flatMap(({ partial }) => partial?.columns ?? []);
  const list = [...keys.map(named('k')), ...columns.map(named('p')), 'count(*) AS n'].join(', ');
  return `SELECT ${list} FROM (${from})${printGroups(keys)}`;
}

/** Groups rows of several types by type: mixed values are slower. Empty if the flow does not allow it. */
function printTypedParts(
  flow: Flow,
  operator: OperatorOf<'aggregate'>,
  { schema }: Grouping,
  batch: Batch,
): string {
  const predicates = onlyPredicates(flow);
  const typed = predicates && batch.printTyped?.(predicates);
  const selects = typed?.map((part) =>
    printPart(printGrouping(part.schema, flowOrder(flow), operator, schema), part.select),
  );
  return selects?.join(' UNION ALL ') ?? '';
}

async function aggregateAtOnce(
  flow: Flow,
  { keys: allKeys, hasSeries, aggregates, schema }: Grouping,
  deps: StageDeps,
): Promise<Grouped> {
  const ordered = aggregates.some((one) => one.ordered);
  const batch = flow.source.whole?.() ?? emptyBatch(flow.source);
  const names = `SELECT ${allKeys[1] ?? ''} AS name, 1 AS n FROM (${printFlow(flow, batch, false)})`;
  const keys = hasSeries ? await withFewSeries(allKeys, names, deps.session) : allKeys;
  const list = [...keys, ...aggregates.map(({ whole }) => whole)].map(named('c')).join(', ');
  const select = `SELECT ${list}, count(*) AS n FROM (${printFlow(flow, batch, ordered)})${printGroups(keys)}`;
  const groups = createGroups(select, deps.session);
  const rows = await groups.add(select);
  await reportCounts(flow, batch, rows, deps);
  const columns = schema.map((_, index) => columnAt(index)).join(', ');
  return { table: groups.table, merged: `SELECT ${columns} FROM ${groups.table}` };
}

async function withFewSeries(
  [time = '', series = '']: readonly string[],
  counted: string,
  session: EngineSession,
): Promise<readonly string[]> {
  return [time, await limitSeries(series, counted, session)];
}

function createGroups(select: string, session: EngineSession) {
  const table = session.nameTable();
  let creation = `CREATE TABLE ${table} AS ${select} WITH NO DATA;`;
  let end = 0;
  return {
    table,
    /** Creates the table, if no groups were added. */
    async create(): Promise<void> {
      if (creation !== '') await session.run(creation);
    },
    /** Adds groups, whose column `n` is the number of their rows, and returns the total number of rows. */
    async add(groups: string): Promise<number> {
      const counts = `SELECT count(*), coalesce(sum(n), 0) FROM ${table} WHERE rowid >= ${end}`;
      const [row] = await session.read(`${creation} INSERT INTO ${table} ${groups}; ${counts}`);
      creation = '';
      end += Number(row?.[0] ?? 0);
      return Number(row?.[1] ?? 0);
    },
  };
}

function named(letter: string): (expression: string, index: number) => string {
  return (expression, index) => `${expression} AS ${letter}${index}`;
}

function printGroups(keys: readonly string[]): string {
  return keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
}

/** By the keys, so that results are deterministic. */
function printOrder({ keys, schema }: Grouping): string {
  return keys.length === 0 ? '' : ` ORDER BY ${printKeyOrder(schema.slice(0, keys.length))}`;
}

/** The order of the first columns, those of the groups. */
export function printKeyOrder(keys: Schema): string {
  return keys
    .map(({ kind }, index) => (kind === 'any' ? orderKey(columnAt(index)) : columnAt(index)))
    .join(', ');
}

/** More columns are not useful and slow the engine down. */
export const maxSeries = 500;
export const otherSeries = 'other';

/** The series name of a row. Values with the same text are one series, because they would be one column. */
function printSeries(value: BoundExpression, schema: Schema): string {
  return `coalesce(${printExpression(convert(value, 'string'), schema)}, 'null')`;
}

/**
 * The name, or that of the common series for the rest if there are too many. `counted` has rows of a name and
 * a number `n`.
 */
async function limitSeries(name: string, counted: string, session: EngineSession): Promise<string> {
  const found = await session.read(
    `SELECT name FROM (${counted}) GROUP BY name ORDER BY sum(n) DESC, name LIMIT ${maxSeries + 1}`,
  );
  if (found.length <= maxSeries) return name;
  const largest = found.slice(0, maxSeries).map(([text]) => quoteText(String(text)));
  return `CASE WHEN ${name} IN (${largest.join(', ')}) THEN ${name} ELSE ${quoteText(otherSeries)} END`;
}
