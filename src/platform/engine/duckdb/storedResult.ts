import type { Store } from '../../store/store';
import { isNumber } from '../plan/kind';
import type { Kind } from '../plan/kind';
import type { CellStyle, ResultRow, ResultRows, RowRange } from '../run/planRunner';
import { printConversion } from './printConversion';
import { columnAt } from './sqlText';
import type { StoredRows } from './source';

export interface StoredResult extends ResultRows {
  readonly stored: StoredRows;
}

/**
 * The rows of a table in order, as texts that the engine creates: with exact digits, and without an object
 * per value.
 */
export function storedResult(stored: StoredRows, connect: Store['connect']): StoredResult {
  return {
    stored,
    schema: stored.schema,
    count: stored.end - stored.start,
    async *read(range, style): AsyncGenerator<readonly ResultRow[]> {
      using connection = await connect();
      let isRead = false;
      try {
        const result = await connection.stream(printPage(stored, range, style));
        for await (const rows of result.yieldRows()) {
          yield rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
        }
        isRead = true;
      } finally {
        // An unfinished stream would keep dropped rows in memory; another statement ends it.
        if (!isRead) await connection.run('SELECT 1').catch(() => undefined);
      }
    },
  };
}

/** The bytes of rows as text, from those of the first ones. */
export async function estimateBytes(
  readNumbers: (select: string) => Promise<readonly number[]>,
  { table, schema, start, end }: StoredRows,
): Promise<number> {
  const sizes = schema.map(
    ({ kind }, place) => `coalesce(strlen(${printCell(columnAt(place), kind, 'text')}), 0)`,
  );
  const [bytes = 0] = await readNumbers(
    `SELECT avg(${['0', ...sizes].join(' + ')}) FROM (FROM ${table} LIMIT 1000)`,
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
  const cells = schema.map(({ kind }, place) => printCell(columnAt(place), kind, style));
  const list = cells.length === 0 ? 'NULL' : cells.join(', ');
  return `SELECT ${list} FROM ${table} WHERE rowid >= ${from} AND rowid < ${to}`;
}

function printCell(column: string, kind: Kind, style: CellStyle): string {
  if (kind === 'double') return `CASE WHEN isfinite(${column}) THEN CAST(${column} AS VARCHAR) END`;
  // A mixed value may be a number that is not finite, which JSON does not have.
  const value = kind === 'any' ? printConversion(column, kind, 'json') : column;
  if (style === 'text') return printConversion(value, kind === 'any' ? 'json' : kind, 'string');
  if (isNumber(kind) || kind === 'bool') return printConversion(value, kind, 'string');
  return `CAST(${kind === 'any' ? value : printConversion(value, kind, 'json')} AS VARCHAR)`;
}
