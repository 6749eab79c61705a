import { open, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { delimiterOf } from '../../shared/csv/delimiterOf';
import { invalidArgument } from '../errors';
import type { InTransaction } from '../store/store';
import type { LogTables } from '../store/logTables';
import { quoteText } from '../store/sqlText';
import type { RowSource } from '../store/tableScan';
import { checkFile, inspectLines } from './firstBadLine';
import type { CheckedFile, FirstLines, UploadFormat } from './firstBadLine';

export interface UploadedFile {
  readonly path: string;
  readonly format: UploadFormat;
  readonly table: string;
}

/**
 * Loads the whole file or nothing. The engine reads it; if that fails, the file is also read here, because
 * the engine's threads do not report which invalid line is the first.
 */
export async function loadUpload(
  logTables: LogTables,
  connection: DuckDBConnection,
  file: UploadedFile,
  alongside: InTransaction<number>,
  signal?: AbortSignal,
): Promise<number> {
  const delimiter = file.format === 'csv' ? delimiterOf(await headOf(file.path)) : ',';
  const check = (): Promise<CheckedFile> => checkFile(file.path, file.format, delimiter, signal);
  const append = (select: string, known?: KnownRows): Promise<number> =>
    logTables.append(file.table, { connection, select, ...known }, signal, alongside);

  const { size } = await stat(file.path);
  const first = file.format === 'ndjson' ? await inspectLines(file.path, sampledRows, signal) : undefined;
  // Detecting types from a few lines, or from deeply nested ones, fails in ways that checking the file first
  // avoids.
  const checked = size <= smallFile || first?.tooDeep ? await check() : undefined;
  const [quickest, ...others] = readersOf(file, delimiter);
  const known = checked ? undefined : knownRows(quickest, size, first);
  const quick = await appendReadable((select) => append(select, known), quickest, checked);
  if (quick !== undefined) return quick;
  const thorough = await appendWithAny(append, others, checked ?? (await check()));
  if (thorough === undefined) throw invalidArgument(`the file cannot be read as ${file.format}`);
  return thorough;
}

type KnownRows = Pick<RowSource, 'atMost' | 'sample'>;

/** For a large file: a row has at least `{}` and a line break. */
function knownRows(reader: string, size: number, first: FirstLines | undefined): KnownRows | undefined {
  if (!first) return undefined;
  const sample = { select: `${reader} LIMIT ${sampledRows}`, share: Math.min(1, first.bytes / size) };
  return { atMost: Math.ceil((size + 1) / shortestRow), sample };
}

const shortestRow = 3;

/** Undefined if the engine cannot read the file this way. */
async function appendReadable(
  append: (select: string) => Promise<number>,
  select: string,
  checked: CheckedFile | undefined,
): Promise<number | undefined> {
  if (checked?.bad) throw invalidArgument(`line ${checked.bad.line}: ${checked.bad.reason}`);
  if (checked?.rows === 0) return append(noRows);
  try {
    return await append(select);
  } catch (error) {
    if (checked !== undefined && isWithoutFields(error)) return append(emptyRows(checked.rows));
    if (isReadingError(error)) return undefined;
    throw error;
  }
}

async function appendWithAny(
  append: (select: string) => Promise<number>,
  selects: readonly string[],
  checked: CheckedFile,
): Promise<number | undefined> {
  for (const select of selects) {
    const rows = await appendReadable(append, select, checked);
    if (rows !== undefined) return rows;
  }
  return undefined;
}

const smallFile = 64 * 1024;
const sampledRows = 20_480;
/** The engine's number for a sample of all rows. */
const wholeFile = -1;
const noRows = 'SELECT NULL AS line WHERE false';
/** Objects without fields are also rows, with their arrival time. */
const emptyRows = (count: number): string => `SELECT NULL::VARCHAR AS line FROM range(${count})`;
const largestObject = 16 * 1024 * 1024;

/**
 * Types are detected from the first rows; if later rows do not match, the whole file is used, or all values are texts.
 * Only a reader that is not strict takes line feeds with and without a carriage return; what is invalid was found
 * before. By default, the engine treats a parent folder named `a=1` as a column.
 */
function readersOf({ path, format }: UploadedFile, delimiter: string): readonly [string, ...string[]] {
  const file = quoteText(path);
  const json = (sampled: number): string =>
    `SELECT * FROM read_json(${file}, format = 'newline_delimited', records = true, maximum_depth = 2,
      hive_partitioning = false, sample_size = ${sampled}, maximum_object_size = ${largestObject})`;
  const csv = (strict: boolean, asTexts: boolean): string =>
    `SELECT * FROM read_csv(${file}, header = true, delim = ${quoteText(delimiter)}, quote = '"', escape = '"',
      hive_partitioning = false, strict_mode = ${strict}, all_varchar = ${asTexts})`;
  return format === 'ndjson'
    ? [json(sampledRows), json(wholeFile)]
    : [csv(true, false), csv(false, false), csv(false, true)];
}

/** Every line was found to be an object before, so the engine misses a field. */
function isWithoutFields(error: unknown): boolean {
  return error instanceof Error && error.message.includes('expected records, but got non-record JSON');
}

/** The engine reports invalid input this way; any other error is not caused by the file. */
function isReadingError(error: unknown): boolean {
  return error instanceof Error && /^(Invalid Input|Conversion|Binder|Parser) Error/.test(error.message);
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(smallFile), 0, smallFile, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}
