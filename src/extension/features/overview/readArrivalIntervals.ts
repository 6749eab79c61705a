import { getOrAdd } from '../../../core/base/getOrAdd';
import type { PlatformClient } from '../../../core/api/client';
import type { RawRecord } from '../../../core/interface/optional';
import { parseWireTime } from '../../../core/interface/time';
import { day, hour, week } from '../../../core/time/durations';
import { learnedWeeks } from './tableIssues';
import type { ArrivalInterval } from './tableIssues';
import type { KnownTable } from './knownTable';
import { runOwnQuery } from '../../../core/api/operations/queries';

/** Tables without logs for longer than this are not reported. */
const maxSilence = learnedWeeks * week;
const maxTables = 40;
const tablesAtOnce = 10;

export interface LearnedIntervals {
  readonly byTable: ReadonlyMap<string, ArrivalInterval>;
  /** The number of tables that were skipped because there are too many. */
  readonly leftOut: number;
}

/**
 * Learns when tables receive logs. Only tables without logs for an hour or more are read, each once: while no
 * logs arrive, their history does not change.
 */
export class ArrivalIntervals {
  readonly #known = new Map<string, ArrivalInterval>();

  async learn(
    client: PlatformClient,
    tables: readonly KnownTable[],
    now: number,
    signal: AbortSignal,
  ): Promise<LearnedIntervals> {
    const candidates = quietTables(tables, now);
    const wanted = candidates.slice(0, maxTables);
    const keys = new Set(wanted.map(keyOf));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
    const unknown = wanted.filter((table) => !this.#known.has(keyOf(table)));
    for (let index = 0; index < unknown.length; index += tablesAtOnce) {
      await this.#ask(client, unknown.slice(index, index + tablesAtOnce), now, signal);
    }
    return {
      byTable: new Map([...this.#known].map(([key, interval]) => [key.slice(0, key.indexOf(' ')), interval])),
      leftOut: candidates.length - wanted.length,
    };
  }

  async #ask(
    client: PlatformClient,
    tables: readonly QuietTable[],
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const earliest = Math.min(...tables.map(({ last }) => last)) - maxSilence;
    // Relative, because the time zone in which the platform reads dates is unknown.
    const days = Math.ceil((now - earliest) / day);
    // With `?`, a table that was dropped in the meantime does not fail the query.
    const names = tables.map(({ name }) => `${name}?`).join(', ');
    const rows = await client.send(
      runOwnQuery(
        `table duration=${days}d ${names} | eval hour = datetrunc(_time, "1h") | stats count by _table, hour`,
        {},
      ),
      signal,
    );
    const hours = hoursByTable(rows);
    for (const table of tables) {
      const own = (hours.get(table.name) ?? []).toSorted((one, other) => one - other);
      const since = Math.max(now - days * day, table.first);
      this.#known.set(keyOf(table), { hours: own, since: Math.ceil(since / hour) * hour });
    }
  }
}

interface QuietTable {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** Sorted by the start of the silence, latest first. Names that a query cannot contain are skipped. */
function quietTables(tables: readonly KnownTable[], now: number): readonly QuietTable[] {
  return tables
    .flatMap(({ name, first, last }): readonly QuietTable[] => {
      if (first === null || last === null || !/^[\p{L}\p{N}_-]+$/u.test(name)) return [];
      const silent = now - last;
      return silent >= hour && silent < maxSilence ? [{ name, first, last }] : [];
    })
    .toSorted((one, other) => other.last - one.last);
}

function keyOf({ name, last }: QuietTable): string {
  return `${name} ${last}`;
}

function hoursByTable(rows: readonly RawRecord[]): ReadonlyMap<string, readonly number[]> {
  const hours = new Map<string, number[]>();
  for (const row of rows) {
    const [table, at] = [row['_table'], row['hour']];
    const timestamp = typeof at === 'string' ? parseWireTime(at)?.getTime() : undefined;
    if (typeof table !== 'string' || timestamp === undefined) continue;
    getOrAdd(hours, table, () => []).push(timestamp);
  }
  return hours;
}
