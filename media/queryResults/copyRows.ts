import { csvLine } from '../../src/core/base/csvLine';
import { cellText } from '../../src/core/base/json';
import { t } from '../../src/core/base/localize';
import type { QueryResultsState, ResultColumn, ResultRow } from '../../src/core/pages/queryResults';
import { formatCount } from '../../src/core/pages/format';
import { maxLimit } from './resultRowCache';
import type { ArrangementText, ResultRows } from './resultRowCache';

export type CopyFormat = 'tsv' | 'json' | 'markdown' | 'csv' | 'ndjson';

/** What to copy of rows: all of them in a format, or the values of one column, one per line. */
export type Copied = CopyFormat | { readonly column: string };

export function copyRows(
  rows: readonly ResultRow[],
  columns: readonly ResultColumn[],
  format: CopyFormat,
): string {
  switch (format) {
    case 'tsv':
      return lines(rows, columns, (cells) => cells.map(flat).join('\t'));
    case 'csv':
      return `${lines(rows, columns, csvLine)}\n`;
    case 'ndjson':
      return rows.map((row) => `${JSON.stringify(rowObject(row, columns))}\n`).join('');
    case 'markdown': {
      const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |`;
      const [head = '', ...body] = lines(rows, columns, line).split('\n');
      return [head, `|${columns.map(() => ' --- |').join('')}`, ...body].join('\n');
    }
    case 'json':
      return JSON.stringify(
        rows.map((row) => rowObject(row, columns)),
        undefined,
        2,
      );
  }
}

/** A row as an object, without missing fields. */
export function rowObject(
  row: ResultRow,
  columns: readonly ResultColumn[],
): Readonly<Record<string, unknown>> {
  const entries = columns.map(({ name }, index) => [name, row[index]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value != null));
}

/** The values of a column, one per line. */
function copyColumn(rows: readonly ResultRow[], columns: readonly ResultColumn[], column: string): string {
  const index = columns.findIndex(({ name }) => name === column);
  return rows.map((row) => flat(cellText(row[index] ?? null))).join('\n');
}

function lines(
  rows: readonly ResultRow[],
  columns: readonly ResultColumn[],
  line: (cells: readonly string[]) => string,
): string {
  const body = rows.map((row) => line(columns.map((_, index) => cellText(row[index] ?? null))));
  return [line(columns.map(({ name }) => name)), ...body].join('\n');
}

/** A tab or line break in a value would shift all following cells. */
export function flat(value: string): string {
  return value.replace(/[\t\r\n]+/g, ' ');
}

function markdownCell(value: string): string {
  return flat(value).replace(/[\\|`*_<>[\]]/g, (character) => `\\${character}`);
}

/** Copies selected rows after loading missing ones; reports if there are too many. */
export class RowsCopy {
  #wanted: { readonly first: number; readonly last: number; readonly format: Copied } | undefined;
  arrangement: ArrangementText | undefined;

  get pending(): boolean {
    return this.#wanted !== undefined;
  }

  start(first: number, last: number, format: Copied): void {
    this.#wanted = { first, last, format };
    this.arrangement = undefined;
  }

  end(): void {
    this.#wanted = undefined;
    this.arrangement = undefined;
  }

  /** The text, once all rows are loaded. */
  continue(rows: ResultRows, data: QueryResultsState): string | undefined {
    if (!this.#wanted) return undefined;
    const { first, last, format } = this.#wanted;
    const selected = last - first + 1;
    const taken = Math.min(last, first + maxLimit - 1);
    if (!rows.loadRange(first, taken, data.rowCount) && rows.missing === undefined) {
      this.arrangement = { text: t('Loading {0} rows to copy…', formatCount(taken - first + 1)) };
      return undefined;
    }
    const all = Array.from({ length: taken - first + 1 }, (_, index) => rows.at(first + index));
    const there = all.filter((row) => row !== undefined);
    this.end();
    if (there.length < selected) {
      const counts = [formatCount(there.length), formatCount(selected)] as const;
      this.arrangement = {
        text: t('{0} of {1} rows were copied. Export the results to get all of them.', ...counts),
      };
    }
    return typeof format === 'string'
      ? copyRows(there, data.columns, format)
      : copyColumn(there, data.columns, format.column);
  }
}
