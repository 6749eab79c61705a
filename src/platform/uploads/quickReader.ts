import { TextDecoder } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { CsvReader } from '../../shared/csv/csvReader';
import { quoteName, quoteText } from '../store/sqlText';
import { chunksOf, isTooDeep, linesOf, maxLineLength } from './logLines';
import { isPlainCsv } from './plainCsv';
import { exactJson, isLenient } from '../../shared/exactNumber';
import { isJsonObject } from '../../shared/json';

/** Rows that the engine reads by itself: its SELECT has a column for each field, in this order. */
export interface QuickRows {
  readonly fields: readonly string[];
  readonly columns: readonly string[];
  readonly from: string;
}

const sampledRows = 20_480;

/**
 * For files of ordinary objects, which the engine reads several times faster. Nothing if it would read a line in
 * another way, or rename a field; it fails if only later rows have a field. The first way to read them is the fastest,
 * but fails if a field is not always a text as in the first rows. The engine may have rewritten decimal and nested
 * numbers: see {@link hasPlainNumbers}.
 */
export async function quickNdjson(
  connection: DuckDBConnection,
  file: string,
  signal?: AbortSignal,
): Promise<readonly QuickRows[]> {
  const sample = await sampleFields(file, signal);
  // The engine treats names as equal that differ only in case.
  const lowerCase = new Set([...(sample?.keys() ?? [])].map((name) => name.toLowerCase()));
  if (!sample || sample.size === 0 || lowerCase.size < sample.size) return [];
  // With this depth, all values are JSON. By default, the engine treats a parent folder named `a=1` as a column.
  const from = `read_json(${quoteText(file)}, format = 'newline_delimited', records = true, maximum_depth = 1,
    hive_partitioning = false, sample_size = ${sampledRows}, maximum_object_size = ${maxLineLength})`;
  const [isPlain, described] = await Promise.all([
    hasPlainLines(file, signal),
    connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`),
  ]);
  const found = z.array(describedColumn).parse(described.getRowObjectsJson());
  const isComplete = found.length === sample.size && found.every((column) => sample.has(column.column_name));
  if (!isPlain || !isComplete) return [];
  const fields = [...sample.keys()];
  const texts = fields.map((name) => (sample.get(name) === 'text' ? textOnly(name) : quoteName(name)));
  return [texts, fields.map(quoteName)].map((columns) => ({ fields, columns, from }));
}

const describedColumn = z.object({ column_name: z.string(), column_type: z.literal('JSON') });

/** Fails for any other value, instead of printing it. */
function textOnly(field: string): string {
  const json = `CAST(${quoteName(field)} AS VARCHAR)`;
  return `CASE WHEN ascii(${json}) = ${quotationMark} THEN ${quoteName(field)} ->> '$'
    WHEN ${json} IS NULL OR ${json} = 'null' THEN NULL ELSE error('not a text') END`;
}

const quotationMark = 0x22;

type SampledFields = Map<string, 'null' | 'text' | 'other'>;

/** The fields of the first rows, and whether their values are texts; undefined if any row must be read here. */
async function sampleFields(file: string, signal?: AbortSignal): Promise<SampledFields | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const fields: SampledFields = new Map();
  let line = 0;
  for await (const batch of linesOf(file, signal)) {
    for (const bytes of batch.slice(0, sampledRows - line)) {
      const object = isTooDeep(bytes) ? undefined : objectOf(decoder, bytes);
      if (!object) return undefined;
      addFields(fields, object);
    }
    line += batch.length;
    if (line >= sampledRows) break;
  }
  return [...fields.keys()].every((name) => name !== '' && !name.includes('\0')) ? fields : undefined;
}

function addFields(fields: SampledFields, object: object): void {
  for (const [name, value] of Object.entries(object)) {
    const known = fields.get(name) ?? 'null';
    const kind = typeof value === 'string' && known !== 'other' ? 'text' : 'other';
    fields.set(name, value === null ? known : kind);
  }
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

/** Many lines at a time, which is much faster. A line that is too long is the last, and not whole. */
async function* wholeLinesOf(file: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(file, signal)) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield Buffer.concat([rest, chunk.subarray(0, end)]);
    rest = end > 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk]);
    if (rest.length > maxLineLength) break;
  }
  yield rest;
}

const lineFeed = 0x0a;
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
