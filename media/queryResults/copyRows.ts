import { csvLine } from '../../src/shared/csv/csvLine';
import type { Cell, ResultColumn, ResultRow } from '../../src/shared/protocol/queryResults';

export type CopyFormat = 'tsv' | 'json' | 'markdown' | 'csv' | 'ndjson';

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
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

function lines(
  rows: readonly ResultRow[],
  columns: readonly ResultColumn[],
  line: (cells: readonly string[]) => string,
): string {
  const body = rows.map((row) => line(columns.map((_, index) => text(row[index] ?? null))));
  return [line(columns.map(({ name }) => name)), ...body].join('\n');
}

function text(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A tab or line break in a value would shift all following cells. */
function flat(value: string): string {
  return value.replace(/[\t\r\n]+/g, ' ');
}

function markdownCell(value: string): string {
  return flat(value).replace(/[\\|`*_<>[\]]/g, (character) => `\\${character}`);
}
