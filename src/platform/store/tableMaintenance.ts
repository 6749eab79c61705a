import { clockAt, momentAt } from '../timeZone';
import type { Store } from './store';
import { shapeOf } from './columnTypes';
import type { LogTables } from './logTables';
import { quoteName, quoteText } from './sqlText';
import { writeSegments } from './segmentWriter';
import type { CataloguedTable } from './logTableRows';
import type { Segment } from './tableScan';

const millisecondsPerDay = 24 * 60 * 60 * 1000;

/** The minimum number of small files of one day to merge. */
const fewestToCompact = 16;
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

  /** Resolves when the table is processed. */
  run(guid: string, now = new Date()): Promise<void> {
    return this.#inTurn(async () => {
      await this.#expire(guid, now);
      await this.#compact(guid);
    });
  }

  /** The same if it is worthwhile; almost free otherwise. */
  async tidy(name: string): Promise<void> {
    const table = this.logTables.find(name);
    if (!table || table.segments.size < fewestToCompact || crowdedGroups(table).length === 0) return;
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
    const cutoff = momentAt(clock, this.timeZone);
    const all = [...table.segments.values(), ...table.unreadable];
    const expired = all.filter(({ maxTime }) => maxTime < cutoff).map(({ file }) => file);
    if (expired.length > 0) await this.logTables.replaceSegments(guid, expired, []);
    // Only sparse rows are stored in files of more than a day.
    for (const segment of table.segments.values()) {
      if (segment.minTime < cutoff && segment.maxTime >= cutoff) {
        const from = quoteText(cutoff.toISOString().slice(0, -1));
        await this.#rewrite(table, [segment], `WHERE _time >= TIMESTAMP ${from}`);
      }
    }
  }

  async #compact(guid: string): Promise<void> {
    const table = this.logTables.findByGuid(guid);
    if (!table) return;
    for (const segments of crowdedGroups(table)) await this.#rewrite(table, segments, '');
  }

  /**
   * All segments have the same columns, because an engine that reads files of different shapes together
   * changes values.
   */
  async #rewrite(table: CataloguedTable, segments: readonly Segment[], condition: string): Promise<void> {
    const names = segments.map(({ file }) => file);
    const release = this.logTables.files.hold(names);
    using connection = await this.database.connect();
    try {
      const columns = segments[0]?.columns ?? [];
      const list = columns.map(({ name }) => quoteName(name)).join(', ');
      const paths = names.map((file) => quoteText(this.logTables.files.pathOf(file))).join(', ');
      const select = `SELECT ${list} FROM read_parquet([${paths}], hive_partitioning = false) ${condition} ORDER BY _id`;
      const fresh = await writeSegments(connection, select, columns, table, this.logTables.files);
      await this.logTables.replaceSegments(table.guid, names, fresh);
    } catch (error) {
      await this.logTables.leaveOutDamaged(names);
      throw error;
    } finally {
      release();
    }
  }
}

/** The small segments of one day and one shape, if there are too many. */
export function crowdedGroups(table: Pick<CataloguedTable, 'segments'>): Segment[][] {
  const groups = new Map<string, Segment[]>();
  for (const segment of table.segments.values()) {
    const day = Math.floor(segment.minTime.getTime() / millisecondsPerDay);
    const sameDay = Math.floor(segment.maxTime.getTime() / millisecondsPerDay) === day;
    if (segment.bytes > smallSegment || !sameDay) continue;
    const key = `${day} ${shapeOf(segment.columns)}`;
    const group = groups.get(key);
    if (group) group.push(segment);
    else groups.set(key, [segment]);
  }
  return [...groups.values()].filter((segments) => segments.length >= fewestToCompact);
}
