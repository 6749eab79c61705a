import { languageTag, t } from '../base/localize';
import { formatWireTime, parseWireTime } from '../interface/time';
import type { Zone } from './common';

/** Created once, after the language is set, because creating a formatter is slow. */
let countFormat: Intl.NumberFormat | undefined;
let amountFormat: Intl.NumberFormat | undefined;

/** The user's own language decides how numbers are grouped. */
export function formatCount(value: number): string {
  countFormat ??= new Intl.NumberFormat(languageTag());
  return countFormat.format(value);
}

/** At most three significant digits: `0.4`, `12`, `3.4k`, `1.2M`. */
export function formatRate(perSecond: number): string {
  return t('{0}/s', inUnits(perSecond));
}

/** A command may output more than it receives; from ten times on, that is shown as a factor. */
export function formatShare(share: number): string {
  if (share >= 10) return `×${inUnits(share)}`;
  if (share > 0 && share < 0.001) return '<0.1%';
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : trimZero(percent.toFixed(1))}%`;
}

/** Whole seconds, minutes, hours or days ago. */
export function formatAgo(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return t('{0} s ago', seconds);
  if (seconds < 3600) return t('{0} min ago', Math.floor(seconds / 60));
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? t('{0} h ago', hours) : t('{0} days ago', formatCount(Math.floor(hours / 24)));
}

/** A time in the selected zone, in the format of the platform, so that it can be pasted into a filter. */
export function formatTimestamp(epoch: number, zone: Zone, serverOffset: number | null): string {
  return formatWireTime(new Date(epoch), offsetAt(epoch, zone, serverOffset));
}

/** Minutes east of UTC at that time. Without a known server offset, server time is UTC. */
export function offsetAt(epoch: number, zone: Zone, serverOffset: number | null): number {
  if (zone === 'utc') return 0;
  if (zone === 'server') return serverOffset ?? 0;
  return -new Date(epoch).getTimezoneOffset();
}

/**
 * Epoch milliseconds of a time in a row, in the format of the platform with any precision, or as a number. Undefined
 * if it cannot be shown as a date.
 */
export function epochOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? (parseWireTime(value)?.getTime() ?? Date.parse(value)) : value;
  return typeof time === 'number' && Math.abs(time) < latest ? time : undefined;
}

/** A day before the last date of JavaScript, because a time zone may be added. */
const latest = 8.64e15 - 86_400_000;

/** A short label of an axis, as precise as the distance between two labels requires, in milliseconds. */
export function timeLabel(epoch: number, offset: number, step: number): string {
  const text = new Date(epoch + offset * 60_000).toISOString();
  if (step >= 28 * 86_400_000) return text.slice(0, 10);
  const clock = text.slice(11, step < 60_000 ? 19 : 16);
  return step >= 86_400_000 || clock === '00:00' ? text.slice(5, 10) : clock;
}

/** A value of any size, with its digits grouped. */
export function formatAmount(value: number | bigint | null): string {
  amountFormat ??= new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 3 });
  return value === null ? '–' : amountFormat.format(value);
}

const units: readonly (readonly [number, string])[] = [
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

function inUnits(value: number): string {
  // What is rounded to a thousand of a unit is one of the next.
  const [size, unit] = units.find(([threshold]) => value >= 0.9995 * threshold) ?? [1, ''];
  const scaled = value / size;
  return `${scaled < 10 ? trimZero(scaled.toFixed(1)) : Math.round(scaled)}${unit}`;
}

function trimZero(text: string): string {
  return text.replace(/\.0$/, '');
}
