import type { PipelineMonitor } from '../run/pipelineMonitor';
import type { EngineSession } from './engineSession';
import { flowSchema, printFlow, reportCounts } from './flow';
import type { Flow } from './flow';
import type { Source } from './source';
import { selectList } from './step';
import { columnAt } from './sqlText';
import type { StoredRows } from './storedRows';

export interface CollectOptions {
  readonly needsOrder: boolean;
  /** The maximum number of rows; the source is not read further. */
  readonly maximum?: number | undefined;
  /** Only the first rows of each batch in this order are needed; ties keep the order of the source. */
  readonly top?: { readonly order: string; readonly rows: number } | undefined;
  /** All rows in one statement, for steps that depend on more than one row. */
  readonly atOnce?: boolean | undefined;
  /** Called with the table before the first row is in it, and whenever rows are added. */
  readonly onRows?: ((stored: StoredRows) => void) | undefined;
}

/** Runs a flow into a table, batch by batch. */
export async function collect(
  flow: Flow,
  session: EngineSession,
  monitor: PipelineMonitor,
  options: CollectOptions,
): Promise<StoredRows> {
  const schema = flowSchema(flow);
  const table = await session.createTable(schema);
  let stored: StoredRows = { table, schema, start: 0, end: 0 };
  options.onRows?.(stored);
  const maximum = options.maximum ?? Infinity;
  if (maximum === 0) return stored;
  for await (const batch of batchesOf(flow, options)) {
    const limit = options.top?.rows ?? maximum - stored.end;
    const select = printFlow(flow, batch, options.needsOrder);
    const rows = await session.run(`INSERT INTO ${table} ${printSink(flow, select, options, limit)}`);
    await reportCounts(flow, batch, rows, session, monitor);
    stored = { ...stored, end: stored.end + rows };
    options.onRows?.(stored);
    if (!options.top && stored.end >= maximum) break;
  }
  return stored;
}

function batchesOf({ source }: Flow, { atOnce, needsOrder }: CollectOptions): ReturnType<Source['batches']> {
  const whole = atOnce ? source.whole?.() : undefined;
  return whole ? [whole] : source.batches(needsOrder);
}

function printSink(flow: Flow, select: string, { needsOrder, top }: CollectOptions, limit: number): string {
  const columns = flowSchema(flow).map((_, place) => columnAt(place));
  const orderBy = top ? `${top.order}, ${orderKeys(flow)}` : needsOrder ? printOrder(flow) : '';
  const sorted = orderBy === '' ? '' : ` ORDER BY ${orderBy}`;
  const limited = Number.isFinite(limit) ? ` LIMIT ${limit}` : '';
  if (sorted === '' && limited === '' && !needsOrder) return select;
  return `SELECT ${selectList(columns, [])} FROM (${select})${sorted}${limited}`;
}

/** Empty if rows are already in order. A step that joins two sources does not keep the order. */
function printOrder({ source, steps }: Flow): string {
  return source.unordered || steps.some(({ reorders }) => reorders) ? orderKeys({ source }) : '';
}

function orderKeys({ source }: Pick<Flow, 'source'>): string {
  return source.order.map(({ column, descending }) => `${column} ${descending ? 'DESC' : 'ASC'}`).join(', ');
}
