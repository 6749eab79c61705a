import { fieldOf } from '../shared/wire/optional';
import type { RawRecord } from '../shared/wire/optional';
import { columns } from '../shared/columns';
import { csvLine } from '../shared/csv/csvLine';
import { cellText } from '../shared/json';
import { choiceOption } from './command';
import type { CommandInput, CommandOption } from './command';
import { plainLine } from './terminal';
import type { Terminal } from './terminal';

const rowFormats = ['table', 'json', 'ndjson', 'csv'] as const;
export type RowFormat = (typeof rowFormats)[number];

export const formatOption: CommandOption = {
  value: rowFormats.join('|'),
  summary: 'output format; default table',
};

export function rowFormat(input: CommandInput): RowFormat {
  return choiceOption(input, 'format', rowFormats) ?? 'table';
}

/** Prints rows, with the given columns first; nothing if there are none to print. */
export function printRows(terminal: Terminal, ...printed: Parameters<typeof formatRows>): void {
  const text = formatRows(...printed);
  if (text !== '') terminal.print(text);
}

/** Formats rows, with the given columns first. */
export function formatRows(
  rows: readonly RawRecord[],
  format: RowFormat,
  order: readonly string[] = [],
): string {
  switch (format) {
    case 'json':
      return JSON.stringify(rows, null, 2);
    case 'ndjson':
      return rows.map((row) => JSON.stringify(row)).join('\n');
    case 'csv':
      return linesOf(rows, order).map(csvLine).join('\r\n');
    case 'table':
      return columns(linesOf(rows, order).map((cells) => cells.map(oneLine))).join('\n');
  }
}

function linesOf(rows: readonly RawRecord[], order: readonly string[]): readonly (readonly string[])[] {
  const names = new Set([...order, ...rows.flatMap((row) => Object.keys(row))]);
  const columns = [...names].filter((name) => rows.some((row) => Object.hasOwn(row, name)));
  return [columns, ...rows.map((row) => columns.map((column) => cellText(fieldOf(row, column))))];
}

const maxColumnWidth = 60;

function oneLine(text: string): string {
  const plain = plainLine(text);
  return plain.length > maxColumnWidth ? `${plain.slice(0, maxColumnWidth - 1)}…` : plain;
}
