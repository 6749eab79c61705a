import { safeCsvLine } from '../../shared/csv/csvLine';
import { CsvReader } from '../../shared/csv/csvReader';
import type { CsvRecord } from '../../shared/csv/csvReader';

/** Makes CSV, piece by piece, into CSV that a spreadsheet takes for text and numbers alone. */
export class SafeCsv {
  /** Rows that have been completed, the one with the names among them. */
  lines = 0;
  readonly #reader = new CsvReader();

  push(piece: string): string {
    return this.#write(this.#reader.push(piece));
  }

  /** Rows of values, without the one with the names. */
  get rows(): number {
    return Math.max(0, this.lines - 1);
  }

  /** What is left when nothing more comes. */
  end(): string {
    return this.#write(this.#reader.end());
  }

  #write(records: readonly CsvRecord[]): string {
    this.lines += records.length;
    return records.map(({ cells }) => `${safeCsvLine(cells)}\n`).join('');
  }
}
