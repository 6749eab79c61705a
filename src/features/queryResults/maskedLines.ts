import { safeCsvLine } from '../../shared/csv/csvLine';
import type { ExportFormat } from '../../shared/protocol/common';
import { parseJsonExactly } from '../../shared/wire/integers';
import type { RawRecord } from '../../shared/wire/optional';
import type { RowMask } from './rowMask';

/** The settings of an export with masked values. */
export interface MaskedRows {
  /** The column names, because not every JSON line contains all of them. */
  readonly columns: readonly string[];
  readonly mask: RowMask;
}

/** Converts chunks of JSON lines to the lines of a file with masked values. */
export class MaskedLines {
  rows = 0;
  #rest = '';
  #head = true;

  constructor(
    private readonly format: ExportFormat,
    private readonly masked: MaskedRows,
  ) {}

  push(piece: string): string {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return this.#takeHead() + lines.map((line) => this.#line(line)).join('');
  }

  /** Returns the rest after the last chunk. */
  end(): string {
    return this.#takeHead() + this.#line(this.#rest);
  }

  #takeHead(): string {
    if (this.format !== 'csv' || !this.#head) return '';
    this.#head = false;
    const { columns, mask } = this.masked;
    return `${safeCsvLine(columns.map((name) => mask.column(name)))}\n`;
  }

  #line(line: string): string {
    if (line.trim() === '') return '';
    this.rows += 1;
    const { columns, mask } = this.masked;
    const row = Object(parseJsonExactly(line)) as RawRecord;
    if (this.format === 'ndjson') return `${JSON.stringify(mask.renamedRow(row))}\n`;
    const values = mask.row(row);
    return `${safeCsvLine(columns.map((name) => textOf(values[name])))}\n`;
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
