import assert from 'node:assert/strict';
import { convertText, queryOf, ruleText } from '../../../support/sigmaRules';

const rule = `id: 5\nname: a\n${ruleText('s: {x: 1}\ncondition: s', 'The rule')}\n`;

function filter(rules: string, condition = 'f', logsource = '{product: test}'): string {
  return [
    'title: The filter',
    `logsource: ${logsource}`,
    'filter:',
    `  rules: ${rules}`,
    '  f: {b: y}',
    '  g: {c: z}',
    `  condition: ${condition}`,
    '',
  ].join('\n');
}

describe('A Sigma filter', () => {
  const filtered = (rules: string, logsource?: string): boolean =>
    queryOf([filter(rules, 'f', logsource), rule].join('---\n')).includes('not(');

  it('applies to rules by name or ID, one or several, or to any rule', () => {
    for (const rules of ['a', '5', '[b, a]', '["5"]', 'any', 'ANY', 'all', 'All', '[]', '[any]']) {
      assert.equal(filtered(rules), true, rules);
    }
    for (const rules of ['b', '[b]', '6']) assert.equal(filtered(rules), false, rules);
  });

  it('applies to rules of its log source, in any case', () => {
    assert.equal(filtered('any', '{product: TEST}'), true);
    assert.equal(filtered('any', '{product: test, service: x}'), false);
  });

  it('excludes what it describes, unless its condition already excludes', () => {
    const searches = (condition: string): string =>
      queryOf([filter('any', condition), rule].join('---\n')).replaceAll(/\s+/g, ' ');
    for (const condition of ['f', 'not f'])
      assert.match(searches(condition), /== 1 and not\(lower\(b\) == "y"\)$/, condition);
    for (const condition of ['f or g', '1 of them', 'not (f or g)'])
      assert.match(searches(condition), /and not\( lower\(b\) == "y" or lower\(c\) == "z" \)$/, condition);
    assert.match(
      searches('not f or not g'),
      /and \( not\(lower\(b\) == "y"\) or not\(lower\(c\) == "z"\) \)$/,
    );
  });

  for (const condition of ['f and not g', 'not f or g', 'f and (g or not f)', '[f, not g]']) {
    it(`is rejected with its line when it mixes what it describes with not: ${condition}`, () => {
      const [rejected, affected] = convertText([filter('[a]', condition), rule].join('---\n'));

      assert(rejected && 'rejection' in rejected && affected && 'rejection' in affected);
      assert.equal(rejected.information?.title, 'The filter');
      assert.equal(rejected.rejection.line, 7);
      assert.match(rejected.rejection.message, /^The condition of the filter mixes /);
      assert.equal(
        affected.rejection.message,
        'The filter “The filter” applies to this rule and cannot be converted.',
      );
      assert.equal(affected.rejection.line, affected.information?.line);
    });
  }

  it('does not affect other rules when it is rejected', () => {
    const [, other] = convertText([filter('[b]', 'f and not g'), rule].join('---\n'));
    assert(other && 'query' in other);
  });
});
