import type { ResultPage } from '../../../core/interface/cursor';
import { readWrittenTime } from '../../../core/interface/time';
import { columnsOf, cellsOf } from '../../../core/results/resultTable';
import type { ResultColumn, ResultRow } from '../../../core/pages/queryResults';

/** The maximum number of fetched rows that are not requested again. */
const maxKept = 20_000;

/** The columns of a result, and the rows of it that were read. */
export class ResultRows {
  columns: readonly ResultColumn[] = [];
  readonly #read = new Map<number, ResultRow>();

  addColumns(page: ResultPage): void {
    this.columns = columnsOf(page, this.columns);
  }

  add(page: ResultPage, offset: number): readonly ResultRow[] {
    this.addColumns(page);
    const rows = cellsOf(page.rows, this.columns);
    if (offset + rows.length <= maxKept) rows.forEach((row, index) => this.#read.set(offset + index, row));
    return rows;
  }

  /** Undefined unless all of them were read. */
  find(offset: number, count: number): readonly ResultRow[] | undefined {
    const indexes = Array.from({ length: Math.max(0, count) }, (_, index) => offset + index);
    const rows = indexes.map((index) => this.#read.get(index)).filter((row) => row !== undefined);
    return rows.length > 0 && rows.length === count ? rows : undefined;
  }

  /** Those from the first one on. */
  fromStart(): readonly ResultRow[] {
    const rows: ResultRow[] = [];
    for (let row = this.#read.get(0); row; row = this.#read.get(rows.length)) rows.push(row);
    return rows;
  }

  /** Minutes east of UTC, as in the row whose time is nearest. */
  timeOffsetAt(epoch: number): number | undefined {
    const times = [...this.columns.keys()].filter((index) => this.columns[index]?.type === 'time');
    let [offset, least]: [number | undefined, number] = [undefined, Infinity];
    for (const row of this.#read.values()) {
      for (const index of times) {
        const time = readWrittenTime(row[index]);
        if (time === undefined || Math.abs(time.timestamp - epoch) >= least) continue;
        least = Math.abs(time.timestamp - epoch);
        offset = time.offset;
      }
    }
    return offset;
  }
}
