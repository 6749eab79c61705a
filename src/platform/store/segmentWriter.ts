import { randomUUID } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod/mini';
import {
  eventTimeExpression,
  findTimeColumn,
  summarizeTimes,
  isUnreadTime,
  withParsedTimes,
} from './eventTime';
import type { TimeSource, UnreadTimes } from './eventTime';
import type { CatalogedTable } from './logTableRows';
import type { SegmentFiles } from './segmentFiles';
import { quoteName, quoteText } from './sqlText';
import { readNumbers } from './sqlValue';
import { storedColumns } from './storedColumns';
import type { EngineColumn, StoredColumn } from './storedColumns';
import type { Column, RowSource, Segment } from './tableScan';

/** The table of new segments. */
export type SegmentStyle = Pick<CatalogedTable, 'guid' | 'layout' | 'compression'>;

/** Staged rows, whose `_id` range is reserved before they are written. */
export interface StagedRows extends AsyncDisposable {
  readonly connection: DuckDBConnection;
  /** A temporary table. */
  readonly relation: string;
  readonly rows: number;
  readonly columns: readonly StoredColumn[];
}

/** Runs the source once, into a temporary table. The caller disposes of it after writing. */
export async function stageRows(
  { connection, select, readsNumbers = false }: RowSource,
  signal?: AbortSignal,
): Promise<StagedRows> {
  const relation = quoteName(`staged_${randomUUID()}`);
  const drop = async (): Promise<void> => {
    const statement = `DROP TABLE IF EXISTS ${relation}`;
    // An abort interrupts whatever runs, once. That must not turn committed rows into a failure.
    await connection.run(statement).catch(async () => connection.run(statement));
  };
  await connection.run(`CREATE TEMP TABLE ${relation} AS ${select}`);
  try {
    signal?.throwIfAborted();
    const [rows = 0] = await readNumbers(connection, `SELECT count(*) FROM ${relation}`);
    signal?.throwIfAborted();
    const described = await connection.runAndReadAll(`DESCRIBE ${relation}`);
    const columns = z.array(describedColumn).parse(described.getRowObjectsJson());
    signal?.throwIfAborted();
    const stored = await storedColumns(connection, relation, columns, readsNumbers);
    signal?.throwIfAborted();
    return { connection, relation, rows, columns: stored, [Symbol.asyncDispose]: drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Ends the current statement of a connection when the signal is aborted, until it is disposed of. */
export function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal | undefined): Disposable {
  const interrupt = (): void => connection.interrupt();
  signal?.addEventListener('abort', interrupt);
  return { [Symbol.dispose]: () => signal?.removeEventListener('abort', interrupt) };
}

/** Segments that are not yet part of a table. */
export interface WrittenRows {
  readonly segments: readonly Segment[];
  readonly unreadTimes: UnreadTimes | undefined;
}

/** Numbers the staged rows from the given ID and writes them as durable files, one per day. */
export async function writeStaged(
  { connection, relation, columns }: StagedRows,
  style: SegmentStyle,
  firstId: bigint,
  files: SegmentFiles,
  signal?: AbortSignal,
): Promise<WrittenRows> {
  const fieldColumns = columns.filter(({ name }) => !replacedNames.has(name.toLowerCase()));
  // A field called `rowid` would hide the row numbers of the engine.
  const hidesNumbers = columns.some(({ name }) => name.toLowerCase() === 'rowid');
  const values = fieldColumns.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`);
  const position = `${hidesNumbers ? 'row_number() OVER () - 1' : 'rowid'} AS _id`;
  const typed = `(SELECT ${[...values, position].join(', ')} FROM ${relation})`;
  const time = findTimeColumn(fieldColumns);
  const parsed = quoteName(unusedName('_parsed', columns));
  const times: TimeSource = { column: time, arrival: new Date(), parsed };
  const timed = withParsedTimes(typed, times);
  const { unread, days } = await summarizeTimes(connection, timed, times);
  signal?.throwIfAborted();
  const fields = fieldColumns
    .filter((column) => !isOwnTime(column))
    .map(({ name, type }) => ({ name, type, expression: quoteName(name) }));
  // Other time fields are stored as they are.
  const original = time && unread && isOwnTime(time) ? [originalTime(time, fieldColumns, times)] : [];
  const stored = [...fields, ...original];
  const select = `SELECT ${[
    `${eventTimeExpression(times)} AS _time`,
    `${firstId} + _id AS _id`,
    ...stored.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`),
  ].join(', ')} FROM ${timed}`;
  const all = [...ownColumns, ...stored.map(({ name, type }) => ({ name, type }))];
  const unit = days < maxPartitions ? 'day' : undefined;
  const segments = await writeSegments(connection, select, all, style, files, { unit, signal });
  return { segments, unreadTimes: unread && { ...unread, field: original[0]?.name ?? unread.field } };
}

function isOwnTime({ name }: Column): boolean {
  return name.toLowerCase() === '_time';
}

/** The values of `_time` that are not one. */
function originalTime(time: Column, columns: readonly Column[], times: TimeSource): StoredColumn {
  const expression = `CASE WHEN ${isUnreadTime(time, times)} THEN ${quoteName(time.name)} END`;
  return { name: unusedName('_time', columns), type: time.type, expression };
}

const ownColumns: readonly Column[] = [
  { name: '_time', type: 'TIMESTAMP' },
  { name: '_id', type: 'BIGINT' },
];

/** Columns that the platform adds; a field with such a name would be ambiguous in a query. */
const replacedNames = new Set(['_id', '_table']);

interface WriteOptions {
  /** The time of a file, if it is known. */
  readonly unit?: 'day' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Writes the rows of a SELECT of stored columns, including `_time`. */
export async function writeSegments(
  connection: DuckDBConnection,
  select: string,
  columns: readonly Column[],
  style: SegmentStyle,
  files: SegmentFiles,
  { unit: knownUnit, signal }: WriteOptions = {},
): Promise<Segment[]> {
  const unit = knownUnit ?? (await partitionUnit(connection, select, signal));
  signal?.throwIfAborted();
  const partition = quoteName(unusedName('_partition', columns));
  const folder = files.stagingFolder(randomUUID());
  const partitioned = `SELECT *, date_trunc('${unit}', _time)::DATE AS ${partition} FROM (${select})`;
  try {
    const copied = await connection.runAndReadAll(
      `COPY (${partitioned}) TO ${quoteText(folder)} (
        FORMAT parquet, PARTITION_BY (${partition}), RETURN_STATS true, ${storageOptions(style)}
      )`,
    );
    signal?.throwIfAborted();
    const written = z.array(writtenFile).parse(copied.getRowObjectsJson());
    const filters = await bloomFilterBytes(connection, written);
    const segments = written.map((file): Segment => ({
      file: `${style.guid}/${file.partition_keys[0]?.value ?? ''}_${randomUUID()}.parquet`,
      rows: file.count,
      ...timesOf(file),
      bytes: file.file_size_bytes,
      indexBytes: file.footer_size_bytes + (filters.get(file.filename) ?? 0),
      columns,
    }));
    await files.settle(segments.map(({ file }, index) => [written[index]?.filename ?? '', file] as const));
    return segments;
  } finally {
    await files.discard(folder);
  }
}

/** The name with a number, so that no column has it. */
function unusedName(name: string, columns: readonly Column[]): string {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()));
  let unused = `${name}_1`;
  for (let count = 2; taken.has(unused.toLowerCase()); count += 1) unused = `${name}_${count}`;
  return unused;
}

const maxPartitions = 400;

const describedColumn = z.pipe(
  z.object({ column_name: z.string(), column_type: z.string() }),
  z.transform((row): EngineColumn => ({ name: row.column_name, engineType: row.column_type })),
);

const wholeNumber = z.pipe(z.string(), z.transform(Number));

function mapOf<Value extends z.ZodMiniType>(value: Value) {
  return z.array(z.object({ key: z.string(), value }));
}

const writtenFile = z.object({
  filename: z.string(),
  count: wholeNumber,
  file_size_bytes: wholeNumber,
  footer_size_bytes: wholeNumber,
  column_statistics: mapOf(mapOf(z.nullable(z.string()))),
  partition_keys: mapOf(z.nullable(z.string())),
});

type WrittenFile = z.infer<typeof writtenFile>;

const filterRow = z.object({ file_name: z.string(), bytes: wholeNumber });

/** One file per day, unless sparse rows would create thousands of files. */
export async function partitionUnit(
  connection: DuckDBConnection,
  select: string,
  signal?: AbortSignal,
): Promise<'day' | 'month' | 'year'> {
  // Counting days takes a separate pass, and most rows span few days.
  const [range = 0] = await readNumbers(
    connection,
    `SELECT date_diff('day', min(_time), max(_time)) FROM (${select})`,
  );
  if (range < maxPartitions) return 'day';
  signal?.throwIfAborted();
  const counts = ['day', 'month'].map((unit) => `count(DISTINCT date_trunc('${unit}', _time))`);
  const [days = 0, months = 0] = await readNumbers(
    connection,
    `SELECT unnest([${counts.join(', ')}]) FROM (${select})`,
  );
  if (days <= maxPartitions) return 'day';
  return months <= maxPartitions ? 'month' : 'year';
}

/** Small row groups keep whole rows together; large ones make scans of few columns fast. */
function storageOptions({ layout, compression }: SegmentStyle): string {
  const codec = compression === 'deflate' ? 'gzip' : 'snappy';
  return `COMPRESSION ${codec}, ROW_GROUP_SIZE ${layout === 'row' ? 8192 : 122_880}`;
}

function timesOf(file: WrittenFile): { readonly minTime: Date; readonly maxTime: Date } {
  const statistics = file.column_statistics.find(({ key }) => key === '"_time"')?.value ?? [];
  const timestamp = (key: string): Date => {
    const text = statistics.find((entry) => entry.key === key)?.value ?? '';
    return new Date(`${text.replace(' ', 'T')}Z`);
  };
  return { minTime: timestamp('min'), maxTime: timestamp('max') };
}

async function bloomFilterBytes(
  connection: DuckDBConnection,
  written: readonly WrittenFile[],
): Promise<ReadonlyMap<string, number>> {
  if (written.length === 0) return new Map();
  const list = written.map(({ filename }) => quoteText(filename)).join(', ');
  const rows = await connection.runAndReadAll(
    `SELECT file_name, sum(coalesce(bloom_filter_length, 0))::VARCHAR AS bytes
    FROM parquet_metadata([${list}]) GROUP BY file_name`,
  );
  const filters = z.array(filterRow).parse(rows.getRowObjectsJson());
  return new Map(filters.map((row) => [row.file_name, row.bytes]));
}
