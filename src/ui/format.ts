import { t } from '../shared/localize';
import type { Integer64 } from '../shared/wire/integers';
import { formatWireTime, parseWireTime } from '../shared/wire/time';
import { offsetAt } from './zone';

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

// Made once, because a formatter costs more than all the numbers of a page; and when it is needed, because it
// takes a third of the time that all features together take to load.
let number: Intl.NumberFormat | undefined;
/** By tenths. Below 1,024 there are few, and looking one up costs far less than formatting it. */
const spelled = new Map<number, string>();

/** `1.4 GB`; in steps of 1,024, as the disks of a service are usually read. */
export function formatBytes(bytes: Integer64): string {
  let size = Number(bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  const tenths = unit === 0 || size >= 100 ? Math.round(size) * 10 : Math.round(size * 10);
  return `${spell(tenths)} ${units[unit] ?? ''}`;
}

function spell(tenths: number): string {
  const known = spelled.get(tenths);
  if (known !== undefined) return known;
  number ??= new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
  const text = number.format(tenths / 10);
  if (tenths < 10_240) spelled.set(tenths, text);
  return text;
}

/** Date and time where the person is, written as the pages and the service do: `2026-11-16 04:05:00+0900`. */
export function formatMoment(moment: Date): string {
  return formatWireTime(moment, offsetAt(moment));
}

/** A moment that the service wrote by its own clock, where the person is; what is none is shown as it came. */
export function formatServiceTime(text: string): string;
export function formatServiceTime(text: string | undefined): string | undefined;
export function formatServiceTime(text: string | undefined): string | undefined {
  const moment = text === undefined ? undefined : parseWireTime(text);
  return moment === undefined ? text : formatMoment(moment);
}

/** Hours and minutes: `04:05+0900`. */
export function formatClock(moment: Date): string {
  return withoutSeconds(formatMoment(moment)).slice(clockAt);
}

/** As short as it stays clear, for a line that must fit: hours and minutes alone where it is today. */
export function formatBriefly(moment: Date, now = new Date()): string {
  return briefly(moment, offsetAt(moment), now);
}

/** When something is scheduled, with the service's own time beside it where that is another: it goes by that. */
export function formatRun(moment: Date, serverOffset: number | undefined, now = new Date()): string {
  const here = formatBriefly(moment, now);
  if (serverOffset === undefined || serverOffset === offsetAt(moment)) return here;
  return t('{0}, on the server {1}', here, briefly(moment, serverOffset, now));
}

const dayLength = 10;
const clockAt = 11;

function briefly(moment: Date, offset: number, now: Date): string {
  const [then, today] = [moment, now].map((one) => formatWireTime(one, offset));
  const short = withoutSeconds(then ?? '');
  return then?.slice(0, dayLength) === today?.slice(0, dayLength) ? short.slice(clockAt) : short;
}

function withoutSeconds(written: string): string {
  return `${written.slice(0, 16)}${written.slice(19)}`;
}
