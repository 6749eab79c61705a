import type { DuckDBConnection } from '@duckdb/node-api';
import { readNumbers } from '../../store/sqlValue';
import type { Store } from '../../store/store';
import { ownTurn } from '../../ownTurn';
import { isNumber } from '../plan/kind';
import type { Kind } from '../plan/kind';
import type { CellStyle, ResultRow, RowRange, StoredResult, StoredRows } from '../run/resultRows';
import { printConversion } from './printConversion';
import { shownText } from './printMixed';
import { columnAt } from './sqlValues';

/**
 * The rows of a table in order, as texts that the engine creates: with exact digits, and without an object
 * per value.
 */
export function storedResult(stored: StoredRows, connect: Store['connect']): StoredResult {
  return {
    stored,
    schema: stored.schema,
    count: stored.end - stored.start,
    async *read(range, style, admit): AsyncGenerator<readonly ResultRow[]> {
      using connection = await connect();
      for await (const { bytes, ...part } of partsOf(stored, range, connection)) {
        await admit?.(bytes);
        yield* readPart(connection, printPage(stored, part, style));
      }
    },
  };
}

async function* readPart(connection: DuckDBConnection, page: string): AsyncGenerator<readonly ResultRow[]> {
  let isRead = false;
  try {
    const result = await connection.stream(page);
    for await (const chunk of result) {
      await ownTurn();
      yield chunk.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell))));
    }
    isRead = true;
  } finally {
    // An unfinished stream would keep dropped rows in memory; another statement ends it.
    if (!isRead) await connection.run('SELECT 1').catch(() => undefined);
  }
}

/** Rows that are measured together. */
const measuredRows = 131_072;
/** The engine returns up to 2,048 rows at once, which it does not count as memory. */
const rowsAtOnce = 2048;
const bytesAtOnce = 4 * 1024 * 1024;
/** The bytes of a value beside its text. */
const bytesOfCell = 16;
/** The bytes that the engine reads ahead. */
const bytesReadAhead = 1024 * 1024;

interface ResultPart extends RowRange {
  /** The most bytes that are in memory at once. */
  readonly bytes: number;
}

/** Parts of a range that fit into little memory, however long their texts are; usually one. */
async function* partsOf(
  stored: StoredRows,
  { offset, limit }: RowRange,
  connection: DuckDBConnection,
): AsyncGenerator<ResultPart> {
  const end = Math.min(offset + limit, stored.end - stored.start);
  for (let from = offset; from < end; from += measuredRows) {
    const to = Math.min(from + measuredRows, end);
    const measurement = printWidest(stored, from, to);
    const [texts = 0] = measurement === undefined ? [] : await readNumbers(connection, measurement);
    const widest = texts + bytesOfCell * stored.schema.length;
    const fits = Math.max(1, Math.floor(bytesAtOnce / Math.max(1, widest)));
    const step = fits < rowsAtOnce ? fits : measuredRows;
    const bytes = bytesReadAhead + widest * Math.min(fits, rowsAtOnce);
    for (let at = from; at < to; at += step) yield { offset: at, limit: Math.min(step, to - at), bytes };
  }
}

/** The bytes of the longest row, without values that are short in any case. */
function printWidest({ table, schema, start }: StoredRows, from: number, to: number): string | undefined {
  const sizes = schema.flatMap(({ kind }, index) =>
    shortKinds.has(kind) ? [] : [`coalesce(strlen(${printCell(columnAt(index), kind, 'text')}), 0)`],
  );
  if (sizes.length === 0) return undefined;
  const rows = `rowid >= ${start + from} AND rowid < ${start + to}`;
  // A list, because a chain of a thousand additions is too deep for the engine.
  return `SELECT max(list_sum([${sizes.join(', ')}])) FROM ${table} WHERE ${rows}`;
}

const shortKinds: ReadonlySet<Kind> = new Set(['null', 'bool', 'long', 'hugeint', 'double', 'date', 'ip']);

/** The bytes of rows as text, from those of the first ones. */
export async function estimateBytes(
  read: (select: string) => Promise<readonly number[]>,
  { table, schema, start, end }: StoredRows,
): Promise<number> {
  if (end === start) return 0;
  const sizes = schema.map(
    ({ kind }, index) => `coalesce(strlen(${printCell(columnAt(index), kind, 'text')}), 0)`,
  );
  const [bytes = 0] = await read(
    `SELECT avg(list_sum([${['0', ...sizes].join(', ')}])) FROM (FROM ${table} LIMIT 1000)`,
  );
  return bytes * (end - start);
}

function printPage(
  { table, schema, start, end }: StoredRows,
  { offset, limit }: RowRange,
  style: CellStyle,
): string {
  const from = start + offset;
  const to = Math.min(from + limit, end);
  const cells = schema.map(({ kind }, index) => printCell(columnAt(index), kind, style));
  const list = cells.length === 0 ? 'NULL' : cells.join(', ');
  return `SELECT ${list} FROM ${table} WHERE rowid >= ${from} AND rowid < ${to}`;
}

function printCell(column: string, kind: Kind, style: CellStyle): string {
  if (kind === 'double') return `CASE WHEN isfinite(${column}) THEN CAST(${column} AS VARCHAR) END`;
  // A mixed value may be a number that is not finite, which JSON does not have.
  const value = kind === 'any' ? printConversion(column, kind, 'json') : column;
  if (style === 'text') return printConversion(value, kind === 'any' ? 'json' : kind, 'string');
  if (isNumber(kind) || kind === 'bool') return printConversion(value, kind, 'string');
  const json = `CAST(${kind === 'any' ? value : printConversion(value, kind, 'json')} AS VARCHAR)`;
  return kind === 'string' ? json : shownText(json);
}
