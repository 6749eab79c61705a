import assert from 'node:assert/strict';
import { emptyMapping } from '../../../../src/core/sigma/mappingFile';
import { convertText, queryOf, rejectionOf, ruleText } from '../../../support/sigmaRules';

/** The detections that are rejected, by message: without a condition it is “s”, and the line is 5 unless it is given. */
const rejections: Readonly<Record<string, readonly (string | readonly [detection: string, line: number])[]>> =
  {
    'Unknown modifier “contain”.': ['s: {a|contain: x}'],
    'A field value must be a string, a number, true, false or null.': [
      ['s:\n  a:\n    -\n    - {b: 1}\ncondition: s', 8],
      's: {a: {b: c}}',
    ],
    'The regular expression uses lookahead or lookbehind, which the query language does not support.': [
      ['s:\n  b: x\n  a|re: "(?=x)"\ncondition: s', 7],
      's: {a|re: "^(?=x)y|z"}',
      's: {a|re|m: "^(?=x)y"}',
      's: {"|re": "^(?=x)y"}',
      's: {a|re: "^(?=x)*y"}',
      's: {a|re: "(?<!x)y"}',
      "s: {a|re: '(?m)^(?=x)y'}",
      "s: {a|re: 'x^(?=y)z'}",
      "s: {a|re: '^(?=x)y(?=z)'}",
      "s: {a|re: '^(?=x'}",
    ],
    'The regular expression uses a backreference, which the query language does not support.': [
      "s: {a|re: '(x)\\1'}",
    ],
    'The query language does not support possessive quantifiers in regular expressions.': [
      's: {a|re: "x++"}',
      "s: {a|re: 'x{2}+'}",
    ],
    'The query language allows at most 10000 repetitions in regular expressions.': ['s: {a|re: "x{10001}"}'],
    'The query language allows at most 100 repetitions in regular expressions.': ["s: {a|re: '\\p{L}{101}'}"],
    'The query language allows at most 1000 repetitions in regular expressions.': [
      's: {a|re: "(x{40}){40}"}',
      's: {a|re: "(x{40}y{2}){40}"}',
      's: {a|re: "((x{40})y){40}"}',
    ],
    'The regular expression ends with a backslash.': ["s: {a|re: 'x\\'}"],
    'The query language does not support \\K in regular expressions.': ["s: {a|re: '\\K'}"],
    'There is nothing to repeat before {2} in the regular expression.': ["s: {a|re: '{2}x'}"],
    'There is nothing to repeat before {3} in the regular expression.': ["s: {a|re: 'x{2}{3}'}"],
    'A regular expression must set its own start and end.': ['s: {a|re|startswith: x}'],
    'This modifier requires a value.': ['s: {a|re: null}'],
    'This modifier requires a string.': ['s: {a|contains: null}'],
    '“1.” is not a number.': ['s: {a|lt: 1.}'],
    'A parenthesis in the regular expression is not closed.': ['s: {a|re: "(x"}'],
    'A closing parenthesis in the regular expression has no match.': ['s: {a|re: "x)"}'],
    'A bracket in the regular expression is not closed.': ['s: {a|re: "[x"}'],
    'There is nothing to repeat before * in the regular expression.': ['s: {a|re: "*x"}'],
    '“[z-a]” in the regular expression is not a valid character class.': ['s: {a|re: "x[z-a]"}'],
    '“[\\p{Foo}]” in the regular expression is not a valid character class.': ["s: {a|re: '\\p{Foo}'}"],
    '“[[:foo:]]” in the regular expression is not a valid character class.': ['s: {a|re: "[[:foo:]]"}'],
    'A value for base64offset must have at least two characters.': ['s: {a|base64offset|contains: x}'],
    'The query language does not support (?>x in regular expressions.': ['s: {a|re: "(?>x)"}'],
    'The modifiers i, m and s can only follow re.': ['s: {a|i: x}'],
    '“10.0.0.0/33” is not a network such as 10.0.0.0/8.': ['s: {a|cidr: 10.0.0.0/33}'],
    '“x” is not a number.': ['s: {a|gt: x}'],
    'The modifier “exists” requires true or false.': ['s: {a|exists: maybe}'],
    'An encoded value cannot contain wildcards.': ['s: {a|base64: "x*"}'],
    'UTF-16 values can be searched only with base64 or base64offset.': [
      's: {a|utf16: x}',
      's: {a|wide: "\\x80"}',
    ],
    'The mapping has no values for the placeholder %who%.': ['s: {a|expand: "%who%"}'],
    'The mapping has no values for the placeholder %constructor%.': ['s: {a|expand: "%constructor%"}'],
    'The field “a” has no values.': ['s: {a: []}'],
    'The selection is empty.': ['s: {}', 's: []', ['s:\n  - a\n  - null\ncondition: s', 7]],
    'The condition refers to “t”, which is not a selection.': [['s: {a: x}\ncondition: s and t', 6]],
    'The condition uses “2 of”. Only “1 of”, “any of” and “all of” are supported.': [
      ['s: {a: x}\ncondition: 2 of s*', 6],
    ],
    'The condition is incomplete.': [['s: {a: x}\ncondition: s and', 6]],
    'A condition that counts requires a timeframe.': [['s: {a: x}\ncondition: s | count() > 5', 6]],
    '“1M” is not a timespan such as 5m.': [['s: {a: x}\ntimeframe: 1M\ncondition: s | count() > 5', 7]],
    '“near t” after the condition is not supported. Write a correlation rule instead.': [
      ['s: {a: x}\ntimeframe: 5m\ncondition: s | near t', 7],
    ],
    '“max(size) > 5” after the condition is not supported. Write a correlation rule instead.': [
      ['s: {a: x}\ntimeframe: 5m\ncondition: s | max(size) > 5', 7],
    ],
    '“sum() > 5” after the condition is not supported. Write a correlation rule instead.': [
      ['s: {a: x}\ntimeframe: 5m\ncondition: s | sum() > 5', 7],
    ],
    '“|” is not expected in the condition.': [['s: {a: x}\ncondition: [s | count() > 5, s]', 6]],
    'The detection has no condition.': [['s: {a: x}', 4]],
  };

describe('A Sigma rule that cannot be converted', () => {
  for (const [message, detections] of Object.entries(rejections)) {
    it(`is rejected with its line: ${message}`, () => {
      for (const each of detections) {
        const [detection, line] = typeof each === 'string' ? [`${each}\ncondition: s`, 5] : each;
        assert.deepEqual(rejectionOf(ruleText(detection)), [message, line], detection);
      }
    });
  }

  it('is rejected with its line when it is no YAML', () => {
    const [message, line] = rejectionOf('title: x\ndetection:\n  s: ]\nother: x\n');

    assert.match(message, /\w/);
    assert.equal(line, 3);
  });

  it('is rejected without a detection, and other documents are ignored', () => {
    assert.deepEqual(rejectionOf('title: x\nlogsource: {product: y}\n'), ['The rule has no detection.', 1]);
    assert.deepEqual(rejectionOf('title: x\ndetection: y\n'), [
      'The detection is not a map of selections.',
      2,
    ]);
    assert.deepEqual(rejectionOf('title: x\n\nfilter: {f: {a: x}, condition: f}\n'), [
      'The filter does not specify which rules it applies to.',
      3,
    ]);
    assert.deepEqual(convertText('title: x\nid: 5\n'), []);
  });

  it('is rejected when aliases make it huge', () => {
    const lists = Array.from({ length: 9 }, (_, index) => {
      const previous = index === 0 ? 'x' : `*l${index - 1}`;
      return `  l${index}: &l${index} [${Array.from({ length: 9 }, () => previous).join(', ')}]`;
    });
    const text = `title: x\nlogsource: {product: y}\ndetection:\n${lists.join('\n')}\n  condition: l8\n`;

    assert.deepEqual(rejectionOf(text)[0], 'The document is too large for a rule.');
  });

  it('is rejected when its placeholders have more than ten thousand combinations', () => {
    const values = (count: number): string[] => Array.from({ length: count }, (_, value) => `v${value}`);
    const mapping = { ...emptyMapping, placeholders: { hundred: values(100), two: values(2) } };
    const expanded = (text: string): string => ruleText(`s: {a|expand: "${text}"}\ncondition: s`);

    assert.ok(queryOf(expanded('%hundred%-%hundred%'), { mapping }).endsWith(', "v99-v99")'));
    const message = 'The placeholders of a value have more than 10000 combinations.';
    for (const text of ['%two%%hundred%%hundred%', '%hundred%'.repeat(20)])
      assert.deepEqual(rejectionOf(expanded(text), { mapping }), [message, 5]);
  });
});
