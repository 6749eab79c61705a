import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { invalidArgument } from '../errors';
import { exactJson } from '../../core/base/exactNumber';
import { isJsonObject } from '../../core/base/json';
import { csvRecords, isTooDeep, linesOf, maxLineLength } from './logLines';

export interface UploadedFile {
  readonly path: string;
  readonly format: 'ndjson' | 'csv';
  readonly table: string;
}

/** A file of one JSON object per row: the number of each field and its value as text. */
export interface ExactRows {
  /** In order of their numbers. */
  readonly fields: readonly string[];
  readonly rows: number;
  readonly maxLineBytes: number;
}

/**
 * Copies the rows of an upload to a file that the engine reads without interpreting any value. Rejects the upload with
 * the number of its first invalid line.
 */
export async function writeExactRows(
  upload: UploadedFile,
  delimiter: string,
  target: string,
  signal?: AbortSignal,
): Promise<ExactRows> {
  const copy = new RowCopy();
  const batches =
    upload.format === 'ndjson'
      ? copyNdjson(copy, upload.path, signal)
      : copyCsv(copy, upload.path, delimiter, signal);
  await pipeline(Readable.from(batches), createWriteStream(target, { mode: 0o600 }), { signal });
  return copy.result;
}

class RowCopy {
  readonly #fields: string[] = [];
  readonly #numbers = new Map<string, number>();
  #rows = 0;
  #maxLineBytes = 0;

  get result(): ExactRows {
    return { fields: this.#fields, rows: this.#rows, maxLineBytes: this.#maxLineBytes };
  }

  /** Adds fields with the next numbers. A header may have a name twice. */
  addFields(fields: readonly string[]): void {
    this.#fields.push(...fields);
  }

  /** The number of a field, in order of first appearance. */
  numberOf(field: string): number {
    const number = this.#numbers.get(field);
    if (number !== undefined) return number;
    this.#numbers.set(field, this.#fields.length);
    this.addFields([field]);
    return this.#fields.length - 1;
  }

  print(values: readonly (readonly [number, string])[]): string {
    const line = `{${values.map(([number, value]) => `"${number}":${JSON.stringify(value)}`).join(',')}}\n`;
    this.#rows += 1;
    this.#maxLineBytes = Math.max(this.#maxLineBytes, line.length);
    return line;
  }
}

async function* copyNdjson(copy: RowCopy, file: string, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for await (const batch of linesOf(file, signal)) {
    const copied: string[] = [];
    for (const bytes of batch) {
      line += 1;
      const text = decodeLine(decoder, bytes, line);
      if (text !== '') copied.push(copyObject(copy, text, line));
    }
    yield copied.join('');
  }
}

function decodeLine(decoder: TextDecoder, bytes: Uint8Array, line: number): string {
  if (bytes.length > maxLineLength) throw badLine(line, 'the line is too long');
  if (isTooDeep(bytes)) throw badLine(line, 'nested too deeply');
  try {
    return decoder.decode(bytes).trim();
  } catch {
    throw badLine(line, 'not UTF-8 text');
  }
}

function copyObject(copy: RowCopy, text: string, line: number): string {
  const problem = problemOf(text);
  if (problem !== undefined) throw badLine(line, problem);
  const values = new Map<number, string>();
  for (const [field, value] of jsonMembers(text)) {
    const number = copy.numberOf(field);
    if (values.has(number)) throw badLine(line, `the field ${JSON.stringify(field)} is given twice`);
    values.set(number, exactJson(value));
  }
  return copy.print([...values].filter(([, value]) => value !== 'null'));
}

function problemOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return 'not a JSON object';
    // Half of a surrogate pair, which no encoding has.
    const isText = !halfPair.test(text) || !halfPair.test(JSON.stringify(value).replaceAll('\\\\', ''));
    return isText ? undefined : 'not Unicode text';
  } catch {
    return 'not JSON';
  }
}

const halfPair = /\\u[dD][89a-fA-F]/;

async function* copyCsv(
  copy: RowCopy,
  file: string,
  delimiter: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  let width: number | undefined;
  for await (const records of csvRecords(file, delimiter, signal)) {
    const copied: string[] = [];
    for (const { line, cells, problem, isBlank } of records) {
      if (problem !== undefined) throw badLine(line, problem);
      if (isBlank) continue;
      if (width === undefined) {
        width = cells.length;
        copy.addFields(cells);
      } else if (cells.length === width) {
        copied.push(copy.print([...cells.entries()].filter(([, cell]) => cell !== '')));
      } else {
        throw badLine(line, `${cells.length} values where the header has ${width}`);
      }
    }
    yield copied.join('');
  }
}

function badLine(line: number, reason: string): Error {
  return invalidArgument(`line ${line}: ${reason}`);
}

/** The fields of a valid JSON object and the texts of their values, exactly as they are written. */
function* jsonMembers(object: string): Generator<readonly [field: string, value: string]> {
  let at = object.indexOf('{') + 1;
  for (let name = object.indexOf('"', at); name >= 0; name = object.indexOf('"', at)) {
    const nameEnd = endOfText(object, name);
    const start = object.indexOf(':', nameEnd) + 1;
    const end = endOfValue(object, start);
    const field: unknown = JSON.parse(object.slice(name, nameEnd));
    yield [String(field), object.slice(start, end).trim()];
    at = end + 1;
  }
}

/** The index after the closing quotation mark. */
function endOfText(json: string, start: number): number {
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** The index of the comma or bracket after a value. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; ;) {
    const character = json[at];
    if (character === '"') {
      at = endOfText(json, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}')) return at;
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
  }
}
