import type { ResultPage } from '../../../core/interface/cursor';
import { readWrittenTime } from '../../../core/interface/time';
import { columnsOf, cellsOf } from '../../../core/results/resultTable';
import type { ResultColumn, ResultRow } from '../../../core/pages/queryResults';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseJsonExactly } from '../../../core/base/integers';
import type { RawRecord } from '../../../core/interface/optional';
import { linesOf } from './rowLines';
import type { Pieces } from '../../../core/api/runningQuery';

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

const rowsPerBlock = 1000;
/** Bytes, after compression. */
const maxBytes = 64 * 1024 * 1024;

/** The first rows of a result whose cursor no longer exists, as compressed JSON lines. */
export class KeptRows {
  count = 0;
  #bytes = 0;
  #last: string[] = [];
  readonly #blocks: Buffer[] = [];

  static of(rows: readonly ResultRow[], columns: readonly ResultColumn[]): KeptRows {
    const kept = new KeptRows();
    for (const row of rows) {
      kept.add(JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]))));
    }
    return kept;
  }

  /** Reads until the end, the limit or a failure. */
  async read(pieces: Pieces): Promise<void> {
    try {
      for await (const lines of linesOf(pieces)) {
        for (const line of lines) this.add(line);
        if (this.#bytes > maxBytes) return;
      }
    } catch {
      // What was read before is kept.
    }
  }

  add(line: string): void {
    this.#last.push(line);
    this.count += 1;
    if (this.#last.length < rowsPerBlock) return;
    const block = deflateRawSync(`${this.#last.join('\n')}\n`, { level: 1 });
    this.#blocks.push(block);
    this.#bytes += block.length;
    this.#last = [];
  }

  page(offset: number, limit: number): ResultPage {
    const end = Math.min(offset + limit, this.count);
    const first = Math.floor(offset / rowsPerBlock);
    const lines: string[] = [];
    for (let block = first; block * rowsPerBlock < end; block++) lines.push(...this.#linesOf(block));
    const start = first * rowsPerBlock;
    const rows = lines
      .slice(offset - start, Math.max(0, end - start))
      .map((line) => Object(parseJsonExactly(line)) as RawRecord);
    return { rows, total: undefined, fieldOrder: undefined, fieldTypes: undefined };
  }

  *json(): Generator<Uint8Array> {
    for (const block of this.#blocks) yield inflateRawSync(block);
    yield Buffer.from(this.#last.map((line) => `${line}\n`).join(''));
  }

  #linesOf(index: number): readonly string[] {
    const block = this.#blocks[index];
    return block ? inflateRawSync(block).toString().trimEnd().split('\n') : this.#last;
  }
}
