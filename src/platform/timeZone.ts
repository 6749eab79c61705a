import { day } from '../core/time/durations';
import { zoneOffset } from '../core/time/zones';

/** Whether it is a name of UTC, which needs no conversion. */
export function isUniversalTime(timeZone: string): boolean {
  return /^(Etc\/)?(UTC|UCT|Zulu)$|^Etc\/Universal$/.test(timeZone);
}

interface ZoneName {
  /** Such as `+0900`. */
  readonly offset: string;
  /** Such as `KST`. */
  readonly short: string;
  readonly long: string;
}

/** The names of a zone in winter and in summer. */
export function zoneNames(timeZone: string): readonly ZoneName[] {
  return [0, 6].map((month) => {
    const timestamp = new Date(Date.UTC(new Date().getUTCFullYear(), month, 1));
    const offset = zoneName(timeZone, timestamp, 'longOffset', 'en').replace(/GMT|:/g, '') || '+0000';
    const names = shortNameLocales.map((locale) => zoneName(timeZone, timestamp, 'short', locale));
    const short = names.find((name) => !/\d/.test(name)) ?? asianNames[timeZone] ?? names[0] ?? timeZone;
    return { offset, short, long: zoneName(timeZone, timestamp, 'long', 'en-US') };
  });
}

/** Each of these knows the abbreviations of its own region. */
const shortNameLocales = ['en-US', 'en-GB', 'en-AU'];

const asianNames: Readonly<Record<string, string>> = {
  'Asia/Seoul': 'KST',
  'Asia/Tokyo': 'JST',
  'Asia/Shanghai': 'CST',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Kolkata': 'IST',
};

function zoneName(
  timeZone: string,
  timestamp: Date,
  timeZoneName: 'short' | 'long' | 'longOffset',
  locale: string,
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(timestamp);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The local time of the zone, as a date whose UTC fields have its values. */
export function clockAt(timestamp: Date, timeZone: string): Date {
  if (isUniversalTime(timeZone)) return new Date(timestamp);
  return new Date(timestamp.getTime() + zoneOffset(timeZone, timestamp.getTime()));
}

/** The first instant with this local time, or the one after it if the clock skips it. */
export function timestampAt(clock: Date, timeZone: string): Date {
  const offset = (timestamp: Date): number => clockAt(timestamp, timeZone).getTime() - timestamp.getTime();
  // The offsets of the previous and next day: one of them applies.
  const candidates = [-1, 1]
    .map((days) => new Date(clock.getTime() + days * day))
    .map((near) => new Date(clock.getTime() - offset(near)))
    .toSorted((one, other) => one.getTime() - other.getTime());
  const exact = candidates.find((timestamp) => clockAt(timestamp, timeZone).getTime() === clock.getTime());
  return exact ?? candidates.at(-1) ?? clock;
}
