import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * The segments that a query reads. Their files stay on disk until it is disposed of, despite retention,
 * compaction or a drop: the caller disposes of it when the query has ended.
 */
export interface TableScan extends Disposable {
  /** The tables that match the names and wildcards, without duplicates. */
  readonly tables: readonly string[];
  /** Names without a wildcard that do not exist. */
  readonly missing: readonly string[];
  /** The union over all segments, with `_time`, `_id` and `line` first. A segment may lack any but the first two. */
  readonly columns: readonly Column[];
  /** Only those that overlap the range; they may contain rows outside of it. */
  readonly segments: readonly ScannedSegment[];
}

/** The types of its columns may differ from the union of the scan; cast them. */
export interface ScannedSegment extends Segment {
  readonly table: string;
  /** A Parquet file with `_time` TIMESTAMP (UTC), `_id` BIGINT, `line` VARCHAR if given, and the fields. */
  readonly path: string;
}

/** One immutable Parquet file of a table. */
export interface Segment {
  /** Relative to the folder of all tables, with forward slashes. */
  readonly file: string;
  readonly rows: number;
  readonly minTime: Date;
  readonly maxTime: Date;
  readonly bytes: number;
  /** The bytes of the index: the footer with its statistics, and the Bloom filters. */
  readonly indexBytes: number;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * The types of stored values. `LIST`, `MAP` and `JSON` are JSON texts in the files: arrays, objects, and for a field
 * with values of several types, values whose texts are those of the upload (numbers as JSON numbers, texts in quotation
 * marks). A field without any value is `NULL`.
 */
export const columnTypes = [
  'BOOLEAN',
  'BIGINT',
  'DOUBLE',
  'TIMESTAMP',
  'VARCHAR',
  'UBIGINT',
  'LIST',
  'MAP',
  'JSON',
  'NULL',
] as const;

export type ColumnType = (typeof columnTypes)[number];

/** From is inclusive, to is exclusive. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Rows to append: a SELECT to run on the given connection, which the caller owns. */
export interface RowSource {
  readonly connection: DuckDBConnection;
  readonly select: string;
  /** Whether columns of texts that are all numbers become numbers. */
  readonly readsNumbers?: boolean | undefined;
}
