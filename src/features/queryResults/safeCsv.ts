import { safeCsvLine } from '../../shared/csv/csvLine';
import { CsvReader } from '../../shared/csv/csvReader';
import type { CsvRecord } from '../../shared/csv/csvReader';

/** Converts chunks of CSV to CSV that is safe for spreadsheets. */
export class SafeCsv {
  /** Complete rows, including the header. */
  lines = 0;
  readonly #reader = new CsvReader();

  push(piece: string): string {
    return this.#write(this.#reader.push(piece));
  }

  /** Rows without the header. */
  get rows(): number {
    return Math.max(0, this.lines - 1);
  }

  /** Returns the rest after the last chunk. */
  end(): string {
    return this.#write(this.#reader.end());
  }

  #write(records: readonly CsvRecord[]): string {
    this.lines += records.length;
    return records.map(({ cells }) => `${safeCsvLine(cells)}\n`).join('');
  }
}
