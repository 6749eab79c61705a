import { minute } from '../time/durations';
/** The time format of the platform: `yyyy-MM-dd HH:mm:ssZ`, for example `2023-09-18 16:12:44+0900`. */
const wireTimePattern = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:?\d{2})$/;

/** Undefined if the text is not in this format or not a valid date. */
export function parseWireTime(text: string): Date | undefined {
  const [, day, clock, zone] = wireTimePattern.exec(text.trim()) ?? [];
  if (day === undefined || clock === undefined || zone === undefined) return undefined;
  const local = new Date(`${day}T${clock}Z`);
  // JavaScript rolls "February 30" over to March, and 24:00 to the next day, so the day is compared.
  if (local.getUTCDate() !== Number(day.slice(8))) return undefined;
  return new Date(local.getTime() - offsetMinutes(zone) * minute);
}

/** Formats a time at the given offset, in minutes east of UTC. */
export function formatWireTime(timestamp: Date, offsetEast = 0): string {
  const local = new Date(timestamp.getTime() + offsetEast * minute).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}${wireOffset(offsetEast)}`;
}

/** The offset of a wire time, in minutes east of UTC. */
export function wireTimeOffset(text: string): number | undefined {
  const zone = wireTimePattern.exec(text.trim())?.[3];
  return zone === undefined ? undefined : offsetMinutes(zone);
}

/** A timestamp, and the offset with which the platform formatted it. */
export interface WrittenTime {
  readonly timestamp: number;
  readonly offset: number;
}

/** A time with any precision, as rows have them; undefined for other values. */
export function readWrittenTime(value: unknown): WrittenTime | undefined {
  if (typeof value !== 'string') return undefined;
  const whole = value.replace(/\.\d+(?=[Z+-])/, '');
  const [timestamp, offset] = [parseWireTime(whole)?.getTime(), wireTimeOffset(whole)];
  return timestamp === undefined || offset === undefined ? undefined : { timestamp, offset };
}

const minutesPerDay = 24 * 60;

/** The offset at which this timestamp is midnight, in minutes east of UTC; at most 14 hours, as time zones are. */
export function offsetOfMidnight(midnight: number): number {
  const east = minutesPerDay - ((midnight / minute) % minutesPerDay);
  return east > 14 * 60 ? east - minutesPerDay : east;
}

/** 0 for `Z`, which has no digits. */
function offsetMinutes(zone: string): number {
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith('-') ? -minutes : minutes;
}

/** An offset from UTC for users: `+02:00`. */
export function formatOffset(minutesEast: number): string {
  const written = wireOffset(minutesEast);
  return `${written.slice(0, 3)}:${written.slice(3)}`;
}

function wireOffset(minutesEast: number): string {
  const minutes = Math.abs(minutesEast);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${minutesEast < 0 ? '-' : '+'}${hours}${String(minutes % 60).padStart(2, '0')}`;
}
