import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { numericTexts } from '../../../../src/core/language/services/numericTexts';
import type { Converter } from '../../../../src/core/language/services/numericTexts';
import { quickFixes } from '../../../../src/core/language/services/quickFixes';

const texts: ReadonlyMap<string, Converter> = new Map([
  ['bytes', 'long'],
  ['took', 'double'],
  ['a b', 'long'],
]);

function hints(text: string): readonly string[] {
  const found = numericTexts(parseQuery(text), (table) => (table === 'web' ? texts : undefined));
  return found.map(({ from, to, meant }) => `${text.slice(from, to)}: ${meant?.text ?? ''}`);
}

describe('Texts that a query takes for numbers', () => {
  for (const [query, expected] of [
    [
      'table web | stats sum(bytes), avg(took), max(bytes), count',
      ['bytes: long(bytes)', 'took: double(took)'],
    ],
    [
      'table web | eval a = bytes * 2, b = round(took, 1), c = -bytes',
      ['bytes: long(bytes)', 'took: double(took)', 'bytes: long(bytes)'],
    ],
    ['table web | eval a = abs(field("a b"))', ['field("a b"): long(field("a b"))']],
    ['table web | search abs(bytes) > 5', ['bytes: long(bytes)']],
    ['table web | stats sum(bytes + 1)', ['bytes: long(bytes)']],
    ['json "{}" | join a [ table web | stats sum(bytes) as s ]', ['bytes: long(bytes)']],
    ['table web | search bytes > 5 and bytes == "7"', []],
    ['table web | eval bytes = long(bytes) | stats sum(bytes)', []],
    ['table web | rename bytes as b | stats sum(bytes)', []],
    ['table other | stats sum(bytes)', []],
    ['table web | eval n = len(bytes), c = concat(bytes, "b"), l = long(bytes) + 1', []],
  ] as const) {
    it(`are found in ${query}`, () => {
      assert.deepEqual(hints(query), expected);
    });
  }

  it('are explained, and converted by a quick fix', () => {
    const text = 'table web | stats sum(bytes)';
    const parsed = parseQuery(text);
    const found = numericTexts(parsed, () => texts);
    assert.deepEqual(
      found.map(({ message, severity }) => [message, severity]),
      [['“bytes” is a text in this table: use long(bytes).', 'warning']],
    );
    const [fix] = quickFixes(parsed, { from: 0, to: text.length }, found);
    assert.deepEqual(fix?.edits, [{ from: 22, to: 27, newText: 'long(bytes)' }]);
  });
});
