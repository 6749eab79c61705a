import { invalidArgument } from '../errors';
import { wholeNumber } from './checks';
import type { Parameters } from './parameters';

export interface Paging {
  readonly offset: number;
  readonly limit: number;
}

export const largestInt32 = 2_147_483_647;

/** `offset` and `limit` as 32-bit integers; everything by default. */
export function int32Paging(parameters: Parameters): Paging {
  const int32 = { type: 'int', largest: largestInt32 } as const;
  return {
    offset: wholeNumber(parameters, 'offset', int32) ?? 0,
    limit: wholeNumber(parameters, 'limit', int32) ?? largestInt32,
  };
}

export interface LongPaging {
  readonly offset: bigint;
  readonly limit: bigint;
}

const largestInt64 = 9_223_372_036_854_775_807n;

/** `offset` and `limit` as 64-bit integers. */
export function int64Paging(parameters: Parameters, defaultLimit: bigint): LongPaging {
  return { offset: int64(parameters, 'offset') ?? 0n, limit: int64(parameters, 'limit') ?? defaultLimit };
}

function int64(parameters: Parameters, name: string): bigint | undefined {
  const refuse = (): Error => invalidArgument(`'${name}' parameter should be long type`);
  const value = parameters.integer(name, refuse);
  if (value === undefined) return undefined;
  if (value > largestInt64 || value < -largestInt64 - 1n) throw refuse();
  if (value < 0n) throw invalidArgument(`'${name}' must be greater than or equal to 0.`);
  return value;
}
