import { csvLine } from '../../shared/csv/csvLine';
import type { ExportFormat } from '../../shared/protocol/common';
import { parseJsonExactly } from '../../shared/wire/integers';
import type { RawRecord } from '../../shared/wire/optional';
import type { RowMask } from './rowMask';

/**
 * Makes the rows of a result, which come as lines of JSON in pieces of any length, into the lines of a file in which
 * sensitive values are masked.
 */
export class MaskedLines {
  #rest = '';
  #head = true;

  constructor(
    private readonly format: ExportFormat,
    /** As they are called in the rows: lines of JSON need not all have the same. */
    private readonly columns: readonly string[],
    private readonly mask: RowMask,
  ) {}

  push(piece: string): string {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return this.#takeHead() + lines.map((line) => this.#line(line)).join('');
  }

  /** What is left when nothing more comes. */
  end(): string {
    return this.#takeHead() + this.#line(this.#rest);
  }

  #takeHead(): string {
    if (this.format !== 'csv' || !this.#head) return '';
    this.#head = false;
    return `${csvLine(this.columns.map((name) => this.mask.column(name)))}\r\n`;
  }

  #line(line: string): string {
    if (line.trim() === '') return '';
    const row = Object(parseJsonExactly(line)) as RawRecord;
    if (this.format === 'ndjson') return `${JSON.stringify(this.mask.renamedRow(row))}\n`;
    const masked = this.mask.row(row);
    return `${csvLine(this.columns.map((name) => textOf(masked[name])))}\r\n`;
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
