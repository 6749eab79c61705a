import { randomUUID } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { storedExpression, storedType } from './columnTypes';
import { eventTimeExpression, findTimeColumn } from './eventTime';
import type { EngineColumn } from './eventTime';
import type { CataloguedTable } from './logTableRows';
import type { SegmentFiles } from './segmentFiles';
import { quoteName, quoteText } from './sqlText';
import { readNumbers } from './sqlValue';
import type { Column, RowSample, RowSource, Segment } from './tableScan';

/** The table of new segments. */
export type SegmentStyle = Pick<CataloguedTable, 'guid' | 'layout' | 'compression'>;

/** Staged rows, whose `_id` range is reserved before they are written. */
export interface StagedRows extends AsyncDisposable {
  readonly connection: DuckDBConnection;
  /** The part after FROM. */
  readonly relation: string;
  /** The expression for the zero-based position of a row. */
  readonly place: string;
  /** The maximum number of rows. */
  readonly atMost: number;
  readonly columns: readonly EngineColumn[];
  /** The partitioning, if it was estimated from a sample. */
  readonly guessedUnit?: 'day' | undefined;
}

/** The estimate from a sample would create too many files. */
export class WrongUnitError extends Error {}

/** The caller disposes of it after writing. */
export async function stageRows(source: RowSource): Promise<StagedRows> {
  const { atMost, sample } = source;
  if (atMost === undefined) return gatherRows(source);
  if (!sample) return passingRows(source, atMost, await describeColumns(source.connection, source.select));
  const { columns, isFewDays } = await inspectSample(source.connection, sample);
  return isFewDays ? { ...passingRows(source, atMost, columns), guessedUnit: 'day' } : gatherRows(source);
}

/** Reads the sample once, for both checks. */
async function inspectSample(connection: DuckDBConnection, { select, share }: RowSample) {
  await using staged = await gatherRows({ connection, select });
  const { relation, columns } = staged;
  const sample = { select: `FROM ${relation}`, share };
  return { columns, isFewDays: await spansFewDays(connection, sample, columns) };
}

/** Logs are mostly sorted by time, so a part of them spans a part of the days. */
async function spansFewDays(
  connection: DuckDBConnection,
  { select, share }: RowSample,
  columns: readonly EngineColumn[],
): Promise<boolean> {
  const time = eventTimeExpression(findTimeColumn(columns), new Date());
  const [seconds = 0] = await readNumbers(
    connection,
    `SELECT epoch(max(_time)) - epoch(min(_time)) FROM (SELECT ${time} AS _time FROM (${select}))`,
  );
  return seconds / secondsPerDay / share < maxPartitions / 2;
}

const secondsPerDay = 24 * 60 * 60;

/** Runs the source once, into a temporary relation. */
async function gatherRows({ connection, select }: RowSource): Promise<StagedRows> {
  const relation = quoteName(`staged_${randomUUID()}`);
  await connection.run(`CREATE TEMP TABLE ${relation} AS ${select}`);
  const [atMost = 0] = await readNumbers(connection, `SELECT count(*) FROM ${relation}`);
  return {
    connection,
    relation,
    place: 'rowid',
    atMost,
    columns: await describeColumns(connection, relation),
    async [Symbol.asyncDispose]() {
      await connection.run(`DROP TABLE IF EXISTS ${relation}`);
    },
  };
}

function passingRows(
  { connection, select }: RowSource,
  atMost: number,
  columns: readonly EngineColumn[],
): StagedRows {
  return {
    connection,
    relation: `(${select})`,
    place: 'row_number() OVER () - 1',
    atMost,
    columns,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function describeColumns(connection: DuckDBConnection, what: string): Promise<EngineColumn[]> {
  const described = await connection.runAndReadAll(`DESCRIBE ${what}`);
  return z.array(describedColumn).parse(described.getRowObjectsJson());
}

/** Numbers the staged rows from the given ID and writes them as durable files, one per day. */
export async function writeStaged(
  staged: StagedRows,
  style: SegmentStyle,
  firstId: bigint,
  files: SegmentFiles,
): Promise<Segment[]> {
  const time = eventTimeExpression(findTimeColumn(staged.columns), new Date());
  const fields = staged.columns.filter(({ name }) => !reservedNames.has(name.toLowerCase()));
  const stored: Column[] = [
    { name: '_time', type: 'TIMESTAMP' },
    { name: '_id', type: 'BIGINT' },
    ...fields.map(({ name, engineType }): Column => ({ name, type: storedTypeOf(name, engineType) })),
  ];
  const expressions = [
    `${time} AS _time`,
    `${firstId} + ${staged.place} AS _id`,
    ...fields.map(({ name, engineType }) => `${storedField(name, engineType)} AS ${quoteName(name)}`),
  ];
  const select = `SELECT ${expressions.join(', ')} FROM ${staged.relation}`;
  return writeSegments(staged.connection, select, stored, style, files, staged.guessedUnit);
}

/** Writes the rows of a SELECT of stored columns, including `_time`. */
export async function writeSegments(
  connection: DuckDBConnection,
  select: string,
  columns: readonly Column[],
  style: SegmentStyle,
  files: SegmentFiles,
  guessedUnit?: 'day',
): Promise<Segment[]> {
  const unit = guessedUnit ?? (await partitionUnit(connection, select));
  const folder = files.stagingFolder(randomUUID());
  const partitioned = `SELECT *, date_trunc('${unit}', _time)::DATE AS ${partitionColumn} FROM (${select})`;
  try {
    const copied = await connection.runAndReadAll(
      `COPY (${partitioned}) TO ${quoteText(folder)} (
        FORMAT parquet, PARTITION_BY (${partitionColumn}), RETURN_STATS true, ${storageOptions(style)}
      )`,
    );
    const written = z.array(writtenFile).parse(copied.getRowObjectsJson());
    if (guessedUnit && written.length > maxPartitions) throw new WrongUnitError();
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

const partitionColumn = '_partition';

/** Columns that the platform adds; a field with such a name would be ambiguous in a query. */
const reservedNames = new Set(['_time', '_id', '_table', partitionColumn]);

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

/** The original text of a log is stored as text, even if all lines are numbers. */
function storedTypeOf(name: string, engineType: string): Column['type'] {
  return name === 'line' ? 'VARCHAR' : storedType(engineType);
}

function storedField(name: string, engineType: string): string {
  const expression = storedExpression(name, engineType);
  return name === 'line' ? `(${expression})::VARCHAR` : expression;
}

/** One file per day, unless sparse rows would create thousands of files. */
export async function partitionUnit(
  connection: DuckDBConnection,
  select: string,
): Promise<'day' | 'month' | 'year'> {
  // Counting days takes a separate pass, and most rows span few days.
  const [range = 0] = await readNumbers(
    connection,
    `SELECT date_diff('day', min(_time), max(_time)) FROM (${select})`,
  );
  if (range < maxPartitions) return 'day';
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
  const moment = (key: string): Date => {
    const text = statistics.find((entry) => entry.key === key)?.value ?? '';
    return new Date(`${text.replace(' ', 'T')}Z`);
  };
  return { minTime: moment('min'), maxTime: moment('max') };
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
