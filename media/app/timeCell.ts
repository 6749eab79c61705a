import { parseWireTime } from '../../src/shared/wire/time';

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
