import type { Integer64 } from './wire/integers';

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
  spelled.set(tenths, text);
  return text;
}
