import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { InTransaction } from './store';

/**
 * What a query reads of log tables. Its files stay on disk until it is disposed of, whatever retention,
 * compaction or a drop does meanwhile: the caller disposes of it when the query has ended.
 */
export interface TableScan extends Disposable {
  /** The tables that the names and wildcards stand for, each once. */
  readonly tables: readonly string[];
  /** Names without a wildcard that no table has. */
  readonly missing: readonly string[];
  /** The union over all segments, `_time`, `_id` and `line` first. A segment may lack any but the first two. */
  readonly columns: readonly Column[];
  /** Only those that overlap the range; rows outside it may still be among theirs. */
  readonly segments: readonly ScannedSegment[];
}

export interface SegmentFile {
  /** Its name in the catalogue. */
  readonly file: string;
  /** A Parquet file with `_time` TIMESTAMP (UTC), `_id` BIGINT, `line` VARCHAR where given, and the fields. */
  readonly path: string;
}

export interface ScannedSegment extends SegmentFile {
  readonly table: string;
  readonly rows: number;
  readonly minTime: Date;
  readonly maxTime: Date;
  readonly bytes: number;
  /** A column may have another type here than in the scan's union; cast where they differ. */
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** Every stored value has one of these; what fits none of them is stored as text. */
export type ColumnType = 'BOOLEAN' | 'BIGINT' | 'DOUBLE' | 'TIMESTAMP' | 'VARCHAR';

/** From inclusive, to exclusive. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Rows to append: a SELECT that is run on the given connection, which stays the caller's. */
export interface RowSource {
  readonly connection: DuckDBConnection;
  readonly select: string;
  readonly parameters?: readonly DuckDBValue[] | undefined;
  /** It yields no more rows than this, where that is known: they are then written as they come, not gathered first. */
  readonly atMost?: number | undefined;
  /** The first of the rows, where looking at all of them twice would cost too much. */
  readonly sample?: RowSample | undefined;
}

export interface RowSample {
  readonly select: string;
  /** The part of all rows that the sample is, about: from 0 to 1. */
  readonly share: number;
}

/** What the engine needs of the store's log tables. */
export interface LogTableAccess {
  /** Names may hold `*` wildcards. Takes no time to speak of: the catalogue is in memory. */
  scan(names: readonly string[], range?: TimeRange): TableScan;
  /**
   * Adds all rows or none. `_time` is taken from a column of that name, else from a usual name such as
   * `timestamp`, else from the clock; `_id` is given here, and a `_table` column is left out.
   * What goes alongside is told how many rows there are.
   */
  append(
    table: string,
    source: RowSource,
    signal?: AbortSignal,
    alongside?: InTransaction<number>,
  ): Promise<number>;
  /** In the order of their names. */
  describe(): readonly TableSummary[];
  /** Looks for damage in what could not be read, and leaves out from here on what it finds. */
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
