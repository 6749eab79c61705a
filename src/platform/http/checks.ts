import { maxInt32 } from '../../core/base/integers';
import { invalidArgument, invalidParameterType } from '../errors';
import type { FastifyRequest } from 'fastify';
import { pathParameter, queryParameters } from './requestParameters';
import type { Parameters } from './requestParameters';

/** Returns the value if it is one of the words; throws the interface's error otherwise. */
export function oneOf<Word extends string>(name: string, value: string, allowed: readonly Word[]): Word {
  const found = allowed.find((word) => word === value);
  if (found === undefined) {
    throw invalidArgument(`${name} value must be one of ${allowed.map((word) => `'${word}'`).join(', ')}.`);
  }
  return found;
}

/** An integer from 0 to the largest; undefined if it is absent. */
export function wholeNumber(
  parameters: Parameters,
  name: string,
  { type, largest }: { readonly type: 'int' | 'long'; readonly largest: number },
): number | undefined {
  const value = parameters.integer(name, () => invalidArgument(`'${name}' parameter should be ${type} type`));
  if (value === undefined) return undefined;
  if (value < 0n) throw invalidArgument(`'${name}' must be greater than or equal to 0.`);
  if (value > BigInt(largest)) throw invalidArgument(`'${name}' must be less than or equal to ${largest}.`);
  return Number(value);
}

/** Returns the text if it has at most `maxLength` characters. */
export function shortText(name: string, text: string, maxLength: number): string {
  // Counts code points, of which a text has at least half as many as code units.
  if (text.length > maxLength && (text.length > 2 * maxLength || Array.from(text).length > maxLength)) {
    throw invalidArgument(`'${name}' must be shorter than or equal to ${maxLength} characters.`);
  }
  return text;
}

/** The parameter `:name` of the path as an integer of 32 bits; its error may call it by another name. */
export function pathInt32(request: FastifyRequest, name: string, label = name): number {
  const text = pathParameter(request, name).trim();
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || Math.abs(value) > maxInt32) {
    throw invalidParameterType(`${label} should be integer type`);
  }
  return value;
}

/** `offset` and `limit` as 32-bit integers; everything by default. */
export function int32Paging(parameters: Parameters): { readonly offset: number; readonly limit: number } {
  const int32 = { type: 'int', largest: maxInt32 } as const;
  return {
    offset: wholeNumber(parameters, 'offset', int32) ?? 0,
    limit: wholeNumber(parameters, 'limit', int32) ?? maxInt32,
  };
}

/** The response with the records of the items that `offset` and `limit` of the request select. */
export function pageOf<Item>(
  request: FastifyRequest,
  name: string,
  items: readonly Item[],
  recordOf: (item: Item) => unknown,
): Record<string, unknown> {
  const { offset, limit } = int32Paging(queryParameters(request));
  return { total_count: items.length, [name]: items.slice(offset, offset + limit).map(recordOf) };
}

const maxInt64 = 9_223_372_036_854_775_807n;

/** An integer of 64 bits that is not negative; undefined if it is absent. The operations have different messages. */
export function int64(
  parameters: Parameters,
  name: string,
  notLong: string,
  negative: string,
): bigint | undefined {
  const reject = (): Error => invalidArgument(notLong);
  const value = parameters.integer(name, reject);
  if (value === undefined) return undefined;
  if (value > maxInt64 || value < -maxInt64 - 1n) throw reject();
  if (value < 0n) throw invalidArgument(negative);
  return value;
}
