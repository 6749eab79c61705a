import { readDatePrefix, readTimeSpan } from '../../../language/values';
import { clockAt, momentAt, secondsPerUnit } from '../../timeZone';
import { QueryRefusal } from '../plan/queryRefusal';

/** The time that is a span such as `3d` before another; months and years follow the calendar. */
export function momentBefore(moment: Date, span: string, timeZone: string): Date {
  const read = readTimeSpan(span);
  if (typeof read === 'string') throw new QueryRefusal(read);
  const seconds = secondsPerUnit[read.unit];
  if (seconds !== undefined) return checked(new Date(moment.getTime() - read.amount * seconds * 1000));
  const clock = clockAt(moment, timeZone);
  const earlier = new Date(clock);
  const months = read.unit === 'y' ? read.amount * 12 : read.amount;
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  // A month before May 31 is the last day of April, not May 1.
  if (earlier.getUTCDate() !== clock.getUTCDate()) earlier.setUTCDate(0);
  return momentAt(checked(earlier), timeZone);
}

export function spanMilliseconds(span: string): number {
  const end = new Date(0);
  return end.getTime() - momentBefore(end, span, 'UTC').getTime();
}

/** Parses a prefix of `yyyyMMddHHmmss` as the earliest matching time. */
export function momentOf(prefix: string, timeZone: string): Date {
  const read = readDatePrefix(prefix);
  if (!read) throw new QueryRefusal('invalid-option');
  const moment = new Date(0);
  moment.setUTCFullYear(read.year, read.month - 1, read.day);
  moment.setUTCHours(read.hour, read.minute, read.second);
  return momentAt(moment, timeZone);
}

const earliestYear = -9999;

/** Neither JavaScript nor the engine supports arbitrarily early times. */
function checked(moment: Date): Date {
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < earliestYear) {
    throw new QueryRefusal('time-span-out-of-range');
  }
  return moment;
}
