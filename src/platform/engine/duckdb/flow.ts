import type { Expression } from '../plan/planNode';
import type { Schema } from '../plan/kind';
import type { StageDeps } from './engineSession';
import { emptyBatch, storedSource } from './source';
import type { Batch, OrderKey, Source } from './source';
import type { StoredRows } from '../run/resultRows';
import { selectList } from './step';
import type { Step } from './step';
import { columnAt } from './sqlValues';

/** A source and the steps that are fused with it, not yet run. */
export interface Flow {
  readonly source: Source;
  /** The command whose output the source's rows are; undefined if they are already counted. */
  readonly command: number | undefined;
  readonly steps: readonly Step[];
  /** The stored rows, if no step follows. */
  readonly stored?: StoredRows | undefined;
}

export function flowSchema({ source, steps }: Flow): Schema {
  return steps.at(-1)?.schema ?? source.schema;
}

/** A pipeline starts with it, and `drop` ends in it. */
export const noRows: Flow = {
  source: {
    schema: [],
    order: [{ column: 'o0', descending: false }],
    batches: () => [],
    whole: () => emptyBatch(noRows.source),
  },
  command: undefined,
  steps: [],
};

/** Rows that were counted when they were stored. */
export function storedFlow(stored: StoredRows): Flow {
  return { source: storedSource(stored), command: undefined, steps: [], stored };
}

export function withSteps(flow: Flow, steps: readonly Step[]): Flow {
  return { ...flow, steps: [...flow.steps, ...steps], stored: undefined };
}

/** The steps around a batch, up to the given one, as one SELECT. */
export function printFlow(
  flow: Flow,
  batch: Batch,
  carriesOrder: boolean,
  stepCount = flow.steps.length,
): string {
  const carried = carriesOrder ? flow.source.order.map(({ column }) => column) : [];
  const steps = flow.steps.slice(0, stepCount);
  const predicates = flow.source.takesFilters ? leadingPredicates(steps) : [];
  let select = batch.print(carriesOrder, predicates);
  for (const step of steps.slice(predicates.length)) {
    select = step.print(select, carried);
    if (carriesOrder && step.order !== undefined) carried.push(step.order);
  }
  return select;
}

/** The conditions, if the flow has only these and its source applies them. */
export function onlyPredicates({ source, steps }: Flow): readonly Expression[] | undefined {
  const predicates = source.takesFilters ? leadingPredicates(steps) : [];
  return source.takesFilters && predicates.length === steps.length ? predicates : undefined;
}

function leadingPredicates(steps: readonly Step[]): readonly Expression[] {
  const end = steps.findIndex(({ predicate }) => predicate === undefined);
  return steps.slice(0, end < 0 ? steps.length : end).flatMap(({ predicate }) => predicate ?? []);
}

/** The order of the rows by the carried columns. */
export function flowOrder({ source, steps }: Flow): readonly OrderKey[] {
  const added = steps.flatMap(({ order }) =>
    order === undefined ? [] : [{ column: order, descending: false }],
  );
  return [...source.order, ...added];
}

/** The flow without counting the rows of a command, because they are counted elsewhere. */
export function uncounted(flow: Flow, uncountedCommand: number): Flow {
  const command = flow.command === uncountedCommand ? undefined : flow.command;
  const steps = flow.steps.map((step) =>
    step.command === uncountedCommand ? { ...step, command: undefined } : step,
  );
  return { ...flow, command, steps };
}

/** The commands of a flow, that of the source first. */
export function flowCommands(flow: Flow): readonly number[] {
  const commands = [flow.command, ...flow.steps.map(({ command }) => command)];
  return [...new Set(commands.filter((command) => command !== undefined))];
}

/**
 * Counts the output rows of each command for one batch. The final number is mostly known and equals the
 * input; only commands between two filters require a counting statement.
 */
export async function reportCounts(
  flow: Flow,
  batch: Batch,
  rowsOut: number | undefined,
  { session, monitor }: StageDeps,
): Promise<void> {
  const points = countPoints(flow);
  for (const [index, { steps, commands }] of points.entries()) {
    if (commands.length === 0) continue;
    const isLast = index === points.length - 1;
    const known = (isLast ? rowsOut : undefined) ?? (steps === 0 ? batch.rows : undefined);
    const rows = known ?? (await session.count(printFlow(flow, batch, false, steps)));
    for (const command of commands) monitor.push(command, rows);
  }
}

/** `steps` is the number of steps before the count. */
function countPoints(
  flow: Flow,
): readonly { readonly steps: number; readonly commands: readonly number[] }[] {
  const own = new Set(flow.command === undefined ? [] : [flow.command]);
  const points = [{ steps: 0, commands: own }];
  for (const [index, { command, keepsCount }] of flow.steps.entries()) {
    if (!keepsCount) points.push({ steps: index + 1, commands: new Set() });
    if (command === undefined) continue;
    // The output of a command is the output of its last step.
    for (const point of points) point.commands.delete(command);
    points.at(-1)?.commands.add(command);
  }
  return points.map(({ steps, commands }) => ({ steps, commands: [...commands] }));
}

export interface CollectOptions {
  readonly needsOrder: boolean;
  /** The maximum number of rows; the source is not read further. */
  readonly maximum?: number | undefined;
  /** Only the first rows of each batch in this order are needed; ties keep the order of the source. */
  readonly top?: { readonly order: string; readonly rows: number } | undefined;
  /** All rows in one statement, for steps that depend on more than one row. */
  readonly atOnce?: boolean | undefined;
  /** Called without rows at first, when the table does not exist yet, and whenever rows are added. */
  readonly onRows?: ((stored: StoredRows) => void) | undefined;
}

/** Runs a flow into a table, batch by batch. */
export async function collect(flow: Flow, deps: StageDeps, options: CollectOptions): Promise<StoredRows> {
  const schema = flowSchema(flow);
  const table = deps.session.createTable(schema);
  let stored: StoredRows = { table, schema, start: 0, end: 0 };
  options.onRows?.(stored);
  const maximum = options.maximum ?? Infinity;
  if (maximum === 0) return stored;
  for await (const batch of batchesOf(flow, options)) {
    const limit = options.top?.rows ?? maximum - stored.end;
    const select = printFlow(flow, batch, options.needsOrder);
    const rows = await deps.session.run(`INSERT INTO ${table} ${printSink(flow, select, options, limit)}`);
    // A sort that keeps only its first rows has seen all of them.
    await reportCounts(flow, batch, options.top ? undefined : rows, deps);
    stored = { ...stored, end: stored.end + rows };
    options.onRows?.(stored);
    if (stored.end >= maximum) break;
  }
  return stored;
}

function batchesOf({ source }: Flow, { atOnce, needsOrder }: CollectOptions): ReturnType<Source['batches']> {
  const whole = atOnce ? source.whole?.() : undefined;
  return whole ? [whole] : source.batches(needsOrder);
}

function printSink(flow: Flow, select: string, { needsOrder, top }: CollectOptions, limit: number): string {
  const columns = flowSchema(flow).map((_, index) => columnAt(index));
  const orderBy = top ? `${top.order}, ${orderKeys(flow)}` : needsOrder ? printOrder(flow) : '';
  const sorted = orderBy === '' ? '' : ` ORDER BY ${orderBy}`;
  const limited = Number.isFinite(limit) ? ` LIMIT ${limit}` : '';
  if (sorted === '' && limited === '' && !needsOrder) return select;
  return `SELECT ${selectList(columns)} FROM (${select})${sorted}${limited}`;
}

/** Empty if rows are already in order. A step that joins two sources does not keep the order. */
function printOrder(flow: Flow): string {
  const isSorted = !flow.source.unordered && !flow.steps.some(({ reorders }) => reorders);
  return isSorted ? '' : orderKeys(flow);
}

function orderKeys(flow: Flow): string {
  return flowOrder(flow)
    .map(({ column, descending }) => `${column} ${descending ? 'DESC' : 'ASC'}`)
    .join(', ');
}
