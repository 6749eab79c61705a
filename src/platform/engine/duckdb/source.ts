import type { Expression } from '../plan/planNode';
import type { Kind, Schema } from '../plan/kind';
import { jsonText } from '../plan/operator';
import type { RowRecord } from '../plan/operator';
import type { StoredRows } from '../run/resultRows';
import type { EngineSession } from './engineSession';
import { isJson } from './printConversion';
import { packMixed } from './printMixed';
import { selectList } from './step';
import { quoteText } from '../../store/sqlText';
import { columnAt, sqlType } from './sqlValues';

/**
 * The rows of a stage in batches: each batch is one statement, so that counts grow while a query runs and a
 * limit can end it early.
 */
export interface Source {
  readonly schema: Schema;
  /** The order of the rows by the carried columns. */
  readonly order: readonly OrderKey[];
  /** Whether statements must sort if the order matters. */
  readonly unordered?: boolean;
  /** Whether each batch is one row. */
  readonly isRowByRow?: boolean;
  /** Whether its batches apply conditions themselves. */
  readonly takesFilters?: boolean;
  batches(needsOrder: boolean): AsyncIterable<Batch> | Iterable<Batch>;
  /** All rows in one batch; undefined if they arrive over time. */
  whole?(): Batch;
}

export interface OrderKey {
  readonly column: string;
  readonly descending: boolean;
}

/** A SELECT whose columns have the names of another schema, but kinds of their own. */
export interface TypedSelect {
  readonly schema: Schema;
  readonly select: string;
}

export interface Batch {
  /** Undefined if the rows must be counted. */
  readonly rows: number | undefined;
  /** Prints a SELECT with the columns of the schema and, if requested, those of the order. */
  print(carriesOrder: boolean, predicates?: readonly Expression[]): string;
  /** The same in parts with the types that are stored, if they differ. */
  printTyped?(predicates: readonly Expression[]): readonly TypedSelect[];
}

/** A batch without rows, which still has the types of the columns. */
export function emptyBatch({ schema, order }: Pick<Source, 'schema' | 'order'>): Batch {
  const nulls = schema.map(({ kind }) => `CAST(NULL AS ${sqlType(kind)})`);
  const carried = order.map(({ column }) => `NULL AS ${column}`);
  return {
    rows: 0,
    print: (carriesOrder) => `SELECT ${selectList(nulls, carriesOrder ? carried : [])} WHERE false`,
  };
}

/** Small, so that the first counts arrive soon even if rows are expensive. */
export const firstBatchRows = 65_536;
/** The target time of a batch: short enough for live progress, long enough for a low overhead. */
const batchMilliseconds = 500;
/** The duration of a small batch is a poor estimate for a large one. */
const maxGrowth = 64;

/**
 * Groups parts with known numbers of rows, each group as large as the previous durations allow. The time
 * between two requests is the duration of the first group.
 */
export function* pacedGroups<Part extends { readonly rows: number }>(
  parts: Iterable<Part>,
  now: () => number = () => performance.now(),
): Generator<Part[]> {
  let wanted = firstBatchRows;
  let group: Part[] = [];
  let rows = 0;
  for (const part of parts) {
    group.push(part);
    rows += part.rows;
    if (rows < wanted) continue;
    const started = now();
    yield group;
    const growth = Math.min(maxGrowth, batchMilliseconds / Math.max(1, now() - started));
    wanted = Math.max(firstBatchRows, Math.round(rows * growth));
    group = [];
    rows = 0;
  }
  if (group.length > 0) yield group;
}

export function storedSource(stored: StoredRows): Source {
  return {
    schema: stored.schema,
    order: [{ column: 'o0', descending: false }],
    *batches(): Generator<Batch> {
      for (const group of pacedGroups(slices(stored))) {
        const from = group[0]?.from ?? 0;
        const rows = group.reduce((sum, slice) => sum + slice.rows, 0);
        yield { rows, print: (carriesOrder) => printRange(stored, from, from + rows, carriesOrder) };
      }
    },
    whole: () => ({
      rows: stored.end - stored.start,
      print: (carriesOrder) => printRange(stored, stored.start, stored.end, carriesOrder),
    }),
  };
}

function* slices({ start, end }: StoredRows): Generator<{ readonly from: number; readonly rows: number }> {
  for (let from = start; from < end; from += firstBatchRows) {
    yield { from, rows: Math.min(firstBatchRows, end - from) };
  }
}

/** Selects rows by number, which is equally fast at any position. */
export function printRange(
  { table, schema }: StoredRows,
  from: number,
  to: number,
  carriesOrder: boolean,
): string {
  const list = selectList(
    schema.map((_, index) => columnAt(index)),
    carriesOrder ? ['rowid AS o0'] : [],
  );
  return `SELECT ${list} FROM ${table} WHERE rowid >= ${from} AND rowid < ${to}`;
}

/** Characters of rows that are part of each statement, because storing them first would take longer. */
const maxInlineLength = 10_000;

/** Rows from the query text or of the platform itself; undefined if they are so many that they must be stored. */
export function inlineSource(schema: Schema, rows: readonly RowRecord[]): Source | undefined {
  if (rows.length > firstBatchRows) return undefined;
  const cells = printCells(schema, rows);
  if (cells.length > maxInlineLength) return undefined;
  const from = `(SELECT ${cells} AS cells, unnest(range(${rows.length})) AS o0)`;
  const columns = schema.map(({ kind }, index) => printCell(kind, index));
  const batch: Batch = {
    rows: rows.length,
    print: (carriesOrder) => `SELECT ${selectList(columns, carriesOrder ? ['o0'] : [])} FROM ${from}`,
  };
  return {
    schema,
    order: [{ column: 'o0', descending: false }],
    batches: () => (rows.length === 0 ? [] : [batch]),
    whole: () => batch,
  };
}

/** Building one statement blocks the event loop, so its size is limited. */
const cellsPerStatement = 100_000;

/** Stores rows from the query text or of the platform itself in a table. */
export async function storeRows(
  schema: Schema,
  rows: readonly RowRecord[],
  session: EngineSession,
): Promise<StoredRows> {
  const table = session.createTable(schema);
  const list = selectList(schema.map(({ kind }, index) => printCell(kind, index)));
  const rowsPerStatement = Math.max(1, Math.floor(cellsPerStatement / Math.max(1, schema.length)));
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const cells = printCells(schema, rows.slice(start, start + rowsPerStatement));
    await session.run(`INSERT INTO ${table} SELECT ${list} FROM (SELECT ${cells} AS cells)`);
  }
  return { table, schema, start: 0, end: rows.length };
}

/** A list per row. */
function printCells(schema: Schema, rows: readonly RowRecord[]): string {
  const texts = rows.map((row) =>
    jsonText(schema.map(({ name }) => (Object.hasOwn(row, name) ? row[name] : null))),
  );
  return `unnest(CAST(${quoteText(`[${texts.join(',')}]`)} AS JSON[]))`;
}

function printCell(kind: Kind, index: number): string {
  if (isJson(kind) || kind === 'any') {
    const json = `json_extract(cells, '/${index}')`;
    return kind === 'any'
      ? packMixed(json, 'json')
      : `CASE WHEN json_type(${json}) <> 'NULL' THEN ${json} END`;
  }
  return `CAST(json_extract_string(cells, '/${index}') AS ${sqlType(kind)})`;
}
