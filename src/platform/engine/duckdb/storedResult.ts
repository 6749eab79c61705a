import type { Store } from '../../store/store';
import type { Kind } from '../plan/kind';
import type { CellStyle, ResultRow, ResultRows, RowRange } from '../run/planRunner';
import { isJson, printConversion } from './printConversion';
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
  if (kind === 'string') return style === 'json' ? `CAST(to_json(${column}) AS VARCHAR)` : column;
  if (isJson(kind)) return style === 'json' ? `CAST(${column} AS VARCHAR)` : `(${column} ->> '$')`;
  if (kind === 'double') return `CASE WHEN isfinite(${column}) THEN CAST(${column} AS VARCHAR) END`;
  const text = printConversion(column, kind, 'string');
  return kind === 'date' && style === 'json' ? `'"' || ${text} || '"'` : text;
}
