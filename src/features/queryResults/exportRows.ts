import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PlatformClient } from '../../api/client';
import type { ExportFormat } from '../../shared/protocol/common';
import { SafeCsv } from './safeCsv';

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/**
 * Writes all rows of a cursor straight to a file and answers how many there were. The file appears under its
 * name only when it is complete; what was written of an export that ended early is removed.
 */
export async function exportRows(
  client: PlatformClient,
  cursor: number,
  format: ExportFormat,
  file: string,
  report: (written: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const partial = `${file}.partial`;
  const pieces = client.cursorExport(cursor, format === 'csv' ? 'csv' : 'json', everything, signal);
  const writer = format === 'csv' ? new CsvWriter() : new LineWriter();
  try {
    await pipeline(Readable.from(written(pieces, writer, report)), createWriteStream(partial), { signal });
    await rename(partial, file);
    return writer.rows;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

interface Writer {
  readonly rows: number;
  push(piece: string): string;
  end(): string;
}

async function* written(
  pieces: AsyncIterable<Uint8Array>,
  writer: Writer,
  report: (written: number) => void,
): AsyncGenerator<string> {
  // A character may be cut in two by the end of a piece.
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    yield writer.push(decoder.decode(piece, { stream: true }));
    report(writer.rows);
  }
  yield writer.push(decoder.decode()) + writer.end();
  report(writer.rows);
}

class CsvWriter implements Writer {
  readonly #csv = new SafeCsv();

  get rows(): number {
    return Math.max(0, this.#csv.lines - 1);
  }

  push(piece: string): string {
    return this.#csv.push(piece);
  }

  end(): string {
    return this.#csv.end();
  }
}

class LineWriter implements Writer {
  rows = 0;

  push(piece: string): string {
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) this.rows += 1;
    return piece;
  }

  end(): string {
    return '';
  }
}
