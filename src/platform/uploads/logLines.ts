import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { isUtf8 } from 'node:buffer';
import { CsvReader } from '../../core/base/csvReader';
import type { CsvRecord } from '../../core/base/csvReader';

/** Longer lines are rejected. */
export const maxLineLength = 16 * 1024 * 1024;

/** The lines of a file without line breaks, in batches, because awaiting each one would be slow. */
export async function* linesOf(file: string, signal?: AbortSignal): AsyncGenerator<readonly Uint8Array[]> {
  for await (const block of wholeLinesOf(file, signal)) {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = block.indexOf(lineFeed); end >= 0; end = block.indexOf(lineFeed, start)) {
      lines.push(block.subarray(start, end));
      start = end + 1;
    }
    if (start < block.length) lines.push(block.subarray(start));
    yield lines;
  }
}

/** Many lines at a time. A line that is too long is the last, and not whole, so that memory stays constant. */
export async function* wholeLinesOf(file: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { signal, highWaterMark: 1024 * 1024 });
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield Buffer.concat([rest, chunk.subarray(0, end)]);
    rest = end > 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk]);
    if (rest.length > maxLineLength) break;
  }
  yield rest;
}

export const lineFeed = 0x0a;

/** Deeper than any log; the type detection of the engine overflows at less. */
const maxNesting = 1000;

/** Whether a line of JSON is nested too deeply. Free for short lines. */
export function isTooDeep(line: Uint8Array): boolean {
  if (line.length < 2 * maxNesting) return false;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < line.length && depth <= maxNesting; index += 1) {
    const byte = line[index] ?? 0;
    if (byte === quote) inText = !inText;
    else if (!inText) depth += depthChanges.get(byte) ?? 0;
    else if (byte === backslash) index += 1;
  }
  return depth > maxNesting;
}

const quote = 0x22;
const backslash = 0x5c;

/** By the bytes of `[`, `{`, `]` and `}`. */
const depthChanges: ReadonlyMap<number, number> = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);

/** The records of a CSV file in batches. The first is the header. */
export async function* csvRecords(
  file: string,
  delimiter: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly CsvRecord[]> {
  const reader = new CsvReader(delimiter);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const input = createReadStream(file, { signal, highWaterMark: 256 * 1024 });
  let linesBefore = 0;
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      // No part of a chunk with an invalid byte is decoded.
      linesBefore = isUtf8(chunk) ? 0 : validLinesOf(chunk);
      yield reader.push(decoder.decode(chunk, { stream: true }));
    }
    linesBefore = 0;
    // Throws if the file ends within a character.
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    yield [{ line: reader.line + linesBefore, cells: [], problem: 'not UTF-8 text', isBlank: false }];
    return;
  }
  yield reader.end();
}

/** The number of lines before the first one that is not UTF-8. */
function validLinesOf(chunk: Buffer): number {
  // A chunk can start within a character.
  let start = chunk.findIndex((byte) => byte < 0x80 || byte >= 0xc0);
  for (let lines = 0; ; lines++) {
    const end = chunk.indexOf('\n', start);
    if (end === -1 || !isUtf8(chunk.subarray(start, end))) return lines;
    start = end + 1;
  }
}
