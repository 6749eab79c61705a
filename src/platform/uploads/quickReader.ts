import { TextDecoder } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { CsvReader } from '../../shared/csv/csvReader';
import { quoteName, quoteText } from '../store/sqlText';
import { linesOf, maxLineLength } from './logLines';
import { isPlainCsv } from './plainCsv';
import { isPlainNdjson } from './plainNdjson';

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
