import { invalidArgument } from '../errors';
import { type Parameters } from './parameters';

export interface Paging {
  readonly offset: number;
  readonly limit: number;
}

export const largestInt32 = 2_147_483_647;

/** `offset` and `limit` as 32-bit integers, everything from the first on where they are absent. */
export function int32Paging(parameters: Parameters): Paging {
  return { offset: int32(parameters, 'offset') ?? 0, limit: int32(parameters, 'limit') ?? largestInt32 };
}

function int32(parameters: Parameters, name: string): number | undefined {
  const value = parameters.integer(name, () => invalidArgument(`'${name}' parameter should be int type`));
  if (value === undefined) return undefined;
  if (value < 0n) throw invalidArgument(`'${name}' must be greater than or equal to 0.`);
  if (value > BigInt(largestInt32)) {
    throw invalidArgument(`'${name}' must be less than or equal to ${largestInt32}.`);
  }
  return Number(value);
}
