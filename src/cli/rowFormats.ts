import { fieldOf } from '../core/interface/optional';
import type { RawRecord } from '../core/interface/optional';
import { columns } from '../core/base/columns';
import { safeCsv } from '../core/base/csvLine';
import { cellText } from '../core/base/json';
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
export function printRows(
  terminal: Terminal,
  rows: readonly RawRecord[],
  format: RowFormat,
  order: readonly string[] = [],
): void {
  if (format === 'json') terminal.printJson(rows, 2);
  else new RowPrinter(terminal, format, order).print(rows);
}

/** Prints rows as they arrive. The first ones decide about the columns of CSV and their width in a table. */
export class RowPrinter {
  #columns: readonly string[] | undefined;
  #aligned: readonly (readonly string[])[] = [];

  constructor(
    private readonly terminal: Terminal,
    private readonly format: Exclude<RowFormat, 'json'>,
    private readonly order: readonly string[] = [],
  ) {}

  print(rows: readonly RawRecord[]): void {
    if (this.format === 'ndjson') for (const row of rows) this.terminal.printJson(row);
    else if (rows.length > 0) this.#printCells(rows);
  }

  #printCells(rows: readonly RawRecord[]): void {
    const names = this.#columns ?? columnsOf(rows, this.order);
    const values = rows.map((row) => names.map((name) => cellText(fieldOf(row, name))));
    const lines = this.#columns === undefined ? [names, ...values] : values;
    this.#columns = names;
    if (this.format === 'csv') this.terminal.printFile(safeCsv(lines));
    else this.#printTable(lines.map((line) => line.map(oneLine)));
  }

  #printTable(lines: readonly (readonly string[])[]): void {
    const aligned = columns([...this.#aligned, ...lines]);
    this.terminal.print(aligned.slice(this.#aligned.length));
    if (this.#aligned.length === 0) this.#aligned = lines;
  }
}

function columnsOf(rows: readonly RawRecord[], order: readonly string[]): readonly string[] {
  const names = new Set([...order, ...rows.flatMap((row) => Object.keys(row))]);
  return [...names].filter((name) => rows.some((row) => Object.hasOwn(row, name)));
}

const maxColumnWidth = 60;

function oneLine(text: string): string {
  const plain = plainLine(text);
  return plain.length > maxColumnWidth ? `${plain.slice(0, maxColumnWidth - 1)}…` : plain;
}
