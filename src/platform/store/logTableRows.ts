import * as z from 'zod/mini';
import type { Store, Transaction } from './store';
import type { Segment } from './segmentWriter';
import { totalsOf } from './tableCatalogue';
import type { CataloguedTable } from './tableCatalogue';
import type { Column } from './tableScan';

export interface StoredTables {
  readonly tables: readonly CataloguedTable[];
  readonly nextIds: Map<string, bigint>;
}

/** Reads all tables with their segments when the store is opened. */
export async function readTables(database: Store): Promise<StoredTables> {
  const segments = await readSegments(database);
  const rows = z.array(tableRow).parse(await database.read('SELECT * FROM log_table'));
  return {
    tables: rows.map((row) => ({
      guid: row.guid,
      name: row.name,
      layout: row.layout,
      compression: row.compression,
      retention: row.retention,
      cryptoProfileGuid: row.crypto_profile_guid ?? undefined,
      groupGuid: row.group_guid ?? undefined,
      schemaCode: row.schema_code ?? undefined,
      created: row.created,
      unreadable: [],
      ...totalsOf(segments.get(row.guid) ?? noSegments),
    })),
    nextIds: new Map(rows.map((row) => [row.guid, row.next_id])),
  };
}

/** Adds segments and stores the next row ID in the same transaction. */
export async function insertSegments(
  transaction: Transaction,
  tableGuid: string,
  segments: readonly Segment[],
  nextId: bigint,
): Promise<void> {
  if (segments.length === 0) return;
  const rows = segments.map((segment) => ({
    file: segment.file,
    row_count: segment.rows,
    min_time: segment.minTime.toISOString(),
    max_time: segment.maxTime.toISOString(),
    bytes: segment.bytes,
    index_bytes: segment.indexBytes,
    columns: JSON.stringify(segment.columns.map(({ name, type }) => [name, type])),
  }));
  // One statement for all: there may be hundreds of day partitions.
  await transaction.run(
    `INSERT INTO segment SELECT ?, row.* FROM (
      SELECT unnest(from_json(?::JSON, '[{"file":"VARCHAR","row_count":"BIGINT","min_time":"TIMESTAMPTZ",
        "max_time":"TIMESTAMPTZ","bytes":"BIGINT","index_bytes":"BIGINT","columns":"VARCHAR"}]')) AS row
    )`,
    [tableGuid, JSON.stringify(rows)],
  );
  await transaction.run('UPDATE log_table SET next_id = greatest(next_id, ?) WHERE guid = ?', [
    nextId,
    tableGuid,
  ]);
}

export async function removeSegments(
  transaction: Transaction,
  tableGuid: string,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  await transaction.run('DELETE FROM segment WHERE table_guid = ? AND list_contains(?, file)', [
    tableGuid,
    files,
  ]);
}

/** The given files that are committed as part of a table. */
export async function recordedFiles(database: Store, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.read('SELECT file FROM segment WHERE list_contains(?, file)', [files]);
  return new Set(
    z
      .array(z.object({ file: z.string() }))
      .parse(rows)
      .map(({ file }) => file),
  );
}

const noSegments: ReadonlyMap<string, Segment> = new Map();

const tableRow = z.object({
  guid: z.string(),
  name: z.string(),
  layout: z.string(),
  compression: z.string(),
  retention: z.number(),
  crypto_profile_guid: z.nullable(z.string()),
  group_guid: z.nullable(z.string()),
  schema_code: z.nullable(z.string()),
  next_id: z.bigint(),
  created: z.date(),
});

const count = z.pipe(z.bigint(), z.transform(Number));

const segmentRow = z.object({
  table_guid: z.string(),
  file: z.string(),
  row_count: count,
  min_time: z.date(),
  max_time: z.date(),
  bytes: count,
  index_bytes: count,
  columns: z.string(),
});

const storedColumns = z.array(
  z.tuple([z.string(), z.enum(['BOOLEAN', 'BIGINT', 'DOUBLE', 'TIMESTAMP', 'VARCHAR'])]),
);

async function readSegments(database: Store): Promise<ReadonlyMap<string, Map<string, Segment>>> {
  const rows = z.array(segmentRow).parse(await database.read('SELECT * FROM segment'));
  const byTable = new Map<string, Map<string, Segment>>();
  // Most segments of a table have the same columns; sharing one list makes unions cheap.
  const columnLists = new Map<string, readonly Column[]>();
  for (const row of rows) {
    const columns = columnLists.get(row.columns) ?? parseColumns(row.columns);
    columnLists.set(row.columns, columns);
    const segments = byTable.get(row.table_guid) ?? new Map<string, Segment>();
    byTable.set(row.table_guid, segments);
    segments.set(row.file, {
      file: row.file,
      rows: row.row_count,
      minTime: row.min_time,
      maxTime: row.max_time,
      bytes: row.bytes,
      indexBytes: row.index_bytes,
      columns,
    });
  }
  return byTable;
}

function parseColumns(text: string): readonly Column[] {
  return storedColumns.parse(JSON.parse(text)).map(([name, type]) => ({ name, type }));
}
