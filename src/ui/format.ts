import type { Integer64 } from '../shared/wire/integers';

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

// Made once: a formatter costs more than all the numbers of a page.
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** `1.4 GB`; in steps of 1,024, as the disks of a service are usually read. */
export function formatBytes(bytes: Integer64): string {
  let size = Number(bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  const format = unit === 0 || size >= 100 ? whole : tenths;
  return `${format.format(size)} ${units[unit] ?? ''}`;
}
