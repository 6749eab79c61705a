import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PlatformClient } from '../../api/client';
import { cellText, safeCsvLine } from '../../shared/csv/csvLine';
import { CsvReader } from '../../shared/csv/csvReader';
import type { CsvRecord } from '../../shared/csv/csvReader';
import type { ExportFormat } from '../../shared/protocol/common';
import { parseJsonExactly } from '../../shared/wire/integers';
import type { RawRecord } from '../../shared/wire/optional';
import type { RowMask } from '../../results/maskResults';
import { exportCursor } from '../../api/operations/queries';

export const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** The settings of an export with masked values. */
export interface MaskedRows {
  /** The column names, because not every JSON line contains all of them. */
  readonly columns: readonly string[];
  readonly mask: RowMask;
}

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
  const pieces = client.stream(exportCursor(cursor, asked, everything), signal);
  const plain = format === 'csv' ? safeLines(pieces) : plainLines(pieces);
  let written = 0;
  const texts = async function* (): AsyncGenerator<string> {
    for await (const [text, rows] of masked ? maskedLines(pieces, format, masked) : plain) {
      yield text;
      report((written = rows));
    }
  };
  try {
    await pipeline(Readable.from(texts()), createWriteStream(partial), { signal });
    await rename(partial, file);
    return written;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Texts for the file, and the number of rows up to the end of each. */
type Converted = AsyncGenerator<readonly [text: string, rows: number]>;
type Pieces = AsyncIterable<Uint8Array>;

async function* plainLines(pieces: Pieces): Converted {
  let rows = 0;
  for await (const piece of decoded(pieces)) yield [piece, (rows += piece.split('\n').length - 1)];
}

async function* safeLines(pieces: Pieces): Converted {
  const csv = new SafeCsv();
  for await (const piece of decoded(pieces)) yield [csv.push(piece), csv.rows];
  yield [csv.end(), csv.rows];
}

async function* maskedLines(pieces: Pieces, format: ExportFormat, { columns, mask }: MaskedRows): Converted {
  if (format === 'csv') yield [`${safeCsvLine(columns.map((name) => mask.column(name)))}\n`, 0];
  const lineOf = (line: string): string => {
    const row = Object(parseJsonExactly(line)) as RawRecord;
    if (format === 'ndjson') return `${JSON.stringify(mask.renamedRow(row))}\n`;
    const values = mask.row(row);
    return `${safeCsvLine(columns.map((name) => cellText(values[name])))}\n`;
  };
  let rows = 0;
  for await (const lines of linesOf(pieces)) yield [lines.map(lineOf).join(''), (rows += lines.length)];
}

/** The lines that each chunk completes, without blank ones. */
export async function* linesOf(pieces: Pieces): AsyncGenerator<readonly string[]> {
  const isFilled = (line: string): boolean => line.trim() !== '';
  let rest = '';
  for await (const piece of decoded(pieces)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter(isFilled);
  }
  yield [rest].filter(isFilled);
}

/** A chunk can end within a character. */
async function* decoded(pieces: Pieces): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

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
