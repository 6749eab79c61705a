import { minute, second } from './durations';

/** A clock relative to UTC: a time zone with daylight saving time, or a fixed offset in minutes east. */
export type Clock =
  | { readonly kind: 'zone'; readonly timeZone: string }
  | { readonly kind: 'offset'; readonly minutes: number };

export function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** UTC if the name is not a valid zone: it may come from a page. */
export function zoneClock(timeZone: string): Clock {
  return isTimeZone(timeZone) ? { kind: 'zone', timeZone } : { kind: 'offset', minutes: 0 };
}

/** Minutes east of UTC. */
export function clockOffsetAt(clock: Clock, timestamp: number): number {
  if (clock.kind === 'offset') return clock.minutes;
  return Math.trunc(zoneOffset(clock.timeZone, timestamp) / minute);
}

/** Milliseconds ahead of UTC. Zones had offsets with seconds once; the name of UTC has none. */
export function zoneOffset(timeZone: string, timestamp: number): number {
  const parts = formatOf(timeZone).formatToParts(timestamp);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * minute + Number(seconds) * second;
  return sign === '-' ? -ahead : ahead;
}

/** A formatter is slow to create. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const made = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, made);
  return made;
}
