import assert from 'node:assert/strict';
import { meaningOf, parseCondition, usedSelections } from '../../../../src/core/sigma/condition';
import type { Condition } from '../../../../src/core/sigma/condition';

const names = ['one', 'two', '_three'];

function parse(text: string): Condition {
  return parseCondition(text, names, 7);
}

/** The condition with parentheses around everything that was combined. */
function printed(condition: Condition): string {
  if (condition.kind === 'selection') return condition.name;
  if (condition.kind === 'not') return `not ${printed(condition.operand)}`;
  return `(${condition.parts.map(printed).join(condition.kind === 'all' ? ' and ' : ' or ')})`;
}

describe('The condition of a Sigma rule', () => {
  const readings: readonly (readonly [written: string, read: string])[] = [
    ['one or two and not _three', '(one or (two and not _three))'],
    ['NOT (one OR two)AND _three', '(not (one or two) and _three)'],
    ['1 OF Them', '(one or two)'],
    ['any of them', '(one or two)'],
    ['ALL Of *', '(one and two)'],
    ['not 1 of o*', 'not one'],
    ['1 of _t*', '_three'],
    ['all of *e*', 'one'],
  ];
  for (const [written, read] of readings) {
    it(`is read as ${read} for ${written}`, () => {
      assert.equal(printed(parse(written)), read);
    });
  }

  const rejections: readonly (readonly [condition: string, message: string])[] = [
    ['', 'The condition is incomplete.'],
    ['1 of', 'The condition is incomplete.'],
    ['one or', 'The condition is incomplete.'],
    ['not )', 'The condition is incomplete.'],
    ['one and | count', 'The condition is incomplete.'],
    ['one )', '“)” is not expected in the condition.'],
    ['(one or two', 'A parenthesis in the condition is not closed.'],
    ['all of x*', 'No selection matches “x*” in the condition.'],
    ['One', 'The condition refers to “One”, which is not a selection.'],
  ];
  for (const [condition, message] of rejections) {
    it(`is rejected with its line: ${condition}`, () => {
      assert.throws(() => parse(condition), { name: 'SigmaRejection', message, line: 7, reason: 'rule' });
    });
  }

  it('can be nested a hundred deep and refer to five thousand selections', () => {
    assert.ok(parse(`${'not '.repeat(99)}one`));
    assert.throws(() => parse(`${'not '.repeat(100)}one`), /too deeply/);
    const [once, quantified] = [Array(4998).fill('one').join(' and '), ' and 1 of them'];
    assert.equal(usedSelections(parse(once + quantified)).length, 5000);
    assert.throws(() => parse(`one and ${once}${quantified}`), /too many/);
    assert.throws(() => parse(`${once}${quantified} and one`), /too many/);
  });

  it('uses every selection that it names, also after not', () => {
    assert.deepEqual(usedSelections(parse('one and not (two or _three)')), ['one', 'two', '_three']);
  });

  it('excludes if each of its parts does', () => {
    const conditions = ['one', 'not one', 'not one or not two', 'not one and two', 'one or not two'];

    assert.deepEqual(
      conditions.map((condition) => meaningOf(parse(condition))),
      ['plain', 'exclusion', 'exclusion', 'mixed', 'mixed'],
    );
  });
});
