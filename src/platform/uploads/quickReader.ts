import { TextDecoder } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { CsvReader } from '../../shared/csv/csvReader';
import { quoteName, quoteText } from '../store/sqlText';
import { isTooDeep, linesOf, maxLineLength } from './logLines';
import { isPlainCsv } from './plainCsv';
import { createReadStream } from 'node:fs';
import { isAmbiguous } from '../../shared/exactNumber';

/** Rows that the engine reads by itself: its SELECT has a column for each field, in this order. */
export interface QuickRows {
  readonly fields: readonly string[];
  readonly columns: readonly string[];
  readonly from: string;
}

const sampledRows = 20_480;

/**
 * For files of ordinary objects, which the engine reads several times faster. Undefined if it would rewrite a number,
 * or rename a field. Fields that only later rows have make it fail.
 */
export async function quickNdjson(
  connection: DuckDBConnection,
  file: string,
  signal?: AbortSignal,
): Promise<QuickRows | undefined> {
  const fields = await plainFields(file, signal);
  // The engine treats names as equal that differ only in case.
  if (
    !fields ||
    fields.length === 0 ||
    new Set(fields.map((name) => name.toLowerCase())).size < fields.length
  ) {
    return undefined;
  }
  // With this depth, all values are JSON. By default, the engine treats a parent folder named `a=1` as a column.
  const from = `read_json(${quoteText(file)}, format = 'newline_delimited', records = true, maximum_depth = 1,
    hive_partitioning = false, sample_size = ${sampledRows}, maximum_object_size = ${maxLineLength})`;
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  const found = z.array(describedColumn).parse(described.getRowObjectsJson());
  const isComplete =
    found.length === fields.length && found.every((column) => fields.includes(column.column_name));
  return isComplete ? { fields, columns: fields.map(quoteName), from } : undefined;
}

const describedColumn = z.object({ column_name: z.string(), column_type: z.literal('JSON') });

/** The fields of the first rows; undefined if any row must be read here. */
async function plainFields(file: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
  if (!(await isPlainNdjson(file, signal))) return undefined;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const fields = new Set<string>();
  let line = 0;
  for await (const batch of linesOf(file, signal)) {
    for (const bytes of batch.slice(0, sampledRows - line)) {
      const names = fieldsOf(decoder, bytes);
      if (!names) return undefined;
      for (const name of names) fields.add(name);
    }
    line += batch.length;
    if (line >= sampledRows) break;
  }
  return [...fields].every((name) => name !== '' && !name.includes('\0')) ? [...fields] : undefined;
}

function fieldsOf(decoder: TextDecoder, line: Uint8Array): readonly string[] | undefined {
  try {
    const text = decoder.decode(line).trim();
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The same for files whose records all have as many values as the header. */
export async function quickCsv(
  file: string,
  head: string,
  delimiter: string,
  signal?: AbortSignal,
): Promise<QuickRows | undefined> {
  const [header] = new CsvReader(delimiter).push(head);
  if (!header || header.isBlank || header.problem !== undefined) return undefined;
  if (!(await isPlainCsv(file, delimiter, header.cells.length, signal))) return undefined;
  const names = header.cells.map((_, index) => `c${index}`);
  const types = names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ');
  const from = `read_csv(${quoteText(file)}, auto_detect = false, header = false, skip = 1, delim = ${quoteText(delimiter)},
    quote = '"', escape = '"', nullstr = '', hive_partitioning = false, strict_mode = true, columns = {${types}})`;
  return { fields: header.cells, columns: names, from };
}

/** Whether the engine reads a file of JSON objects as JavaScript does. Scans many lines at a time, which is much faster. */
async function isPlainNdjson(file: string, signal?: AbortSignal): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  const input = createReadStream(file, { signal, highWaterMark: 1024 * 1024 });
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    const lines = Buffer.concat([rest, chunk.subarray(0, end)]);
    if (end > 0 && !arePlain(lines)) return false;
    rest = end > 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk]);
    if (rest.length > maxLineLength) return false;
  }
  return arePlain(rest);
}

const lineFeed = 0x0a;

function arePlain(lines: Buffer): boolean {
  if (hasUnreadableLine(lines)) return false;
  for (let at = nextUnusual(lines, 0); at < lines.length;) {
    const start = lines.lastIndexOf(lineFeed, at) + 1;
    const found = lines.indexOf(lineFeed, at);
    const end = found === -1 ? lines.length : found;
    if (isAmbiguous(lines.toString('latin1', start, end))) return false;
    at = nextUnusual(lines, end);
  }
  return true;
}

/** The next byte of a line that may be ambiguous. A plain loop, because every byte of an upload passes through it. */
function nextUnusual(bytes: Buffer, from: number): number {
  let digits = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const kind = byteKinds[bytes[at] ?? 0];
    if (kind === digit) {
      digits += 1;
      if (digits === manyDigits) return at;
      continue;
    }
    if (kind === exponent && digits > 0 && hasLongExponent(bytes, at + 1)) return at;
    if (kind === beforeValue && startsUnusualValue(bytes, at + 1, bytes[at] === comma)) return at;
    digits = 0;
  }
  return bytes.length;
}

const comma = 0x2c;
const digit = 1;
const exponent = 2;
const beforeValue = 3;

const byteKinds = new Uint8Array(256);
for (const byte of Buffer.from('0123456789.')) byteKinds[byte] = digit;
for (const byte of Buffer.from('eE')) byteKinds[byte] = exponent;
for (const byte of Buffer.from(',:[')) byteKinds[byte] = beforeValue;

const manyDigits = 16;

function hasLongExponent(bytes: Buffer, start: number): boolean {
  return /^[+-]?\d{3}/.test(bytes.toString('latin1', start, start + 4));
}

/** The letters of NaN and Infinity, but not null, or the end of a list or object after a comma. */
function startsUnusualValue(bytes: Buffer, start: number, afterComma: boolean): boolean {
  const first = bytes[start] ?? 0;
  // A quotation mark, a digit, or an opening bracket.
  if (first === 0x22 || (first >= 0x30 && first <= 0x39) || first === 0x7b) return false;
  const value = bytes.toString('latin1', start, start + 32).trimStart();
  return /^-?(?:nan|inf)/i.test(value) || (afterComma && /^(?:[}\]]|$)/.test(value));
}

/** Shorter lines cannot be nested too deeply. */
const longLine = 2000;

function hasUnreadableLine(lines: Buffer): boolean {
  let start = 0;
  for (let end = lines.indexOf(lineFeed); end >= 0; end = lines.indexOf(lineFeed, start)) {
    if (end > start && !startsObject(lines, start)) return true;
    if (end - start >= longLine && isTooDeep(lines.subarray(start, end))) return true;
    start = end + 1;
  }
  if (lines.length > start && !startsObject(lines, start)) return true;
  return lines.length - start >= longLine && isTooDeep(lines.subarray(start));
}

/** Or is blank. */
function startsObject(lines: Buffer, start: number): boolean {
  return lines[start] === 0x7b || lines[start] === 0x0d;
}
