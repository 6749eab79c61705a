import { open, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { delimiterOf } from '../../core/base/csvReader';
import { t } from '../../core/base/localize';
import type { Appended, LogTables } from '../store/logTables';
import { interruptOnAbort, stageRows } from '../store/segmentWriter';
import type { StagedRows } from '../store/segmentWriter';
import type { RowSource } from '../store/tableScan';
import { quoteName, quoteText } from '../store/sqlText';
import type { InTransaction } from '../store/store';
import { storedNames } from '../store/storedNames';
import { csvRows, hasPlainNumbers, ndjsonRows } from './engineRows';
import type { EngineRows } from './engineRows';
import { writeExactRows } from './exactRows';
import type { ExactRows, UploadedFile } from './exactRows';
import { maxLineLength } from './logLines';

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
 * Loads the whole file or nothing. The engine reads it: an ordinary large file as it was sent, any other one from a copy
 * that is written here, where every digit is kept and the first invalid line is known.
 */
export async function loadUpload(load: Load): Promise<LoadedRows> {
  const { connection, file, signal } = load;
  signal.throwIfAborted();
  using _ = interruptOnAbort(connection, signal);
  const head = await headOf(file.path);
  const delimiter = file.format === 'csv' ? delimiterOf(head) : ',';
  const loaded = await loadAsSent(load, head, delimiter);
  if (loaded !== undefined) return loaded;
  const copy = `${file.path}.rows`;
  try {
    const rows = copiedRows(file, await writeExactRows(file, delimiter, copy, signal), copy);
    await using staged = await stageRows(sourceOf(load, rows), signal);
    return await append(load, rows, staged);
  } finally {
    await rm(copy, { force: true });
  }
}

/** Undefined if the engine cannot read the file itself, would read it in another way, or has rewritten a number. */
async function loadAsSent(load: Load, head: string, delimiter: string): Promise<LoadedRows | undefined> {
  const {
    connection,
    file: { path, format },
    signal,
  } = load;
  if ((await stat(path)).size <= smallFile) return undefined;
  try {
    const rows =
      format === 'ndjson'
        ? await ndjsonRows(connection, path, signal)
        : await csvRows(path, head, delimiter, signal);
    if (rows === undefined) return undefined;
    await using staged = await stageRows(sourceOf(load, rows), signal);
    const isRewritable = staged.columns.some((column) => column.isRewritable);
    if (isRewritable && !(await hasPlainNumbers(path, signal))) return undefined;
    return await append(load, rows, staged);
  } catch (error) {
    if (!isReadingError(error)) throw error;
    return undefined;
  }
}

const smallFile = 64 * 1024;

function sourceOf({ connection, file }: Load, rows: EngineRows): RowSource {
  const names = storedFields(rows);
  const list = rows.columns.map((column, index) => `${column} AS ${quoteName(names[index] ?? '')}`);
  return {
    connection,
    select: `SELECT ${list.join(', ')} FROM ${rows.from}`,
    readsNumbers: file.format === 'csv',
  };
}

/** The name of each field in the table. */
function storedFields({ fields }: EngineRows): readonly string[] {
  return storedNames(fields, ['_id', '_table']);
}

/** The fields of the copy have numbers as names, and the texts of their values. */
function copiedRows(
  { format }: UploadedFile,
  { fields, rows, maxLineBytes }: ExactRows,
  copy: string,
): EngineRows {
  // Objects without fields are also rows, with their arrival time.
  if (fields.length === 0) return { fields: ['line'], columns: ['NULL::VARCHAR'], from: `range(${rows})` };
  const type = format === 'ndjson' ? 'JSON' : 'VARCHAR';
  const names = fields.map((_, index) => quoteText(String(index)));
  // The length is in UTF-16 units, of up to three bytes each. By default, the engine treats rows without any value as
  // values.
  const from = `read_json(${quoteText(copy)}, format = 'newline_delimited', records = true,
    hive_partitioning = false, maximum_object_size = ${Math.max(maxLineLength, 3 * maxLineBytes)},
    columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}})`;
  return { fields, columns: fields.map((_, index) => `CAST("${index}" AS ${type})`), from };
}

async function append(
  { logTables, file, onCommit, signal }: Load,
  rows: EngineRows,
  staged: StagedRows,
): Promise<LoadedRows> {
  const appended = await logTables.appendStaged(file.table, staged, signal, onCommit);
  return withNotices(rows, appended);
}

function withNotices(read: EngineRows, { rows, unreadTimes }: Appended): LoadedRows {
  const names = storedFields(read);
  const renamed = read.fields.flatMap((field, index) => {
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
