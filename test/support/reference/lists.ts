import { Refusal } from './refusal';
import { sum } from './numbers';
import { asText, identity, isList, isMap, isNumber } from './values';
import type { RowFunction, Value } from './values';

const orNull = (value: Value | undefined): Value => value ?? null;

export const listFunctions: Readonly<Record<string, RowFunction>> = {
  array: (...args) => args.map(orNull),
  dict: (...args) => {
    if (args.length % 2 === 1) throw new Refusal('90100');
    const keys = args.filter((_arg, index) => index % 2 === 0);
    return new Map(keys.map((key, index) => [asText(orNull(key)) ?? '', orNull(args[index * 2 + 1])]));
  },
  valueof: (value = null, key = null) => {
    if (isMap(value)) return typeof key === 'string' ? orNull(value.get(key)) : null;
    return isList(value) && typeof key === 'bigint' && key >= 0n ? orNull(value[Number(key)]) : null;
  },
  subarray: (list = null, begin = null, end) => {
    if (!isList(list) || !isNumber(begin)) return null;
    const from = Number(begin) < 0 ? Math.max(0, list.length + Number(begin)) : Number(begin);
    return from >= list.length
      ? null
      : list.slice(from, end === undefined || end === null ? undefined : Number(end));
  },
  flatten: (value = null) => (isList(value) ? flat(value) : value),
  sumarray: (list = null) => {
    if (!isList(list)) return null;
    const numbers = list.filter(isNumber);
    return numbers.length === 0 ? 0n : sum(numbers);
  },
  unique: (value = null) => {
    if (!isList(value)) return value === null ? null : [value];
    const first = new Map(value.toReversed().map((item) => [identity(item), item]));
    return [...first.values()].toReversed().filter((item) => item !== null);
  },
  strjoin: (by = null, list = null) =>
    isList(list) ? list.map((item) => asText(item) ?? 'null').join(asText(by) ?? '') : null,
};

function flat(list: readonly Value[]): readonly Value[] {
  return list.flatMap((item) => (isList(item) ? flat(item) : [item]));
}
