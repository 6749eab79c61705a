import type { Integer64 } from './integers';

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

// Created once because a formatter is expensive, and lazily because it takes a third of the loading time of
// all features.
let number: Intl.NumberFormat | undefined;
/** Cache by tenths. There are few below 1,024, and a lookup is much faster than formatting. */
const spelled = new Map<number, string>();

/** For example, `1.4 GB`, in steps of 1,024. */
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
  const spelling = spelled.get(tenths);
  if (spelling !== undefined) return spelling;
  number ??= new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
  const text = number.format(tenths / 10);
  spelled.set(tenths, text);
  return text;
}
