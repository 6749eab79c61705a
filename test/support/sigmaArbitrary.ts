import fc from 'fast-check';
import type {
  PlainCondition,
  PlainEvent,
  PlainMap,
  PlainRule,
  PlainScalar,
  PlainSelection,
} from './sigmaInterpreter';

/** Few letters, so that rules match events, and all characters with a special meaning. */
const letters = Array.from('aAbBéÉ-/ \\*?.%_"|[\'\n1$');
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 5 });
const plainText = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'é', '-', '1', '\\'),
  minLength: 1,
  maxLength: 3,
});
const number = fc.integer({ min: -3, max: 12 });

const fields = ['f', 'g', 'h-1', 'i.p', 'J'];
const field = fc.constantFrom(...fields);

const addresses = [
  '10.0.0.1',
  '10.200.3.4',
  '172.16.0.9',
  '192.168.1.1',
  '11.0.0.1',
  '::1',
  'fe80::1',
  'fd00::2',
  '2001:db8::7',
  '1:2:3:4:5:6:7:8',
  '10.0.0',
  'a',
];
const networks = [
  '10.0.0.0/8',
  '10.0.0.1/32',
  '10.128.0.0/9',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fe80::/10',
  'fc00::/7',
  '2001:db8::/32',
  '2001:db8::/127',
  '1:2::/31',
  '0.0.0.0/0',
];
const expressions = [
  'a',
  '^a',
  'a.b',
  '[ab]+1',
  '(a|b)',
  '\\.',
  '^$',
  'é',
  '[^a]',
  'a{2}',
  '\\d',
  '\\\\',
  '(?:a)?b',
  '[-/]',
];

const scalar: fc.Arbitrary<PlainScalar> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
);

const listOr = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | readonly Value[]> =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));

const location = fc.constantFrom('', '|contains', '|startswith', '|endswith');
const suffix = fc.constantFrom('', '', '', '|all', '|cased', '|windash', '|neq');

type Item = readonly [string, PlainScalar | readonly PlainScalar[]];

/** A field with one of these modifiers. */
const modified = (
  weight: number,
  modifiers: readonly fc.Arbitrary<string>[],
  value: fc.Arbitrary<Item[1]>,
): fc.WeightedArbitrary<Item> => ({
  weight,
  arbitrary: fc.tuple(
    fc.tuple(field, ...modifiers).map((parts) => parts.join('')),
    value,
  ),
});

const item: fc.Arbitrary<Item> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(field, listOr(scalar)) },
  modified(6, [location, suffix], listOr(fc.oneof(text, plainText))),
  modified(1, [fc.constant('|exists')], fc.boolean()),
  modified(1, [fc.constant('|cidr')], listOr(fc.constantFrom(...networks))),
  modified(1, [fc.constantFrom('|re', '|re|i')], listOr(fc.constantFrom(...expressions))),
  modified(1, [fc.constantFrom('|lt', '|lte', '|gt', '|gte')], number),
  modified(1, [fc.constant('|fieldref')], field),
);

const map: fc.Arbitrary<PlainMap> = fc
  .array(item, { minLength: 1, maxLength: 3 })
  .map((items) => Object.fromEntries(items));

const selection: fc.Arbitrary<PlainSelection> = fc.oneof(
  { weight: 5, arbitrary: map },
  { weight: 2, arbitrary: fc.array(map, { minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: fc.array(fc.oneof(plainText, text), { minLength: 1, maxLength: 3 }) },
);

const { condition } = fc.letrec<{ condition: PlainCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    { weight: 4, arbitrary: fc.record({ use: fc.constantFrom('sel_a', 'sel_b', 'filter') }) },
    {
      weight: 2,
      arbitrary: fc.record({
        quantifier: fc.constantFrom('1' as const, 'all' as const),
        prefix: fc.constantFrom('sel_', 'f'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ not: tie('condition') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        operator: fc.constantFrom('and' as const, 'or' as const),
        parts: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      }),
    },
  ),
}));

export const ruleArbitrary: fc.Arbitrary<PlainRule> = fc.record({
  selections: fc.record({ sel_a: selection, sel_b: selection, filter: selection }),
  condition,
});

const eventValue: fc.Arbitrary<PlainScalar> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(...addresses) },
);

/** Fields may be absent; null and absent are the same on the platform. */
export const eventArbitrary: fc.Arbitrary<PlainEvent> = fc.dictionary(field, eventValue, {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
});
