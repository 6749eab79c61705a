import { readDatePrefix, readTimeSpan, secondsPerUnit } from '../../../core/language/values';
import { clockAt, timestampAt } from '../../timeZone';
import { QueryRejection } from '../plan/queryRejection';

/** The time that is a span such as `3d` before another; months and years follow the calendar. */
export function timestampBefore(timestamp: Date, span: string, timeZone: string): Date {
  const read = readTimeSpan(span);
  if (typeof read === 'string') throw new QueryRejection(read);
  const seconds = secondsPerUnit[read.unit];
  if (seconds !== undefined) return checked(new Date(timestamp.getTime() - read.amount * seconds * 1000));
  const clock = clockAt(timestamp, timeZone);
  const earlier = new Date(clock);
  const months = read.unit === 'y' ? read.amount * 12 : read.amount;
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  // A month before May 31 is the last day of April, not May 1.
  if (earlier.getUTCDate() !== clock.getUTCDate()) earlier.setUTCDate(0);
  return timestampAt(checked(earlier), timeZone);
}

export function spanMilliseconds(span: string): number {
  const end = new Date(0);
  return end.getTime() - timestampBefore(end, span, 'UTC').getTime();
}

/** Parses a prefix of `yyyyMMddHHmmss` as the earliest matching time, or a date as it is displayed. */
export function timestampOf(text: string, timeZone: string): Date {
  const [, day, time, hours = '', minutes = ''] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)([+-]\d\d)(\d\d)$/.exec(text) ?? [];
  const displayed = new Date(`${day}T${time}${hours}:${minutes}`);
  if (!Number.isNaN(displayed.getTime())) return displayed;
  const read = readDatePrefix(text);
  if (!read) throw new QueryRejection('invalid-option');
  return timestampAt(read, timeZone);
}

const earliestYear = -9999;

/** Neither JavaScript nor the engine supports arbitrarily early times. */
function checked(timestamp: Date): Date {
  if (Number.isNaN(timestamp.getTime()) || timestamp.getUTCFullYear() < earliestYear) {
    throw new QueryRejection('time-span-out-of-range');
  }
  return timestamp;
}
