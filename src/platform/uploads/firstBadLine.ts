import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { isUtf8 } from 'node:buffer';
import { CsvReader } from '../../shared/csv/csvReader';
import type { CsvRecord } from '../../shared/csv/csvReader';

export type UploadFormat = 'ndjson' | 'csv';

/** A problem in a log file and its one-based line. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

export interface CheckedFile {
  /** The rows before the first invalid line, or all of them. */
  readonly rows: number;
  readonly bad: BadLine | undefined;
}

/** Reads the file up to the first invalid line, in constant memory. */
export async function checkFile(
  file: string,
  format: UploadFormat,
  delimiter: string,
  signal?: AbortSignal,
): Promise<CheckedFile> {
  return format === 'ndjson' ? checkNdjson(file, signal) : checkCsv(file, delimiter, signal);
}

export interface FirstLines {
  /** Their bytes, including line breaks. */
  readonly bytes: number;
  /** Whether any of them is nested too deeply for the engine's type detection. */
  readonly tooDeep: boolean;
}

/** Reads up to this many lines at the start of a file. */
export async function inspectLines(file: string, lines: number, signal?: AbortSignal): Promise<FirstLines> {
  let line = 0;
  let bytes = 0;
  for await (const batch of linesOf(file, signal)) {
    for (const content of batch) {
      bytes += content.length + 1;
      line += 1;
      if (isTooDeep(content)) return { bytes, tooDeep: true };
      if (line >= lines) return { bytes, tooDeep: false };
    }
  }
  return { bytes, tooDeep: false };
}

const longestLine = 16 * 1024 * 1024;

async function checkNdjson(file: string, signal?: AbortSignal): Promise<CheckedFile> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rows = 0;
  let line = 0;
  for await (const batch of linesOf(file, signal)) {
    for (const bytes of batch) {
      line += 1;
      const reason = bytes.length > longestLine ? 'the line is too long' : wrongWithJson(decoder, bytes);
      if (reason === 'blank') continue;
      if (reason !== undefined) return { rows, bad: { line, reason } };
      rows += 1;
    }
  }
  return { rows, bad: undefined };
}

function wrongWithJson(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes).trim();
    if (text === '') return 'blank';
    if (isTooDeep(bytes)) return 'nested too deeply';
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? undefined
      : 'not a JSON object';
  } catch (error) {
    return error instanceof TypeError ? 'not UTF-8 text' : 'not JSON';
  }
}

async function checkCsv(file: string, delimiter: string, signal?: AbortSignal): Promise<CheckedFile> {
  let width: number | undefined;
  let rows = 0;
  for await (const records of csvRecords(file, delimiter, signal)) {
    for (const { line, cells, problem } of records) {
      if (problem !== undefined) return { rows, bad: { line, reason: problem } };
      if (cells.length === 1 && cells[0] === '') continue;
      if (width === undefined) {
        width = cells.length;
      } else if (cells.length === width) {
        rows += 1;
      } else {
        return { rows, bad: { line, reason: `${cells.length} values where the header has ${width}` } };
      }
    }
  }
  return { rows, bad: undefined };
}

/**
 * The lines of a file without line breaks, in batches, because awaiting each one would be slow. Very long
 * lines are truncated, so that memory stays constant.
 */
async function* linesOf(file: string, signal?: AbortSignal): AsyncGenerator<readonly Uint8Array[]> {
  let parts: Buffer[] = [];
  let kept = 0;
  const input = createReadStream(file, { signal, highWaterMark: 1024 * 1024 });
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      const rest = chunk.subarray(start, end);
      lines.push(parts.length === 0 ? rest : Buffer.concat([...parts, rest]));
      parts = [];
      kept = 0;
      start = end + 1;
    }
    yield lines;
    if (kept <= longestLine) parts.push(chunk.subarray(start));
    kept += chunk.length - start;
  }
  if (kept > 0) yield [Buffer.concat(parts)];
}

/** Deeper than any log; the type detection of the engine overflows at less. */
const deepestNesting = 1000;

/** Whether a line of JSON is nested too deeply. Free for short lines. */
export function isTooDeep(line: Uint8Array): boolean {
  if (line.length < 2 * deepestNesting) return false;
  let depth = 0;
  let inText = false;
  for (let place = 0; place < line.length && depth <= deepestNesting; place += 1) {
    const byte = line[place] ?? 0;
    if (byte === quote) inText = !inText;
    else if (!inText) depth += depthChanges.get(byte) ?? 0;
    else if (byte === backslash) place += 1;
  }
  return depth > deepestNesting;
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
async function* csvRecords(
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
    yield [{ line: reader.line + linesBefore, cells: ['', ''], problem: 'not UTF-8 text' }];
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
