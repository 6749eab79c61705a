import * as z from 'zod/mini';
import { isJsonObject } from '../base/json';
import { exactInteger } from '../base/integers';
import type { Integer64 } from '../base/integers';
import type { RawRecord } from './optional';
import { splitRecords } from './records';
import type { Records } from './records';

/**
 * Like `records` of a `z.looseObject`, for lists of up to a hundred thousand records: checks fields in place,
 * without the copies that cost zod several microseconds per record.
 *
 * @param read reads each field with one of the functions below, which reject invalid values.
 */
export function quickRecords<Item>(read: (record: RawRecord) => Item): z.ZodMiniType<Records<Item>> {
  return splitRecords((value) => {
    try {
      return { item: read(record(value)) };
    } catch (error) {
      return { field: wrongFieldOf(error) };
    }
  });
}

/** The same for the fields of a single object that zod has checked. */
export function quickRecord<Input extends RawRecord, Item>(
  read: (record: Input) => Item,
): z.ZodMiniTransform<Item, Input> {
  return z.transform((value: Input, { issues }) => {
    try {
      return read(value);
    } catch (error) {
      const field = wrongFieldOf(error);
      issues.push({ code: 'custom', path: field === undefined ? [] : [field], input: value });
      return z.NEVER;
    }
  });
}

/** Never leaves the readers of records. */
class WrongFieldError extends Error {
  constructor(readonly field: string | undefined) {
    super();
  }
}

/** The field that one of the functions below has rejected. Rethrows other errors. */
export function wrongFieldOf(error: unknown): string | undefined {
  if (error instanceof WrongFieldError) return error.field;
  throw error;
}

function record(value: unknown): RawRecord {
  if (isJsonObject(value)) return value;
  throw new WrongFieldError(undefined);
}

export function text(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  throw new WrongFieldError(field);
}

/** `null` and absent both mean no value. */
export function maybeText(value: unknown, field: string): string | undefined {
  return value == null ? undefined : text(value, field);
}

export function maybeRecord(value: unknown, field: string): RawRecord | undefined {
  if (value == null) return undefined;
  if (isJsonObject(value)) return value;
  throw new WrongFieldError(field);
}

export function flag(value: unknown, field: string): boolean {
  if (value == null) return false;
  if (typeof value === 'boolean') return value;
  throw new WrongFieldError(field);
}

export function decimal(value: unknown, field: string): number {
  if (typeof value === 'number') return value;
  throw new WrongFieldError(field);
}

export function integer(value: unknown, field: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new WrongFieldError(field);
}

/** Epoch milliseconds that a date can hold. */
export function timestamp(value: unknown, field: string): number {
  if (isTimestamp(value)) return value;
  throw new WrongFieldError(field);
}

export function isTimestamp(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= 8_640_000_000_000_000;
}

/** A 32-bit integer. */
export function shortInteger(value: unknown, field: string): number {
  const number = integer(value, field);
  // Unchanged when truncated to 32 bits.
  if ((number | 0) === number) return number;
  throw new WrongFieldError(field);
}

/** A 64-bit integer from JSON: exact, or a string of its digits. */
export function longInteger(value: unknown, field: string): Integer64 {
  if (Number.isSafeInteger(value)) return value as number;
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return exactInteger(value);
  throw new WrongFieldError(field);
}
