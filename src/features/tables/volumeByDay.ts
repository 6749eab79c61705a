import type { TableVolume } from '../../shared/protocol/table';
import type { RawRecord } from '../../shared/wire/optional';
import { parseWireTime } from '../../shared/wire/time';

const day = 86_400_000;
const minute = 60_000;

/** Logs per day, with zero for days without any; undefined if no row has a day. */
export function volumeByDay(rows: readonly RawRecord[]): TableVolume | undefined {
  const days = rows.flatMap((row) => {
    const at = typeof row['_time'] === 'string' ? parseWireTime(row['_time'])?.getTime() : undefined;
    return at === undefined ? [] : [{ at, count: Number(row['count'] ?? 0) }];
  });
  const [first] = days.toSorted((one, other) => one.at - other.at);
  if (first === undefined) return undefined;
  const counts: (number | undefined)[] = [];
  for (const { at, count } of days) {
    // A day with a daylight saving change has 23 or 25 hours.
    const index = Math.round((at - first.at) / day);
    counts[index] = (counts[index] ?? 0) + count;
  }
  const filled = Array.from(counts, (count) => count ?? 0);
  return { from: first.at, to: first.at + filled.length * day, counts: filled };
}

/**
 * A time for the options of `table`, `yyyyMMddHHmmss`. The time zone in which the platform reads it is not
 * documented, but its days start at midnight there.
 */
export function queryTime(moment: number, { from }: Pick<TableVolume, 'from'>): string {
  const east = (day - (from % day)) % day;
  const offset = east > 14 * 60 * minute ? east - day : east;
  return new Date(moment + offset).toISOString().replace(/\D/g, '').slice(0, 14);
}
