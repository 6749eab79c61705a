import { TextDecoder } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { CsvReader } from '../../core/base/csvReader';
import { exactJson, isLenient } from '../../core/base/exactNumber';
import { isJsonObject } from '../../core/base/json';
import { quoteName, quoteText } from '../store/sqlText';
import { isTooDeep, lineFeed, linesOf, maxLineLength, wholeLinesOf } from './logLines';
import { isPlainCsv } from './plainCsv';

/** How the engine reads the rows of a file: its SELECT has a column for each field, in this order. */
export interface EngineRows {
  readonly fields: readonly string[];
  readonly columns: readonly string[];
  readonly from: string;
}

const sampledRows = 20_480;

/**
 * For a file of ordinary objects. Undefined if the engine would read a line in another way, or rename a field; reading
 * fails if only later rows have a field. The engine may rewrite decimal and nested numbers: see
 * {@link hasPlainNumbers}.
 */
export async function ndjsonRows(
  connection: DuckDBConnection,
  file: string,
  signal?: AbortSignal,
): Promise<EngineRows | undefined> {
  const fields = await sampleFields(file, signal);
  if (fields === undefined) return undefined;
  // With this depth, all values are JSON. By default, the engine treats a parent folder named `a=1` as a column.
  const from = `read_json(${quoteText(file)}, format = 'newline_delimited', records = true, maximum_depth = 1,
    hive_partitioning = false, sample_size = ${sampledRows}, maximum_object_size = ${maxLineLength})`;
  const [isPlain, described] = await Promise.all([
    hasPlainLines(file, signal),
    connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`),
  ]);
  const found = z.array(describedColumn).parse(described.getRowObjectsJson());
  const names = new Set(found.map((column) => column.column_name));
  const isComplete = found.length === fields.length && fields.every((field) => names.has(field));
  return isPlain && isComplete ? { fields, columns: fields.map(quoteName), from } : undefined;
}

const describedColumn = z.object({ column_name: z.string(), column_type: z.literal('JSON') });

/** The fields of the first rows; undefined if one of these rows, or the name of a field, is not ordinary. */
async function sampleFields(file: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const fields = new Set<string>();
  let line = 0;
  for await (const batch of linesOf(file, signal)) {
    for (const bytes of batch.slice(0, sampledRows - line)) {
      const object = isTooDeep(bytes) ? undefined : objectOf(decoder, bytes);
      if (!object) return undefined;
      for (const name of Object.keys(object)) fields.add(name);
    }
    line += batch.length;
    if (line >= sampledRows) break;
  }
  return areOrdinary([...fields]) ? [...fields] : undefined;
}

/** The engine treats names as equal that differ only in case. */
function areOrdinary(names: readonly string[]): boolean {
  const lowerCase = new Set(names.map((name) => name.toLowerCase()));
  const hasTwins = lowerCase.size < names.length;
  return names.length > 0 && !hasTwins && names.every((name) => name !== '' && !name.includes('\0'));
}

function objectOf(decoder: TextDecoder, line: Uint8Array): object | undefined {
  try {
    const text = decoder.decode(line).trim();
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** For a file whose records all have as many values as the header. Undefined as for {@link ndjsonRows}. */
export async function csvRows(
  file: string,
  head: string,
  delimiter: string,
  signal?: AbortSignal,
): Promise<EngineRows | undefined> {
  const [header] = new CsvReader(delimiter).push(head);
  if (!header || header.isBlank || header.problem !== undefined) return undefined;
  if (!(await isPlainCsv(file, delimiter, header.cells.length, signal))) return undefined;
  const names = header.cells.map((_, index) => `c${index}`);
  const types = names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ');
  const from = `read_csv(${quoteText(file)}, auto_detect = false, header = false, skip = 1, delim = ${quoteText(delimiter)},
    quote = '"', escape = '"', nullstr = '', hive_partitioning = false, strict_mode = true, columns = {${types}})`;
  return { fields: header.cells, columns: names, from };
}

/** Whether each line is blank, or an object without a comma after its last field, which the engine would accept. */
async function hasPlainLines(file: string, signal?: AbortSignal): Promise<boolean> {
  for await (const lines of wholeLinesOf(file, signal)) {
    let start = 0;
    for (let end = lines.indexOf(lineFeed); end >= 0; end = lines.indexOf(lineFeed, start)) {
      if (end > start && !isPlainLine(lines, start, end)) return false;
      start = end + 1;
    }
    if (lines.length > start && !isPlainLine(lines, start, lines.length)) return false;
  }
  return true;
}

const carriageReturn = 0x0d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const comma = 0x2c;

/** Shorter lines cannot be nested too deeply. */
const longLine = 2000;

function isPlainLine(lines: Buffer, start: number, end: number): boolean {
  if (lines[start] !== openingBrace) return lines[start] === carriageReturn && end === start + 1;
  if (end - start >= longLine && (end - start > maxLineLength || isTooDeep(lines.subarray(start, end)))) {
    return false;
  }
  const last = lastVisible(lines, end);
  return lines[last] === closingBrace && lines[lastVisible(lines, last)] !== comma;
}

/** The position of the last byte before the end that is not white space. */
function lastVisible(bytes: Buffer, end: number): number {
  let at = end - 1;
  while (at > 0 && (bytes[at] ?? 0) <= space) at -= 1;
  return at;
}

const space = 0x20;

/** Whether the engine reads the numbers of plain lines as JavaScript does, and accepts nothing else as one. */
export async function hasPlainNumbers(file: string, signal?: AbortSignal): Promise<boolean> {
  for await (const lines of wholeLinesOf(file, signal)) {
    if (isLenient(lines.toString('latin1'))) return false;
    for (let at = nextLongNumber(lines, 0); at < lines.length;) {
      const found = lines.indexOf(lineFeed, at);
      const end = found === -1 ? lines.length : found;
      const line = lines.toString('latin1', lines.lastIndexOf(lineFeed, at) + 1, end);
      if (exactJson(line) !== line) return false;
      at = nextLongNumber(lines, end);
    }
  }
  return true;
}

/** The next number that may not be exact. All of them have three digits in a row, so other bytes are skipped. */
function nextLongNumber(bytes: Buffer, from: number): number {
  for (let at = from + 2; at < bytes.length; at += 3) {
    if (isNumeric[bytes[at] ?? 0] === 0) continue;
    let start = at;
    while (isNumeric[bytes[start - 1] ?? 0] === 1) start -= 1;
    while (isNumeric[bytes[at] ?? 0] === 1) at += 1;
    if (at - start >= manyDigits || isLongExponent(bytes, start, at)) return start;
  }
  return bytes.length;
}

/** 1 for digits and the decimal point. */
const isNumeric = new Uint8Array(256);
for (const byte of Buffer.from('0123456789.')) isNumeric[byte] = 1;

const manyDigits = 16;
const signs: ReadonlySet<number | undefined> = new Set(Buffer.from('+-'));
const exponents: ReadonlySet<number | undefined> = new Set(Buffer.from('eE'));

function isLongExponent(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < 3) return false;
  const last = signs.has(bytes[start - 1]) ? start - 2 : start - 1;
  return exponents.has(bytes[last]) && isNumeric[bytes[last - 1] ?? 0] === 1;
}
