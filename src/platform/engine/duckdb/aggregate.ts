import { bindExpression } from '../plan/bindExpression';
import { call, convert, literal } from '../plan/planNode';
import { commonKind } from '../plan/kind';
import type { Column, Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import type { EngineSession, StageDeps } from './engineSession';
import {
  collect,
  flowOrder,
  flowSchema,
  onlyPredicates,
  printFlow,
  reportCounts,
  storedFlow,
  withSteps,
} from './flow';
import type { Flow } from './flow';
import { widen } from './joinStep';
import { printBucket } from './localTime';
import { printAggregate, printGroupKey } from './printAggregate';
import type { PartialAggregate, PrintedAggregate } from './printAggregate';
import { printExpression, printField } from './sqlExpression';
import { emptyBatch } from './source';
import type { Batch, OrderKey } from './source';
import type { StoredRows } from '../run/resultRows';
import { quoteText } from '../../store/sqlText';
import { buildSteps } from './step';
import { columnAt, printLiteral } from './sqlValues';

interface Grouping {
  readonly keys: readonly string[];
  /** Whether the last key is the name of a series, whose values become columns. */
  readonly hasSeries: boolean;
  readonly aggregates: readonly PrintedAggregate[];
  readonly totals: OperatorOf<'aggregate'>['totals'];
  /** The columns of the groups, and of the result, in which a label may stand for a group. */
  readonly merged: Schema;
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
  const flow = timedFlow(input.source.whole ? input : await waitForRows(input, operator, deps), operator);
  const grouping = printGrouping(flowSchema(flow), flowOrder(flow), operator);
  const parts = grouping.aggregates.map(({ partial }) => partial);
  const run = parts.every((part) => part !== undefined)
    ? aggregateInParts(flow, operator, { grouping, parts }, deps)
    : aggregateAtOnce(flow, grouping, deps);
  const grouped = await run;
  deps.monitor.advance(operator.command, 'Finalizing');
  const { schema } = grouping;
  const columns = schema.map((_, index) => columnAt(index)).join(', ');
  const merged = `SELECT ${columns} FROM (${grouped.merged})${printOrder(grouping)}`;
  return deps.session.replaceTable(grouped.table, schema, merged);
}

/** A time chart leaves out rows without a date. */
function timedFlow(flow: Flow, { interval, command }: OperatorOf<'aggregate'>): Flow {
  if (!interval) return flow;
  const schema = flowSchema(flow);
  const type = call('typeof', { node: 'field', name: '_time' });
  const predicate = { node: 'compare', operator: '==', left: type, right: literal('date') } as const;
  const steps = buildSteps({ operator: 'filter', predicate, command }, schema);
  // The rows of the command are those of the chart.
  return withSteps(
    flow,
    steps.map((step) => ({ ...step, command: undefined })),
  );
}

/** `merged` are the columns of the result, if those of the rows have other kinds. */
function printGrouping(
  schema: Schema,
  order: readonly OrderKey[],
  { aggregates, by, columns, interval, totals }: OperatorOf<'aggregate'>,
  merged?: Schema,
): Grouping {
  const keys = by.map((name): Column & { readonly sql: string } => {
    const bound = bindExpression({ node: 'field', name }, schema);
    const kind = merged?.find((column) => column.name === name)?.kind ?? bound.kind;
    return { name, kind, sql: printGroupKey(printExpression(convert(bound, kind), schema), kind) };
  });
  const printed = aggregates.map((one, index) => {
    const kind = merged?.[merged.length - aggregates.length + index]?.kind;
    return printAggregate(one, schema, order, kind);
  });
  if (interval) {
    const sql = printBucket(interval.span, printField('_time', 'date', schema), interval.offset);
    keys.unshift({ name: '_time', kind: 'date', sql });
  }
  if (columns.length > 0) keys.push({ name: '', kind: 'string', sql: printSeries(columns, schema) });
  const groups = keys.map(({ name, kind }) => ({ name, kind }));
  const values = printed.map(({ kind }, index) => ({ name: aggregates[index]?.column ?? '', kind }));
  const labelled = ({ name, kind }: Column): Column => ({ name, kind: commonKind(kind, 'string') });
  return {
    keys: keys.map(({ sql }) => sql),
    hasSeries: columns.length > 0,
    aggregates: printed,
    totals,
    merged: [...groups, ...values],
    schema: [...(totals?.label === undefined ? groups : groups.map(labelled)), ...values],
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
  const counted = `SELECT ${partKeys.at(-1) ?? ''} AS name, n FROM ${partial.table}`;
  const mergedKeys = hasSeries ? await withFewSeries(partKeys, counted, deps.session) : partKeys;
  const merged = `SELECT ${printOutputs(mergedKeys, merges, grouping)} FROM ${partial.table}`;
  return { table: partial.table, merged: `${merged}${printGroups(mergedKeys, grouping.totals)}` };
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
  { merged }: Grouping,
  batch: Batch,
): string {
  const predicates = onlyPredicates(flow);
  const typed = predicates && batch.printTyped?.(predicates);
  const selects = typed?.map((part) =>
    printPart(printGrouping(part.schema, flowOrder(flow), operator, merged), part.select),
  );
  return selects?.join(' UNION ALL ') ?? '';
}

async function aggregateAtOnce(flow: Flow, grouping: Grouping, deps: StageDeps): Promise<Grouped> {
  const { hasSeries, aggregates, totals } = grouping;
  const ordered = aggregates.some((one) => one.ordered);
  const batch = flow.source.whole?.() ?? emptyBatch(flow.source);
  const keyed = (carriesOrder: boolean): string =>
    `SELECT ${['*', ...grouping.keys.map(named('k'))].join(', ')} FROM (${printFlow(flow, batch, carriesOrder)})`;
  const allKeys = grouping.keys.map((_, index) => `k${index}`);
  const names = `SELECT ${allKeys.at(-1) ?? ''} AS name, 1 AS n FROM (${keyed(false)})`;
  const keys = hasSeries ? await withFewSeries(allKeys, names, deps.session) : allKeys;
  const list = printOutputs(
    keys,
    aggregates.map(({ whole }) => whole),
    grouping,
  );
  const select = `SELECT ${list}, count(*) AS n FROM (${keyed(ordered)})${printGroups(keys, totals)}`;
  const groups = createGroups(select, deps.session);
  const rows = await groups.add(select);
  await reportCounts(flow, batch, totals ? undefined : rows, deps);
  return { table: groups.table, merged: `FROM ${groups.table}` };
}

/** The columns of the result, and `level`: which fields a total sums up, if any. */
function printOutputs(keys: readonly string[], values: readonly string[], grouping: Grouping): string {
  const { totals, schema, merged } = grouping;
  const outputs = keys.map((key, index) => {
    const label = totals?.label;
    if (label === undefined) return key;
    const [from = 'null', to = 'null'] = [merged[index]?.kind, schema[index]?.kind];
    const total = widen(printLiteral(label, 'string'), 'string', to);
    return `CASE WHEN grouping(${key}) = 1 THEN ${total} ELSE ${widen(key, from, to)} END`;
  });
  const level = totals && keys.length > 0 ? `grouping(${keys.join(', ')})` : '0';
  return [...[...outputs, ...values].map(named('c')), `${level} AS level`].join(', ');
}

async function withFewSeries(
  keys: readonly string[],
  counted: string,
  session: EngineSession,
): Promise<readonly string[]> {
  return [...keys.slice(0, -1), await limitSeries(keys.at(-1) ?? '', counted, session)];
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

function printGroups(keys: readonly string[], totals?: Grouping['totals']): string {
  if (keys.length === 0) return '';
  return totals ? ` GROUP BY ${totals.kind} (${keys.join(', ')})` : ` GROUP BY ${keys.join(', ')}`;
}

/** By the keys, so that results are deterministic; totals after what they sum up. */
function printOrder({ keys, schema }: Grouping): string {
  if (keys.length === 0) return '';
  return ` ORDER BY bit_count(level), level DESC, ${printKeyOrder(schema.slice(0, keys.length))}`;
}

/** The order of the first columns, those of the groups. */
export function printKeyOrder(keys: Schema): string {
  return keys.map((_, index) => columnAt(index)).join(', ');
}

/** More columns are not useful and slow the engine down. */
const maxSeries = 500;
export const otherSeries = 'other';

/** The series name of a row. Values with the same text are one series, because they would be one column. */
function printSeries(columns: readonly string[], schema: Schema): string {
  const texts = columns.map((name) => `coalesce(${printField(name, 'string', schema)}, 'null')`);
  return texts.length === 1 ? texts.join('') : `concat_ws(':', ${texts.join(', ')})`;
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
