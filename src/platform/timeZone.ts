/** Whether it is a name of UTC, which needs no conversion. */
export function isUniversalTime(timeZone: string): boolean {
  return /^(Etc\/)?(UTC|UCT|Zulu)$|^Etc\/Universal$/.test(timeZone);
}

export function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
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
    const minutes = Math.round((clockAt(timestamp, timeZone).getTime() - timestamp.getTime()) / 60_000);
    const digits = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    const offset = `${minutes < 0 ? '-' : '+'}${digits.map((part) => String(part).padStart(2, '0')).join('')}`;
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

function zoneName(timeZone: string, timestamp: Date, timeZoneName: 'short' | 'long', locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(timestamp);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The local time of the zone, as a date whose UTC fields have its values. */
export function clockAt(timestamp: Date, timeZone: string): Date {
  if (isUniversalTime(timeZone)) return new Date(timestamp);
  const parts = clockFormat(timeZone).formatToParts(timestamp);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  const clock = new Date(0);
  clock.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  clock.setUTCHours(part('hour'), part('minute'), part('second'), timestamp.getUTCMilliseconds());
  return clock;
}

/** The first instant with this local time, or the one after it if the clock skips it. */
export function timestampAt(clock: Date, timeZone: string): Date {
  const offset = (timestamp: Date): number => clockAt(timestamp, timeZone).getTime() - timestamp.getTime();
  // The offsets of the previous and next day: one of them applies.
  const candidates = [-1, 1]
    .map((days) => new Date(clock.getTime() + days * millisecondsPerDay))
    .map((near) => new Date(clock.getTime() - offset(near)))
    .toSorted((one, other) => one.getTime() - other.getTime());
  const exact = candidates.find((timestamp) => clockAt(timestamp, timeZone).getTime() === clock.getTime());
  return exact ?? candidates.at(-1) ?? clock;
}

const millisecondsPerDay = 24 * 60 * 60 * 1000;

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric';
  return new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
}
