import type { SeededRandom } from '../../../src/platform/demo/seededRandom';
import { evaluate, writeExpression } from './expressions';
import type { Expression } from './expressions';
import type { JsonInput } from './texts';
import type { Value } from './values';

export const constantOf = (value: bigint | number | string | boolean | null): Expression => ({
  node: 'constant',
  value,
});

/** The parameters that expressions use. */
const definitions: readonly { readonly name: string; readonly value: Expression }[] = [
  constantOf('k*'),
  constantOf('1'),
  constantOf(null),
  constantOf(true),
  constantOf(2.25),
  constantOf(18446744073709551615n),
  { node: 'arithmetic', operator: '-', left: constantOf(1n), right: constantOf(3n) } as const,
  { node: 'call', name: 'concat', args: [constantOf('K'), constantOf('im')] } as const,
  { node: 'compare', operator: '<', left: constantOf('10'), right: constantOf('9') } as const,
].map((value, index) => ({ name: `p${index}`, value }));

/** Writes the commands that set the parameters of a query. */
export function writeDefinitions(query: string): string {
  const used = definitions.filter(({ name }) => query.includes(`$("${name}")`));
  return used.map(({ name, value }) => `set ${name} = ${writeExpression(value)} | `).join('');
}

export function parameter(seeded: SeededRandom): Expression {
  const { name, value } = definitions[seeded.below(definitions.length)] ?? {
    name: 'p',
    value: constantOf(null),
  };
  return { node: 'parameter', name, value: evaluate(value, {}) };
}

export function randomInput(seeded: SeededRandom): JsonInput {
  if (seeded.below(6) === 0) return seeded.pick(['', 'no JSON', '[1]', '7', '{"s":', '{}']);
  return Array.from({ length: 1 + seeded.below(3) }, () => [
    seeded.pick(['s', 'n', 'x', 'q']),
    seeded.pick<Value>([
      null,
      true,
      7n,
      18446744073709551615n,
      2.5,
      'kim',
      '01',
      '10',
      '9',
      '',
      'it"s',
      [1n, 'a'],
    ]),
  ]);
}

export const pairTexts = [
  's:1; q:10',
  'q:9;  s : kim ',
  'x:a:b; x:01',
  's:; no pair; :7',
  '',
  'q:한글;s:1',
] as const;
