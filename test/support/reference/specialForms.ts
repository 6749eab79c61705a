import type { Expression } from './expressions';
import { javaPattern, matchesWildcard } from './patterns';
import { contextOf } from './scope';
import type { Scope } from './scope';
import { asText, isList, order } from './values';
import type { Row, Value } from './values';

type SpecialForm = (args: readonly Expression[], scope: Scope) => (row: Row) => Value;

/** Functions that need more than the values of their arguments. */
export const specialForms: Readonly<Record<string, SpecialForm>> = {
  $:
    (args, { parameters }) =>
    (row) => {
      const [name = null, ...rest] = args.map((arg) => arg.value(row));
      return parameters.get(asText(name) ?? '') ?? rest.at(-1) ?? null;
    },
  field:
    ([name]) =>
    (row) =>
      row.get(asText(name?.value(row) ?? null) ?? '') ?? null,
  in:
    ([value, ...others]) =>
    (row) => {
      const left = value?.value(row) ?? null;
      return others.some((other) => isIn(left, other.value(row), other.constant));
    },
  foreach:
    ([body, ...lists]) =>
    (row) => {
      const values = lists.map((list) => list.value(row));
      const length = Math.max(0, ...values.map((value) => (isList(value) ? value.length : 0)));
      return Array.from({ length }, (_, index) => {
        const items = values.map((value) => (isList(value) ? (value[index] ?? null) : value));
        const names = items.map((item, place): [string, Value] => [`_${place + 1}`, item]);
        return body?.value(new Map([...row, ...names])) ?? null;
      });
    },
  seq: () => {
    let last = 0n;
    return () => (last += 1n);
  },
  now: () => () => new Date(),
  whoami: () => () => 'admin',
  guid: () => () => crypto.randomUUID(),
  kvjoin: (args) => (row) => {
    const [between = '=', separator = ' ', names = ''] = args.map((arg) => asText(arg.value(row)) ?? '');
    const pairs = [...row].filter(([name, value]) => value !== null && javaPattern(names).test(name));
    return pairs.map(([name, value]) => `${name}${between}${asText(value)}`).join(separator);
  },
  evtctxget:
    ([topic, key, part], scope) =>
    (row) => {
      const context = contextOf(scope, textOf(topic, row), textOf(key, row));
      return (textOf(part, row) === 'rows' ? context?.rows : context?.counter) ?? null;
    },
  evtctxgetvar:
    ([topic, key, name], scope) =>
    (row) =>
      contextOf(scope, textOf(topic, row), textOf(key, row))?.variables.get(textOf(name, row)) ?? null,
  evtctxsetvar:
    ([topic, key, name, value], scope) =>
    (row) => {
      const context = contextOf(scope, textOf(topic, row), textOf(key, row));
      context?.variables.set(textOf(name, row), value?.value(row) ?? null);
      return context !== undefined;
    },
};

const textOf = (expression: Expression | undefined, row: Row): string =>
  asText(expression?.value(row) ?? null) ?? '';

function isIn(value: Value, other: Value, constant: Value | undefined): boolean {
  if (value === null || other === null) return false;
  if (typeof constant === 'string' && constant.includes('*'))
    return matchesWildcard(asText(value) ?? '', constant);
  return order(value, other) === 0;
}
