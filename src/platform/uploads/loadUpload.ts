import { open, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { delimiterOf } from '../../shared/csv/csvReader';
import { t } from '../../shared/localize';
import type { Appended, LogTables } from '../store/logTables';
import { interruptOnAbort, stageRows } from '../store/segmentWriter';
import type { RowSource } from '../store/tableScan';
import { quoteName, quoteText } from '../store/sqlText';
import type { InTransaction } from '../store/store';
import { storedNames, uploadReservedNames } from '../../shared/storedNames';
import { writeExactRows } from './exactRows';
import type { ExactRows, UploadedFile } from './exactRows';
import { maxLineLength } from './logLines';
import { hasPlainNumbers, quickCsv, quickNdjson } from './quickReader';
import type { QuickRows } from './quickReader';

export interface LoadedRows {
  readonly rows: number;
  /** Sentences about what was not stored as it was. */
  readonly notices: readonly string[];
}

export interface Load {
  readonly logTables: LogTables;
  readonly connection: DuckDBConnection;
  readonly file: UploadedFile;
  readonly onCommit: InTransaction<number>;
  readonly signal: AbortSignal;
}

/**
 * Loads the whole file or nothing. The engine reads ordinary large files by itself. Others are first copied here, where
 * every digit is kept and the first invalid line is known.
 */
export async function loadUpload(load: Load): Promise<LoadedRows> {
  const { logTables, connection, file, onCommit, signal } = load;
  signal.throwIfAborted();
  using _ = interruptOnAbort(connection, signal);
  const head = await headOf(file.path);
  const delimiter = file.format === 'csv' ? delimiterOf(head) : ',';
  const quick = await quickRows(load, head, delimiter);
  for (const read of quick.map(selectQuick)) {
    try {
      const loaded = await loadQuick(load, read);
      if (loaded !== undefined) return loaded;
      break;
    } catch (error) {
      if (!isReadingError(error)) throw error;
    }
  }
  const copy = `${file.path}.rows`;
  try {
    const exact = await writeExactRows(file, delimiter, copy, signal);
    const read = selectExact(file, exact, copy);
    const appended = await logTables.append(file.table, sourceOf(load, read), signal, onCommit);
    return withNotices(read, appended);
  } finally {
    await rm(copy, { force: true });
  }
}

/**
 * Undefined if the engine has rewritten a number. A function of its own: in a loop, the compiled form of `using` throws
 * the error of an earlier round again, after the rows are committed.
 */
async function loadQuick(load: Load, read: ReadRows): Promise<LoadedRows | undefined> {
  const { logTables, file, onCommit, signal } = load;
  await using staged = await stageRows(sourceOf(load, read), signal);
  const isRewritable = staged.columns.some((column) => column.isRewritable);
  if (isRewritable && !(await hasPlainNumbers(file.path, signal))) return undefined;
  return withNotices(read, await logTables.appendStaged(file.table, staged, signal, onCommit));
}

function sourceOf({ connection, file }: Load, { select }: ReadRows): RowSource {
  return { connection, select, readsNumbers: file.format === 'csv' };
}

/** The ways in which the engine can read a large file by itself, the fastest first. */
async function quickRows(
  { connection, file: { path, format }, signal }: Load,
  head: string,
  delimiter: string,
): Promise<readonly QuickRows[]> {
  const { size } = await stat(path);
  if (size <= smallFile) return [];
  try {
    if (format === 'ndjson') return await quickNdjson(connection, path, signal);
    const rows = await quickCsv(path, head, delimiter, signal);
    return rows ? [rows] : [];
  } catch (error) {
    if (!isReadingError(error)) throw error;
    return [];
  }
}

const smallFile = 64 * 1024;

interface ReadRows {
  readonly select: string;
  readonly fields: readonly string[];
  /** The name of each field in the table. */
  readonly names: readonly string[];
}

function selectQuick({ fields, columns, from }: QuickRows): ReadRows {
  const names = storedNames(fields, uploadReservedNames);
  const list = columns.map((column, index) => `${column} AS ${quoteName(names[index] ?? '')}`);
  return { select: `SELECT ${list.join(', ')} FROM ${from}`, fields, names };
}

function selectExact(
  { format }: UploadedFile,
  { fields, rows, maxLineBytes }: ExactRows,
  copy: string,
): ReadRows {
  const names = storedNames(fields, uploadReservedNames);
  // Objects without fields are also rows, with their arrival time.
  if (fields.length === 0 || rows === 0) {
    return { select: `SELECT NULL::VARCHAR AS line FROM range(${rows})`, fields, names };
  }
  const type = format === 'ndjson' ? 'JSON' : 'VARCHAR';
  const list = names.map(
    (name, index) => `CAST(${quoteName(String(index))} AS ${type}) AS ${quoteName(name)}`,
  );
  const columns = names.map((_, index) => `${quoteText(String(index))}: 'VARCHAR'`);
  // The length is in UTF-16 units, of up to three bytes each. By default, the engine treats rows without any value as
  // values.
  const select = `SELECT ${list.join(', ')} FROM read_json(${quoteText(copy)}, format = 'newline_delimited', records = true,
    hive_partitioning = false, maximum_object_size = ${Math.max(maxLineLength, 3 * maxLineBytes)},
    columns = {${columns.join(', ')}})`;
  return { select, fields, names };
}

function withNotices({ fields, names }: ReadRows, { rows, unreadTimes }: Appended): LoadedRows {
  const renamed = fields.flatMap((field, index) => {
    const name = names[index] ?? field;
    return name === field ? [] : [t('The field “{0}” is stored as “{1}”.', field, name)];
  });
  if (!unreadTimes) return { rows, notices: renamed };
  const values = unreadTimes.values.map((value) => JSON.stringify(value.slice(0, maxShownValue))).join(', ');
  const times = t(
    'Rows whose time could not be read, or is before 1980 or more than a day ahead: {0}. They have their arrival time; the values are in the field “{1}”. The first ones: {2}',
    unreadTimes.rows,
    unreadTimes.field,
    values,
  );
  return { rows, notices: [...renamed, times] };
}

const maxShownValue = 100;

/** The engine reports invalid input this way; any other error is not caused by the file. */
function isReadingError(error: unknown): boolean {
  return error instanceof Error && /^(Invalid Input|Conversion|Binder|Parser) Error/.test(error.message);
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(smallFile), 0, smallFile, 0);
    return buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}
