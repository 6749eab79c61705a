import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ResultColumn, ResultRow } from '../../../core/pages/queryResults';
import { parseJsonExactly } from '../../../core/base/integers';
import type { ResultPage } from '../../../core/interface/cursor';
import type { RawRecord } from '../../../core/interface/optional';
import { linesOf } from './rowLines';
import type { Pieces } from '../../../core/api/runningQuery';

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
