import { languageTag } from '../shared/localize';
import type { Integer64 } from '../shared/wire/integers';

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

/** Date and time as the user writes them. */
export function formatMoment(moment: Date): string {
  return moment.toLocaleString(writtenLanguage());
}

/** Hours and minutes. */
export function formatClock(moment: Date): string {
  return moment.toLocaleTimeString(writtenLanguage(), { timeStyle: 'short' });
}

/** As short as it stays clear, for a line that must fit: hours and minutes alone where it is today. */
export function formatBriefly(moment: Date, now = new Date()): string {
  if (moment.toDateString() === now.toDateString()) return formatClock(moment);
  return moment.toLocaleString(writtenLanguage(), { dateStyle: 'short', timeStyle: 'short' });
}

const steps = [
  ['minute', 60],
  ['hour', 24],
  ['day', Infinity],
] as const;

/** How long ago something was: "3 hours ago". */
export function formatAge(moment: Date, now = new Date()): string {
  let age = Math.max(0, (now.getTime() - moment.getTime()) / 60_000);
  const words = new Intl.RelativeTimeFormat(languageTag(), { numeric: 'auto' });
  for (const [unit, size] of steps) {
    if (age < size) return words.format(-Math.floor(age), unit);
    age /= size;
  }
  return '';
}

/** English is what VS Code speaks unless told, and says nothing about how its user writes times: the system does. */
function writtenLanguage(): string | undefined {
  return languageTag().startsWith('en') ? undefined : languageTag();
}
