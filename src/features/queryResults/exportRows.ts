import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PlatformClient } from '../../api/client';
import type { ExportFormat } from '../../shared/protocol/common';
import { MaskedLines } from './maskedLines';
import type { MaskedRows } from './maskedLines';
import { SafeCsv } from './safeCsv';

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/**
 * Streams all rows of a cursor to a file and returns their number. The file appears under its name only when
 * it is complete; an incomplete one is deleted.
 */
export async function exportRows(
  client: PlatformClient,
  cursor: number,
  format: ExportFormat,
  file: string,
  report: (written: number) => void,
  signal: AbortSignal,
  masked?: MaskedRows,
): Promise<number> {
  const partial = `${file}.partial`;
  // Masking depends on column names, which JSON lines contain and CSV lines do not.
  const asked = format === 'csv' && masked === undefined ? 'csv' : 'json';
  const pieces = decoded(client.cursorExport(cursor, asked, everything, signal));
  const writer = masked === undefined ? plainWriter(format) : new MaskedLines(format, masked);
  try {
    await pipeline(Readable.from(written(pieces, writer, report)), createWriteStream(partial), { signal });
    await rename(partial, file);
    return writer.rows;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Converts the chunks of the platform to the content of the file. */
interface Writer {
  readonly rows: number;
  push(piece: string): string;
  end(): string;
}

function plainWriter(format: ExportFormat): Writer {
  return format === 'csv' ? new SafeCsv() : new LineWriter();
}

/** A chunk can end within a character. */
async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* written(
  pieces: AsyncIterable<string>,
  writer: Writer,
  report: (written: number) => void,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield writer.push(piece);
    report(writer.rows);
  }
  yield writer.end();
  report(writer.rows);
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
