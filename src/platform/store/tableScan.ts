import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { InTransaction } from './store';

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

export interface SegmentFile {
  /** The name in the catalog. */
  readonly file: string;
  /** A Parquet file with `_time` TIMESTAMP (UTC), `_id` BIGINT, `line` VARCHAR if given, and the fields. */
  readonly path: string;
}

export interface ScannedSegment extends SegmentFile {
  readonly table: string;
  readonly rows: number;
  readonly minTime: Date;
  readonly maxTime: Date;
  readonly bytes: number;
  /** Types may differ from the union of the scan; cast them. */
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** The types of stored values; anything else is stored as text. */
export type ColumnType = 'BOOLEAN' | 'BIGINT' | 'DOUBLE' | 'TIMESTAMP' | 'VARCHAR';

/** From is inclusive, to is exclusive. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Rows to append: a SELECT to run on the given connection, which the caller owns. */
export interface RowSource {
  readonly connection: DuckDBConnection;
  readonly select: string;
  readonly parameters?: readonly DuckDBValue[] | undefined;
  /** The maximum number of rows, if known: they are then written directly without staging. */
  readonly atMost?: number | undefined;
  /** The first rows, if reading all of them twice would be too slow. */
  readonly sample?: RowSample | undefined;
}

export interface RowSample {
  readonly select: string;
  /** The approximate share of the sample in all rows, from 0 to 1. */
  readonly share: number;
}

/** The methods of log tables that the engine uses. */
export interface LogTableAccess {
  /** Names may contain `*` wildcards. Fast, because the catalog is in memory. */
  scan(names: readonly string[], range?: TimeRange): TableScan;
  /**
   * Adds all rows or none. `_time` comes from a column of that name, otherwise from a common name such as
   * `timestamp`, otherwise from the clock; `_id` is assigned, and a `_table` column is ignored. `alongside`
   * receives the number of rows.
   */
  append(
    table: string,
    source: RowSource,
    signal?: AbortSignal,
    alongside?: InTransaction<number>,
  ): Promise<number>;
  /** Sorted by name. */
  describe(): readonly TableSummary[];
  /** Checks files that could not be read, and skips damaged ones from now on. */
  leaveOutDamaged(read: readonly SegmentFile[], signal?: AbortSignal): Promise<readonly UnreadableRows[]>;
}

/** Rows of a damaged file. */
export interface UnreadableRows {
  readonly table: string;
  readonly rows: number;
  readonly minTime: Date;
  readonly maxTime: Date;
}

export interface TableSummary {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly minTime: Date | undefined;
  readonly maxTime: Date | undefined;
}
