import { parseWireTime } from '../../src/shared/wire/time';

/** Epoch milliseconds of a time in a row, in the format of the platform with any precision, or as a number. */
export function epochOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const time = parseWireTime(value)?.getTime() ?? Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
