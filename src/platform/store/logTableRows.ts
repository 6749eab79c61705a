import * as z from 'zod/mini';
import { appendRows, countColumn, parseRows } from './sqlValue';
import type { Store, Transaction } from './store';
import type { Column, Segment } from './tableScan';
import { columnTypes } from './tableScan';

const tableRow = z.object({
  guid: z.string(),
  name: z.string(),
  layout: z.string(),
  compression: z.string(),
  retention: z.number(),
  cryptoProfileGuid: z.optional(z.string()),
  groupGuid: z.optional(z.string()),
  schemaCode: z.optional(z.string()),
  nextId: z.bigint(),
  created: z.date(),
});

/** The configuration of a table and the totals of its segments. */
export interface CatalogedTable extends Readonly<Omit<z.infer<typeof tableRow>, 'nextId'>> {
  readonly segments: ReadonlyMap<string, Segment>;
  /** Segments whose files were missing or damaged when the store was opened; they are not counted. */
  readonly unreadable: readonly Segment[];
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
  readonly minTime: Date | undefined;
  readonly maxTime: Date | undefined;
}

/** Reads all tables with their segments when the store is opened. */
export async function readTables(
  database: Store,
): Promise<{ readonly tables: readonly CatalogedTable[]; readonly nextIds: Map<string, bigint> }> {
  const segments = await readSegments(database);
  const rows = parseRows(tableRow, await database.read('SELECT * FROM log_table'));
  return {
    tables: rows.map((row) => ({ ...row, unreadable: [], ...totalsOf(segments.get(row.guid) ?? new Map()) })),
    nextIds: new Map(rows.map(({ guid, nextId }) => [guid, nextId])),
  };
}

/** The totals of segments, as part of a {@link CatalogedTable}. */
export function totalsOf(
  segments: ReadonlyMap<string, Segment>,
): Pick<CatalogedTable, 'segments' | 'rows' | 'bytes' | 'indexBytes' | 'minTime' | 'maxTime'> {
  let rows = 0;
  let bytes = 0;
  let indexBytes = 0;
  let first = Infinity;
  let last = -Infinity;
  for (const segment of segments.values()) {
    rows += segment.rows;
    bytes += segment.bytes;
    indexBytes += segment.indexBytes;
    first = Math.min(first, segment.minTime.getTime());
    last = Math.max(last, segment.maxTime.getTime());
  }
  const timestamp = (time: number): Date | undefined => (Number.isFinite(time) ? new Date(time) : undefined);
  return { segments, rows, bytes, indexBytes, minTime: timestamp(first), maxTime: timestamp(last) };
}

/** Adds segments and stores the next row ID in the same transaction. */
export async function insertSegments(
  { run, connection }: Transaction,
  tableGuid: string,
  segments: readonly Segment[],
  nextId: bigint,
): Promise<void> {
  if (segments.length === 0) return;
  const rows = segments.map((segment) => [
    tableGuid,
    segment.file,
    BigInt(segment.rows),
    segment.minTime,
    segment.maxTime,
    BigInt(segment.bytes),
    BigInt(segment.indexBytes),
    JSON.stringify(segment.columns.map(({ name, type }) => [name, type])),
  ]);
  await appendRows(connection, 'segment', rows);
  await run('UPDATE log_table SET next_id = greatest(next_id, ?) WHERE guid = ?', [nextId, tableGuid]);
}

/** The given files that are committed as part of a table. */
export async function recordedFiles(database: Store, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.read('SELECT file FROM segment WHERE list_contains(?, file)', [files]);
  return new Set(parseRows(z.object({ file: z.string() }), rows).map(({ file }) => file));
}

const segmentRow = z.object({
  tableGuid: z.string(),
  file: z.string(),
  rows: countColumn,
  minTime: z.date(),
  maxTime: z.date(),
  bytes: countColumn,
  indexBytes: countColumn,
  columns: z.string(),
});

const storedColumns = z.array(z.tuple([z.string(), z.enum(columnTypes)]));

async function readSegments(database: Store): Promise<ReadonlyMap<string, Map<string, Segment>>> {
  const rows = await database.read('SELECT * RENAME (row_count AS rows) FROM segment');
  const byTable = new Map<string, Map<string, Segment>>();
  // Most segments of a table have the same columns; sharing one list makes unions cheap.
  const columnLists = new Map<string, readonly Column[]>();
  for (const row of parseRows(segmentRow, rows)) {
    const columns = columnLists.get(row.columns) ?? parseColumns(row.columns);
    columnLists.set(row.columns, columns);
    const segments = byTable.get(row.tableGuid) ?? new Map<string, Segment>();
    byTable.set(row.tableGuid, segments.set(row.file, { ...row, columns }));
  }
  return byTable;
}

function parseColumns(text: string): readonly Column[] {
  return storedColumns.parse(JSON.parse(text)).map(([name, type]) => ({ name, type }));
}

const shareRow = z.object({ kind: z.enum(['user', 'group']), guid: z.string(), name: z.string() });

export type TableShare = Readonly<z.infer<typeof shareRow>>;

/** The users and groups with access to a table. */
export async function readShares(database: Store, tableGuid: string): Promise<readonly TableShare[]> {
  const select = 'SELECT kind, guid, name FROM table_share WHERE table_guid = ? ORDER BY name';
  return parseRows(shareRow, await database.read(select, [tableGuid]));
}

export async function addShares(
  database: Store,
  tableGuid: string,
  shares: readonly TableShare[],
): Promise<void> {
  const rows = shares.map(({ kind, guid, name }) => [tableGuid, kind, guid, name]);
  await database.write(({ connection }) => appendRows(connection, 'table_share', rows));
}
