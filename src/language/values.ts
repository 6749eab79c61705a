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

/** A time prefix; missing parts default to the earliest. */
export interface DatePrefix {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Parses a prefix of `yyyyMMddHHmmss` of length 4, 6, 8, 10, 12 or 14. */
export function readDatePrefix(text: string): DatePrefix | undefined {
  if (!/^\d{4}(\d\d){0,5}$/.test(text)) return undefined;
  const part = (from: number, to: number, otherwise: number): number =>
    text.length >= to ? Number(text.slice(from, to)) : otherwise;
  const date = { year: part(0, 4, 0), month: part(4, 6, 1), day: part(6, 8, 1) };
  const time = { hour: part(8, 10, 0), minute: part(10, 12, 0), second: part(12, 14, 0) };
  const check = new Date(0);
  check.setUTCFullYear(date.year, date.month - 1, date.day);
  const isReal =
    check.getUTCMonth() === date.month - 1 &&
    check.getUTCDate() === date.day &&
    time.hour < 24 &&
    time.minute < 60 &&
    time.second < 60;
  return isReal ? { ...date, ...time } : undefined;
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
