import { groupedBy } from '../../core/base/groupedBy';
import { clockAt, timestampAt } from '../timeZone';
import type { Store } from './store';
import { MergedColumns, shapeOf } from './columnTypes';
import type { LogTables } from './logTables';
import { quoteName, quoteText, quoteTimestamp } from './sqlText';
import { writeSegments } from './segmentWriter';
import type { CatalogedTable } from './logTableRows';
import type { Column, ColumnType, Segment } from './tableScan';
import { day } from '../../core/time/durations';

/** The minimum number of small files of one day to merge. */
const minToCompact = 16;
const smallSegment = 16 * 1024 * 1024;

/** Applies retention, and merges small files of small appends. */
export class TableMaintenance {
  /** One task at a time, so that no two rewrite the same files. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Store,
    private readonly logTables: LogTables,
    private readonly timeZone = 'UTC',
  ) {}

  /** Resolves when the table is processed. Without a time, no rows expire. */
  run(guid: string, now: Date | undefined): Promise<void> {
    return this.#inTurn(async () => {
      if (now) await this.#expire(guid, now);
      await this.#compact(guid);
    });
  }

  /** The same if it is worthwhile; almost free otherwise. */
  async tidy(name: string): Promise<void> {
    const table = this.logTables.find(name);
    if (!table || table.segments.size < minToCompact || crowdedGroups(table).length === 0) return;
    await this.#inTurn(() => this.#compact(table.guid));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #expire(guid: string, now: Date): Promise<void> {
    const table = this.logTables.findByGuid(guid);
    if (!table || table.retention === 0) return;
    const clock = clockAt(now, this.timeZone);
    clock.setUTCHours(0, 0, 0, 0);
    clock.setUTCDate(clock.getUTCDate() - table.retention);
    const cutoff = timestampAt(clock, this.timeZone);
    const all = [...table.segments.values(), ...table.unreadable];
    const expired = all.filter(({ maxTime }) => maxTime < cutoff).map(({ file }) => file);
    if (expired.length > 0) await this.logTables.replaceSegments(guid, expired, []);
    // Only sparse rows are stored in files of more than a day.
    for (const segment of table.segments.values()) {
      if (segment.minTime < cutoff && segment.maxTime >= cutoff) {
        await this.#rewrite(table, [segment], segment.columns, `WHERE _time >= ${quoteTimestamp(cutoff)}`);
      }
    }
  }

  async #compact(guid: string): Promise<void> {
    const table = this.logTables.findByGuid(guid);
    if (!table) return;
    for (const { segments, columns } of crowdedGroups(table)) {
      await this.#rewrite(table, segments, columns.columns);
    }
  }

  async #rewrite(
    table: CatalogedTable,
    segments: readonly Segment[],
    columns: readonly Column[],
    condition = '',
  ): Promise<void> {
    const names = segments.map(({ file }) => file);
    const release = this.logTables.files.hold(names);
    using connection = await this.database.connect();
    try {
      const parts = groupedBy(segments, (segment) => shapeOf(segment.columns)).values();
      const union = Array.from(parts, (part) => this.#readSegments(part, columns)).join(' UNION ALL ');
      const select = `SELECT * FROM (${union}) ${condition} ORDER BY _id`;
      const fresh = await writeSegments(connection, select, columns, table, this.logTables.files);
      await this.logTables.replaceSegments(table.guid, names, fresh);
    } catch (error) {
      await this.logTables.leaveOutDamaged(names);
      throw error;
    } finally {
      release();
    }
  }

  /**
   * The rows of segments with equal columns as rows of the merged ones. An engine that reads files of different shapes
   * together changes values.
   */
  #readSegments(segments: readonly Segment[], columns: readonly Column[]): string {
    const own = new Set(segments[0]?.columns.map(({ name }) => name));
    const list = columns.map(({ name, type }) => {
      const engineType = engineTypes[type] ?? type;
      return `CAST(${own.has(name) ? quoteName(name) : 'NULL'} AS ${engineType}) AS ${quoteName(name)}`;
    });
    const paths = segments.map(({ file }) => quoteText(this.logTables.files.pathOf(file))).join(', ');
    return `SELECT ${list.join(', ')} FROM read_parquet([${paths}], hive_partitioning = false)`;
  }
}

/** The types of columns in files, if they are not their own. */
const engineTypes: Readonly<Partial<Record<ColumnType, string>>> = {
  LIST: 'JSON',
  MAP: 'JSON',
  NULL: 'VARCHAR',
};

/** The small segments of one day whose columns can be merged, if there are too many. */
function crowdedGroups(table: Pick<CatalogedTable, 'segments'>): SegmentGroup[] {
  const days = new Map<number, SegmentGroup[]>();
  for (const segment of table.segments.values()) {
    const first = Math.floor(segment.minTime.getTime() / day);
    const sameDay = Math.floor(segment.maxTime.getTime() / day) === first;
    if (segment.bytes > smallSegment || !sameDay) continue;
    const groups = days.get(first) ?? [];
    days.set(first, groups);
    const group = groups.find(({ columns }) => columns.accepts(segment.columns));
    if (group) group.segments.push(segment);
    else groups.push({ columns: new MergedColumns(segment.columns), segments: [segment] });
  }
  return [...days.values()].flat().filter(({ segments }) => segments.length >= minToCompact);
}

interface SegmentGroup {
  readonly columns: MergedColumns;
  readonly segments: Segment[];
}
