import assert from 'node:assert/strict';
import { queryOf, rejectionOf, ruleText } from '../../../support/sigmaRules';
import { emptyMapping } from '../../../../src/core/sigma/mappingFile';

const mapping = { ...emptyMapping, placeholders: { p: ['x'] } };
const texts = ['expand', 'windash', 'base64', 'base64offset', 'wide', 'utf16', 'utf16le', 'utf16be'];
const positions = ['contains', 'startswith', 'endswith'];
const comparisons = ['lt', 'lte', 'gt', 'gte'];
const parts = ['minute', 'hour', 'day', 'week', 'month', 'year'];
const kinds = ['re', 'cidr', 'exists', 'fieldref'];

const values: Readonly<Record<string, string>> = {
  cidr: '10.0.0.0/8',
  exists: 'true',
  re: 'a-b',
  fieldref: 'other',
};

function rule(modifiers: readonly string[]): string {
  const value = modifiers.map((name) => values[name]).find((known) => known !== undefined) ?? '5';
  return ruleText(`s:\n  a|${modifiers.join('|')}: ${value}\ncondition: s`);
}

describe('Modifiers of a Sigma rule', () => {
  const impossible = [
    ...kinds.flatMap((kind) => [...texts, ...comparisons, ...parts].map((other) => [kind, other])),
    ...['cidr', 'exists'].flatMap((kind) => [...positions, 'cased'].map((other) => [kind, other])),
    ...['startswith', 'endswith'].map((location) => ['re', location]),
    ...[...comparisons, ...parts].flatMap((one) =>
      [...texts, ...positions, 'cased'].map((other) => [one, other]),
    ),
    ...kinds.flatMap((one) => kinds.filter((other) => other !== one).map((other) => [one, other])),
    ['lt', 'gt'],
    ...['base64', 'base64offset', 'wide', 'utf16', 'utf16le', 'utf16be'].map((name) => ['windash', name]),
    ['exists', 'neq'],
    ['hour', 'day'],
    ['re', 'i', 'cased'],
    ['fieldref', 'startswith', 'endswith'],
  ];

  it(`are rejected in all ${impossible.length} combinations with a modifier without effect, in any order`, () => {
    for (const modifiers of impossible) {
      const orders = modifiers.includes('i') ? [modifiers] : [modifiers, [...modifiers].reverse()];
      for (const order of orders) {
        const [message, line] = rejectionOf(rule(order), { mapping });
        assert.match(message, /cannot be combined|must set its own start and end/, order.join('|'));
        assert.equal(line, 6);
      }
    }
  });

  it('are converted in the other combinations', () => {
    const possible = [
      ['re', 'contains'],
      ['contains', 're'],
      ['re', 'i', 'm', 's'],
      ['re', 'cased', 'neq'],
      ['fieldref', 'startswith', 'cased'],
      ['endswith', 'fieldref'],
      ['hour', 'gte'],
      ['lt', 'day'],
      ['cidr', 'neq'],
      ['exists', 'all'],
      ['windash', 'contains', 'cased'],
      ['expand', 'contains'],
      ['wide', 'base64offset', 'contains'],
    ];
    for (const modifiers of possible)
      assert.match(queryOf(rule(modifiers), { mapping }), /search/, modifiers.join('|'));
  });
});
