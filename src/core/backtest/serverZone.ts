import { runQuery } from '../api/runQuery';
import type { QueryClient } from '../api/runningQuery';
import { ownQuery } from '../interface/ownQueries';
import type { RawRecord } from '../interface/optional';
import { formatWireTime, readWrittenTime } from '../interface/time';
import { day, minute } from '../time/durations';

const halfHour = 30 * minute;

interface OffsetChange {
  readonly since: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

/** A period in epoch milliseconds; the end is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The time zone in which a platform reads the dates of a query, over some days. */
export class ServerZone {
  /** @param midnights the starts of the days, in order. */
  constructor(
    private readonly changes: readonly OffsetChange[],
    private readonly midnights: readonly number[],
  ) {}

  /** Minutes east of UTC. */
  offsetAt(timestamp: number): number {
    const change = this.changes.findLast(({ since }) => since <= timestamp) ?? this.changes[0];
    return change?.offset ?? 0;
  }

  /** The parts of a period with one offset each, the newest first. */
  partsOf({ from, to }: Period): readonly (Period & Pick<OffsetChange, 'offset'>)[] {
    const inside = this.changes.filter(
      ({ since, offset }, index) =>
        since > from && since < to && offset !== (this.changes[index - 1]?.offset ?? offset),
    );
    const starts = [from, ...inside.map(({ since }) => since)];
    return starts
      .map((start, index) => ({ from: start, to: starts[index + 1] ?? to, offset: this.offsetAt(start) }))
      .toReversed();
  }

  /**
   * The two hours with the same dates that a time is in, after which the clock was set back; undefined for any other
   * time. Dates of the start, a second before them, and of the end occur once.
   */
  repeatedHour(timestamp: number): Period | undefined {
    for (const [index, { since, offset }] of this.changes.entries()) {
      const back = ((this.changes[index - 1]?.offset ?? offset) - offset) * minute;
      if (timestamp >= since - back && timestamp < since + back) {
        return { from: since - back - 1000, to: since + back };
      }
    }
    return undefined;
  }

  /** The start of a period, and of each day that begins within it. */
  daysIn({ from, to }: Period): readonly number[] {
    return [from, ...this.midnights.filter((midnight) => midnight > from && midnight < to)];
  }

  /** A time for the options of `table`, `yyyyMMddHHmmss`. */
  digits(timestamp: number): string {
    return formatWireTime(new Date(timestamp), this.offsetAt(timestamp)).replace(/\D/g, '').slice(0, 14);
  }

  /** Such as `+0900`. */
  offsetText(timestamp: number): string {
    return formatWireTime(new Date(timestamp), this.offsetAt(timestamp)).slice(19);
  }
}

/** The zone of a platform with a fixed offset. */
export function fixedZone(offset: number, from: number, to: number): ServerZone {
  const first = Math.floor((from + offset * minute) / day) * day - offset * minute;
  const midnights = Array.from(
    { length: Math.ceil((to - first) / day) + 1 },
    (_, index) => first + index * day,
  );
  return new ServerZone([{ since: 0, offset }], midnights);
}

/**
 * Asks the platform how it reads the dates of a period, because no operation returns its time zone. On a day on
 * which the clock changes, each half hour is asked for. Undefined if the response is not as expected.
 */
export async function readServerZone(
  client: QueryClient,
  from: number,
  to: number,
): Promise<ServerZone | undefined> {
  const dates: string[] = [];
  for (let at = from - day; at < to + 2 * day; at += day) dates.push(`'${dateDigits(at)}'`);
  const days = await readTimes(client, dates, 'date(t, "yyyyMMdd")');
  if (days === undefined) return undefined;
  const times = days.flatMap(({ since, offset }, index) => {
    const { since: end = since, offset: next = offset } = days[index + 1] ?? {};
    const count = next === offset ? 0 : Math.ceil((end - since) / halfHour);
    return Array.from({ length: count }, (_, at) => String((since + at * halfHour) / 1000));
  });
  const changing = times.length === 0 ? [] : await readTimes(client, times, 'epoch(t)');
  if (changing === undefined) return undefined;
  return new ServerZone(
    [...days, ...changing].toSorted((one, other) => one.since - other.since),
    days.map(({ since }) => since),
  );
}

function dateDigits(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10).replaceAll('-', '');
}

async function readTimes(
  client: QueryClient,
  values: readonly string[],
  expression: string,
): Promise<readonly OffsetChange[] | undefined> {
  const rows = values.map((value) => `{'t':${value}}`).join(',');
  const text = `json "[${rows}]" | eval at = ${expression} | fields at`;
  const found = (await runQuery(client, ownQuery(text))).rows.flatMap(changeOf);
  return found.length === values.length ? found : undefined;
}

function changeOf({ at }: RawRecord): readonly OffsetChange[] {
  const time = readWrittenTime(at);
  return time ? [{ since: time.timestamp, offset: time.offset }] : [];
}
