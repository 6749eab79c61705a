import type { Integer64 } from '../shared/wire/integers';

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** `1.4 GB`; in steps of 1,024, as the disks of a service are usually read. */
export function formatBytes(bytes: Integer64): string {
  let size = Number(bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${size.toLocaleString(undefined, { maximumFractionDigits: digits })} ${units[unit] ?? ''}`;
}
