import { runQuery } from '../api/runQuery';
import type { QueryRunner } from '../api/runQuery';
import { ownQuery } from '../shared/ownQueries';
import type { RawRecord } from '../shared/wire/optional';
import { formatWireTime, parseWireTime, wireTimeOffset } from '../shared/wire/time';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface OffsetChange {
  readonly since: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

/** The time zone in which a platform reads the dates of a query, over some days. */
export class ServerZone {
  /** @param midnights the starts of the days, in order. */
  constructor(
    private readonly changes: readonly OffsetChange[],
    readonly midnights: readonly number[],
  ) {}

  /** Minutes east of UTC. */
  offsetAt(timestamp: number): number {
    const change = this.changes.findLast(({ since }) => since <= timestamp) ?? this.changes[0];
    return change?.offset ?? 0;
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
 * which the clock changes, each hour is asked for. Undefined if the response is not as expected.
 */
export async function readServerZone(
  client: QueryRunner,
  from: number,
  to: number,
): Promise<ServerZone | undefined> {
  const dates: string[] = [];
  for (let at = from - day; at < to + 2 * day; at += day) dates.push(dateDigits(at));
  const days = await readDates(client, dates);
  if (days === undefined) return undefined;
  const hours = days.flatMap(({ offset }, index) => {
    const isChanging = (days[index + 1]?.offset ?? offset) !== offset;
    return isChanging
      ? Array.from({ length: 24 }, (_, at) => `${dates[index]}${String(at).padStart(2, '0')}`)
      : [];
  });
  const changing = hours.length === 0 ? [] : await readDates(client, hours);
  if (changing === undefined) return undefined;
  const all = [...days, ...changing].toSorted((one, other) => one.since - other.since);
  return new ServerZone(
    all,
    days.map(({ since }) => since),
  );
}

function dateDigits(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10).replaceAll('-', '');
}

async function readDates(
  client: QueryRunner,
  dates: readonly string[],
): Promise<readonly OffsetChange[] | undefined> {
  const rows = dates.map((date) => `{'d':'${date.padEnd(10, '0')}'}`).join(',');
  const text = `json "[${rows}]" | eval at = date(d, "yyyyMMddHH") | fields at`;
  const found = (await runQuery(client, ownQuery(text))).flatMap(changeOf);
  return found.length === dates.length ? found : undefined;
}

function changeOf({ at }: RawRecord): readonly OffsetChange[] {
  const text = typeof at === 'string' ? at.replace(/\.\d+(?=[Z+-])/, '') : '';
  const [since, offset] = [parseWireTime(text)?.getTime(), wireTimeOffset(text)];
  return since === undefined || offset === undefined ? [] : [{ since, offset }];
}
