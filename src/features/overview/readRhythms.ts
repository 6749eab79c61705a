import type { PlatformClient } from '../../api/client';
import type { RawRecord } from '../../shared/wire/optional';
import { parseWireTime } from '../../shared/wire/time';
import { day, hour, week } from './clock';
import { learntWeeks } from './freshness';
import type { Rhythm } from './freshness';
import type { KnownTable } from './knownTable';

/** A table without a log for longer than it is learnt from has fallen asleep long ago. */
const longestSilence = learntWeeks * week;
const maxTables = 40;
const tablesAtOnce = 10;

export interface LearntRhythms {
  readonly byTable: ReadonlyMap<string, Rhythm>;
  /** How many tables were too many to ask about. */
  readonly leftOut: number;
}

/**
 * Learns when tables get logs. Only those are asked about that have had none for an hour or more, and each once:
 * while nothing comes, nothing changes in what came before.
 */
export class Rhythms {
  readonly #known = new Map<string, Rhythm>();

  async learn(
    client: PlatformClient,
    tables: readonly KnownTable[],
    now: number,
    signal: AbortSignal,
  ): Promise<LearntRhythms> {
    const candidates = quietTables(tables, now);
    const wanted = candidates.slice(0, maxTables);
    const keys = new Set(wanted.map(keyOf));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
    const unknown = wanted.filter((table) => !this.#known.has(keyOf(table)));
    for (let index = 0; index < unknown.length; index += tablesAtOnce) {
      await this.#ask(client, unknown.slice(index, index + tablesAtOnce), now, signal);
    }
    return {
      byTable: new Map([...this.#known].map(([key, rhythm]) => [key.slice(0, key.indexOf(' ')), rhythm])),
      leftOut: candidates.length - wanted.length,
    };
  }

  async #ask(
    client: PlatformClient,
    tables: readonly QuietTable[],
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const earliest = Math.min(...tables.map(({ last }) => last)) - longestSilence;
    // Relative: in which zone a service reads dates is not known.
    const days = Math.ceil((now - earliest) / day);
    // With a question mark, a table that was dropped meanwhile does not fail the others.
    const names = tables.map(({ name }) => `${name}?`).join(', ');
    const rows = await client.queryRows(
      `table duration=${days}d ${names} | eval hour = datetrunc(_time, "1h") | stats count by _table, hour`,
      {},
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

/** Those that fell silent most recently first. A name that a query could not hold is left out. */
function quietTables(tables: readonly KnownTable[], now: number): readonly QuietTable[] {
  return tables
    .flatMap(({ name, first, last }): readonly QuietTable[] => {
      if (first === null || last === null || !/^[\p{L}\p{N}_-]+$/u.test(name)) return [];
      const silent = now - last;
      return silent >= hour && silent < longestSilence ? [{ name, first, last }] : [];
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
    const moment = typeof at === 'string' ? parseWireTime(at)?.getTime() : undefined;
    if (typeof table !== 'string' || moment === undefined) continue;
    const own = hours.get(table) ?? [];
    own.push(moment);
    hours.set(table, own);
  }
  return hours;
}
