import { CsvReader, delimiterOf } from '../../../core/base/csvReader';
import { cellText, isJsonObject, tryParseJson } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import { exactJson } from '../../../core/base/exactNumber';
import { parseJsonExactly } from '../../../core/base/integers';
import type { CsvRecord } from '../../../core/base/csvReader';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { LogFile } from './sentPart';
import { partOf } from './sentPart';

export type LogFormat = 'ndjson' | 'csv';

/** What the beginning of a file shows. */
export interface LogSample {
  readonly format: LogFormat;
  /** For CSV only. */
  readonly delimiter: string | undefined;
  readonly fields: readonly string[];
  /** The first rows, with a text for each field. Their types are found by the platform, which reads all rows. */
  readonly rows: readonly (readonly string[])[];
  /** Why the format was not detected; undefined if it was. */
  readonly problem?: string;
}

export type ReadSample = { readonly sample: LogSample } | { readonly problem: string };

const maxRows = 20;

/** Detects the format from the content, not the name. `complete`: the bytes are the whole file. */
export function readSample(bytes: Uint8Array, complete: boolean): ReadSample {
  if (bytes.length === 0) return { problem: t('The file is empty.') };
  const isCompressed = compressed.some((magic) => magic.every((byte, index) => bytes[index] === byte));
  if (isCompressed) return { problem: t('The file is compressed. Extract it first.') };
  const text = decodedText(bytes, complete);
  if (text === undefined) {
    return { problem: t('The file is not UTF-8 text. Save it with the encoding UTF-8 first.') };
  }
  const lines = wholeLines(text, complete);
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? '';
  if (first.startsWith('{')) return jsonSample(lines);
  if (first.startsWith('[')) {
    return { problem: t('The file is one JSON array. Convert it to one JSON object per line.') };
  }
  return csvSample(text, complete);
}

function decodedText(bytes: Uint8Array, complete: boolean): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !complete });
  } catch {
    return undefined;
  }
}

/** All formats, the one that the file name suggests first. */
export function formatsOf(name: string): readonly LogFormat[] {
  return /\.[ct]sv$/i.test(name) ? ['csv', 'ndjson'] : ['ndjson', 'csv'];
}

/** A format that the user selected, regardless of the content. */
export function sampleAs(format: LogFormat, problem: string): LogSample {
  return { format, delimiter: undefined, fields: [], rows: [], problem };
}

function jsonSample(lines: readonly string[]): ReadSample {
  const records: Readonly<Record<string, unknown>>[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    if (records.length === maxRows) break;
    const record = isJsonObject(tryParseJson(line)) ? parseJsonExactly(exactJson(line)) : undefined;
    if (!isJsonObject(record)) {
      return records.length === 0
        ? { problem: t('The file is JSON, but does not have one object per line.') }
        : { problem: t('Line {0} is not a JSON object.', index + 1) };
    }
    records.push(record);
  }
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) => fields.map((field) => cellText(record[field])));
  return { sample: { format: 'ndjson', delimiter: undefined, fields, rows } };
}

function csvSample(text: string, complete: boolean): ReadSample {
  const delimiter = delimiterOf(text);
  const [header, ...records] = csvRecords(text, delimiter, maxRows + 1, complete);
  const fields = header?.cells ?? [];
  const ragged = records.find(({ cells }) => cells.length !== fields.length);
  if (fields.length < 2 || (ragged && ragged === records[0])) {
    return { problem: t('The file is neither JSON Lines nor CSV with a header.') };
  }
  if (ragged) {
    const { line, cells } = ragged;
    return {
      problem: t(
        'Line {0} and the header have different numbers of values: {1} and {2}.',
        line,
        cells.length,
        fields.length,
      ),
    };
  }
  const rows = records.map(({ cells }) => cells);
  return { sample: { format: 'csv', delimiter, fields, rows } };
}

/** The last line of a partial file is usually truncated. */
function wholeLines(text: string, complete: boolean): readonly string[] {
  const lines = text.split(/\r?\n/);
  return complete || lines.length === 1 ? lines : lines.slice(0, -1);
}

/** How compressed files begin. */
const compressed = [
  [0x1f, 0x8b],
  [0x50, 0x4b, 0x03, 0x04],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x42, 0x5a, 0x68],
];

/** The first records of CSV text, without blank lines and a truncated last record. */
function csvRecords(text: string, delimiter: string, max: number, complete: boolean): readonly CsvRecord[] {
  const reader = new CsvReader(delimiter);
  const read = reader.push(text);
  const records = complete ? [...read, ...reader.end()] : read;
  return records.filter(({ cells }) => cells.length > 1 || cells[0] !== '').slice(0, max);
}

const sampleSize = 64 * 1024;

export interface DescribedFile extends LogFile {
  readonly name: string;
  readonly read: ReadSample;
}

/** Reads the beginning of a file to describe it. */
export async function readLogFile(file: string): Promise<DescribedFile> {
  const handle = await open(file, 'r');
  try {
    const { size, mtimeMs } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleSize), 0, sampleSize, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const read = readSample(bytes, bytesRead === size);
    return { path: file, name: path.basename(file), size, modified: mtimeMs, beginning: partOf(bytes), read };
  } finally {
    await handle.close();
  }
}
