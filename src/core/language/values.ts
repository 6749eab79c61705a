import type { Option } from './ast';

export type SpanUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'mon' | 'y';

/** A time span such as `10m`. */
export interface TimeSpan {
  readonly amount: number;
  readonly unit: SpanUnit;
}

const spanUnits: readonly SpanUnit[] = ['s', 'm', 'h', 'd', 'w', 'mon', 'y'];

/** The units of a fixed length; months and years are those of a calendar. */
export const secondsPerUnit: Readonly<Partial<Record<SpanUnit, number>>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};

export type SpanFailure = 'invalid-time-span' | 'invalid-time-unit' | 'time-span-out-of-range';

/** Parses `10m`. Returns the error key of the platform if it is invalid. */
export function readTimeSpan(text: string): TimeSpan | SpanFailure {
  const parts = /^(\d+)([^\d\s]*)$/u.exec(text);
  if (!parts) return 'invalid-time-span';
  const unit = spanUnits.find((known) => known === parts[2]);
  if (!unit) return 'invalid-time-unit';
  const amount = Number(parts[1]);
  return amount > 0 && Number.isSafeInteger(amount) ? { amount, unit } : 'time-span-out-of-range';
}

/** The time that is a span before another; months and years are those of the calendar at this offset, in minutes. */
export function timeBefore(
  time: number,
  { amount, unit }: TimeSpan,
  offsetAt: (time: number) => number,
): number {
  const seconds = secondsPerUnit[unit];
  if (seconds !== undefined) return time - amount * seconds * 1000;
  const months = unit === 'y' ? 12 * amount : amount;
  const local = new Date(time + offsetAt(time) * 60_000);
  const day = local.getUTCDate();
  local.setUTCMonth(local.getUTCMonth() - months);
  // 31 March minus a month is the last day of February.
  if (local.getUTCDate() !== day) local.setUTCDate(0);
  return local.getTime() - offsetAt(local.getTime()) * 60_000;
}

/** Parses a prefix of `yyyyMMddHHmmss` of length 4, 6, 8, 10, 12 or 14 as the earliest matching time, in UTC. */
export function readDatePrefix(text: string): Date | undefined {
  if (!/^\d{4}(\d\d){0,5}$/.test(text)) return undefined;
  const digits = text + '00000101000000'.slice(text.length);
  const iso = digits.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6.000Z');
  const date = new Date(iso);
  // A day that does not exist is invalid, or read as one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso ? date : undefined;
}

const booleans: Readonly<Record<string, boolean>> = { t: true, true: true, f: false, false: false };

export function readBoolean(text: string): boolean | undefined {
  return Object.hasOwn(booleans, text) ? booleans[text] : undefined;
}

/** The literal value of an option; undefined if it is missing or a parameter. */
export function optionText(options: readonly Option[], name: string): string | undefined {
  const value = options.find((option) => option.name.text === name)?.value;
  if (value?.kind === 'word') return value.text;
  return value?.kind === 'string' ? value.value : undefined;
}

export function readInteger(text: string): number | undefined {
  const value = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(value) ? value : undefined;
}
