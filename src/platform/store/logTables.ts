import { randomUUID } from 'node:crypto';
import { illegalState } from '../errors';
import type { Log } from '../errors';
import type { InTransaction, Store, Transaction } from './store';
import { Catalog } from './tableCatalog';
import { appendRows } from './sqlValue';
import { insertSegments, readTables, recordedFiles, totalsOf } from './logTableRows';
import type { CatalogedTable } from './logTableRows';
import { scanTables } from './scanTables';
import { SegmentFiles } from './segmentFiles';
import { interruptOnAbort, stageRows, writeStaged } from './segmentWriter';
import type { StagedRows, WrittenRows } from './segmentWriter';
import type { UnreadTimes } from './eventTime';
import type { RowSource, Segment, TableScan, TimeRange } from './tableScan';
import { findDamage, withoutUnreadable } from './unreadableSegments';

export type NewTable = Pick<
  CatalogedTable,
  'name' | 'layout' | 'compression' | 'retention' | 'cryptoProfileGuid' | 'groupGuid' | 'schemaCode'
>;

export interface TableFilter {
  /** Matches anywhere in the name, ignoring case. */
  readonly keywords: string | undefined;
  readonly name: string | undefined;
  readonly groupGuid: string | undefined;
  readonly schemaCode: string | undefined;
}

/** Rows of a damaged file. */
export type UnreadableRows = Pick<Segment, 'rows' | 'minTime' | 'maxTime'> & { readonly table: string };

export interface Appended {
  readonly rows: number;
  readonly unreadTimes: UnreadTimes | undefined;
}

/** The methods of log tables that the engine uses. */
export type LogTableAccess = Pick<LogTables, 'scan' | 'append' | 'all' | 'leaveOutDamaged'>;

/**
 * Log tables: configuration and catalog in the database, rows in immutable Parquet files. A file counts once
 * its catalog row is committed, so a write is atomic.
 */
export class LogTables {
  readonly #catalog: Catalog<CatalogedTable>;
  readonly #appendListeners = new Set<(name: string) => void>();

  private constructor(
    private readonly database: Store,
    readonly files: SegmentFiles,
    tables: readonly CatalogedTable[],
    /** The ID of a table's next row; IDs are never reused, even after a failed write. */
    private readonly nextIds: Map<string, bigint>,
    private readonly log: Log,
  ) {
    this.#catalog = new Catalog(tables, ({ name }) => name);
  }

  /** Reads the catalog, removes or quarantines files that belong to no table and reports unreadable ones. */
  static async open(database: Store, log: Log): Promise<LogTables> {
    const { tables, nextIds } = await readTables(database);
    const files = new SegmentFiles(database.segmentFolder);
    const recorded = tables.flatMap((table) => [...table.segments.values()]);
    const sizes = new Map(recorded.map(({ file, bytes }) => [file, bytes]));
    const problems = await files.prepare(sizes);
    const names = new Set(sizes.keys());
    if (database.isComplete) await files.removeUnknown(names);
    else await files.quarantineUnknown(names, log);
    const readable = tables.map((table) => withoutUnreadable(table, problems, log));
    return new LogTables(database, files, readable, nextIds, log);
  }

  /** The disk space of all tables. */
  get bytes(): number {
    return this.#catalog.all().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  find(name: string): CatalogedTable | undefined {
    return this.#catalog.findByName(name);
  }

  findByGuid(guid: string): CatalogedTable | undefined {
    return this.#catalog.find(guid);
  }

  /** Sorted by name. */
  all(): readonly CatalogedTable[] {
    return [...this.#catalog.all()];
  }

  /** Calls the listener after each append, until the returned function is called. */
  watchAppends(listener: (name: string) => void): () => void {
    this.#appendListeners.add(listener);
    return () => this.#appendListeners.delete(listener);
  }

  /** Sorted by name. */
  list({ keywords, name, groupGuid, schemaCode }: TableFilter): readonly CatalogedTable[] {
    const found = this.#catalog.search(keywords === undefined ? [] : [keywords]);
    return found.filter(
      (table) =>
        (name === undefined || table.name === name) &&
        (groupGuid === undefined || table.groupGuid === groupGuid) &&
        (schemaCode === undefined || table.schemaCode === schemaCode),
    );
  }

  async create(table: NewTable, onCommit?: InTransaction): Promise<void> {
    const created: CatalogedTable = {
      ...table,
      guid: randomUUID(),
      created: new Date(),
      unreadable: [],
      ...totalsOf(new Map()),
    };
    await this.database.write(async (transaction) => {
      const taken = await transaction.run('SELECT 1 FROM log_table WHERE name = ?', [table.name]);
      if (taken.length > 0) throw illegalState(`duplicated table: ${table.name}`);
      const { guid, name, layout, compression, retention, cryptoProfileGuid, groupGuid, schemaCode } =
        created;
      const settings = [layout, compression, retention, cryptoProfileGuid, groupGuid, schemaCode];
      await appendRows(transaction.connection, 'log_table', [[guid, name, ...settings, 1n, created.created]]);
      await onCommit?.(transaction);
    });
    this.#catalog.apply([created]);
  }

  async drop(name: string, onCommit?: InTransaction): Promise<void> {
    const table = this.#existing(name);
    await this.database.write(async (transaction) => {
      await requireTable(transaction, table);
      for (const relation of ['segment', 'table_share']) {
        await transaction.run(`DELETE FROM ${relation} WHERE table_guid = ?`, [table.guid]);
      }
      await transaction.run('DELETE FROM log_table WHERE guid = ?', [table.guid]);
      await onCommit?.(transaction);
    });
    const { segments, unreadable } = this.findByGuid(table.guid) ?? table;
    this.#catalog.apply([], [table.guid]);
    this.nextIds.delete(table.guid);
    await this.files.remove([...segments.keys(), ...unreadable.map(({ file }) => file)]);
  }

  async setRetention(name: string, days: number, onCommit?: InTransaction): Promise<void> {
    const existing = this.#existing(name);
    const { guid } = existing;
    await this.database.write(async (transaction) => {
      await requireTable(transaction, existing);
      await transaction.run('UPDATE log_table SET retention = ? WHERE guid = ?', [days, guid]);
      await onCommit?.(transaction);
    });
    this.#update(guid, (table) => ({ ...table, retention: days }));
  }

  /**
   * Adds all rows or none. `_time` comes from a column of that name, otherwise from a common name such as
   * `timestamp`, otherwise from the clock; `_id` is assigned, and a `_table` column is ignored. `onCommit`
   * receives the number of rows. An aborted signal ends it before the next statement.
   */
  async append(
    name: string,
    source: RowSource,
    signal?: AbortSignal,
    onCommit?: InTransaction<number>,
  ): Promise<Appended> {
    signal?.throwIfAborted();
    this.#existing(name);
    using _ = interruptOnAbort(source.connection, signal);
    await using staged = await stageRows(source, signal);
    return await this.appendStaged(name, staged, signal, onCommit);
  }

  /** The same for rows that the caller has staged, and disposes of. */
  async appendStaged(
    name: string,
    staged: StagedRows,
    signal?: AbortSignal,
    onCommit?: InTransaction<number>,
  ): Promise<Appended> {
    const table = this.#existing(name);
    const { segments, unreadTimes } = await this.#writeStaged(table, staged, signal);
    const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
    const inTransaction: InTransaction | undefined =
      onCommit && ((transaction) => onCommit(transaction, rows));
    await this.replaceSegments(table.guid, [], segments, inTransaction);
    for (const listener of this.#appendListeners) listener(name);
    return { rows, unreadTimes };
  }

  /** Replaces old files with new ones, atomically. */
  async replaceSegments(
    guid: string,
    old: readonly string[],
    fresh: readonly Segment[],
    onCommit?: InTransaction,
  ): Promise<void> {
    try {
      await this.database.write(async (transaction) => {
        await requireTable(transaction, this.findByGuid(guid));
        const remove = 'DELETE FROM segment WHERE table_guid = ? AND list_contains(?, file)';
        if (old.length > 0) await transaction.run(remove, [guid, old]);
        await insertSegments(transaction, guid, fresh, this.nextIds.get(guid) ?? 1n);
        await onCommit?.(transaction);
      });
    } catch (error) {
      await this.#removeUnrecorded(fresh.map(({ file }) => file));
      throw error;
    }
    this.#update(guid, (table) => {
      const segments = new Map(table.segments);
      for (const file of old) segments.delete(file);
      for (const segment of fresh) segments.set(segment.file, segment);
      const unreadable = table.unreadable.filter(({ file }) => !old.includes(file));
      return { ...table, unreadable, ...totalsOf(segments) };
    });
    await this.files.remove(old);
  }

  /**
   * Removes the files of a failed write. A commit can be durable even if it fails, when there is no space for the
   * checkpoint after it, so the store must confirm that it does not reference the files. If it cannot, the files are
   * kept until the next start.
   */
  async #removeUnrecorded(files: readonly string[]): Promise<void> {
    const recorded = await recordedFiles(this.database, files).catch(() => new Set(files));
    await this.files.remove(files.filter((file) => !recorded.has(file)));
  }

  /** Names may contain `*` wildcards. Fast, because the catalog is in memory. */
  scan(names: readonly string[], range: TimeRange = {}): TableScan {
    return scanTables(this.#catalog, this.files, names, range);
  }

  /** Checks files that could not be read, and skips damaged ones from now on. */
  async leaveOutDamaged(read: readonly string[], signal?: AbortSignal): Promise<readonly UnreadableRows[]> {
    const paths = new Map(read.map((file) => [file, this.files.pathOf(file)]));
    const problems = await findDamage(this.database, paths, signal);
    if (problems.size === 0) return [];
    return this.all().flatMap((table) => {
      const left = withoutUnreadable(table, problems, this.log);
      if (left === table) return [];
      this.#catalog.apply([left]);
      return left.unreadable
        .filter(({ file }) => problems.has(file))
        .map(({ rows, minTime, maxTime }) => ({ table: table.name, rows, minTime, maxTime }));
    });
  }

  async #writeStaged(table: CatalogedTable, staged: StagedRows, signal?: AbortSignal): Promise<WrittenRows> {
    const firstId = this.nextIds.get(table.guid) ?? 1n;
    this.nextIds.set(table.guid, firstId + BigInt(staged.rows));
    const written = await writeStaged(staged, table, firstId, this.files, signal);
    if (signal?.aborted) {
      await this.files.remove(written.segments.map(({ file }) => file));
      signal.throwIfAborted();
    }
    return written;
  }

  #existing(name: string): CatalogedTable {
    const table = this.find(name);
    if (!table) throw illegalState(`table not found: ${name}`);
    return table;
  }

  #update(guid: string, change: (table: CatalogedTable) => CatalogedTable): void {
    const table = this.findByGuid(guid);
    if (table) this.#catalog.apply([change(table)]);
  }
}

async function requireTable(transaction: Transaction, table: CatalogedTable | undefined): Promise<void> {
  const rows = table ? await transaction.run('SELECT 1 FROM log_table WHERE guid = ?', [table.guid]) : [];
  if (rows.length === 0) throw illegalState(`table not found: ${table?.name ?? ''}`);
}
