import assert from 'node:assert/strict';
import { emptyMapping } from '../../../src/sigma/mappingFile';
import { convertText, queryOf, rejectionOf, ruleText } from '../../support/sigmaRules';

/** What is wrong with a detection, and in which line of the rule. */
const rejections: readonly (readonly [detection: string, message: string, line: number])[] = [
  ['s: {a|contain: x}\ncondition: s', 'Unknown modifier "contain".', 5],
  [
    's:\n  a:\n    -\n    - {b: 1}\ncondition: s',
    'A field value must be a string, a number, true, false or null.',
    8,
  ],
  [
    's:\n  b: x\n  a|re: "(?=x)"\ncondition: s',
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    7,
  ],
  [
    's: {a|re: "^(?=x)y|z"}\ncondition: s',
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    's: {a|re|m: "^(?=x)y"}\ncondition: s',
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    's: {"|re": "^(?=x)y"}\ncondition: s',
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    's: {a|re: "^(?=x)*y"}\ncondition: s',
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    's: {a|re: "(?<!x)y"}\ncondition: s',
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    "s: {a|re: '(x)\\1'}\ncondition: s",
    'The regular expression uses a backreference, which the query language does not support.',
    5,
  ],
  [
    's: {a|re: "x++"}\ncondition: s',
    'The query language does not support possessive quantifiers in regular expressions.',
    5,
  ],
  [
    's: {a|re: "x{10001}"}\ncondition: s',
    'The query language allows at most 10000 repetitions in regular expressions.',
    5,
  ],
  [
    "s: {a|re: '\\p{L}{101}'}\ncondition: s",
    'The query language allows at most 100 repetitions in regular expressions.',
    5,
  ],
  [
    's: {a|re: "(x{40}){40}"}\ncondition: s',
    'The query language allows at most 1000 repetitions in regular expressions.',
    5,
  ],
  [
    's: {a|re: "(x{40}y{2}){40}"}\ncondition: s',
    'The query language allows at most 1000 repetitions in regular expressions.',
    5,
  ],
  [
    's: {a|re: "((x{40})y){40}"}\ncondition: s',
    'The query language allows at most 1000 repetitions in regular expressions.',
    5,
  ],
  [
    "s: {a|re: '(?m)^(?=x)y'}\ncondition: s",
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    "s: {a|re: 'x^(?=y)z'}\ncondition: s",
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    "s: {a|re: '^(?=x)y(?=z)'}\ncondition: s",
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  [
    "s: {a|re: '^(?=x'}\ncondition: s",
    'The regular expression uses lookahead or lookbehind, which the query language does not support.',
    5,
  ],
  ["s: {a|re: 'x\\'}\ncondition: s", 'The regular expression ends with a backslash.', 5],
  ["s: {a|re: '\\K'}\ncondition: s", 'The query language does not support \\K in regular expressions.', 5],
  ["s: {a|re: '{2}x'}\ncondition: s", 'Nothing precedes {2} in the regular expression.', 5],
  ["s: {a|re: 'x{2}{3}'}\ncondition: s", 'Nothing precedes {3} in the regular expression.', 5],
  [
    "s: {a|re: 'x{2}+'}\ncondition: s",
    'The query language does not support possessive quantifiers in regular expressions.',
    5,
  ],
  ['s: {a|re|startswith: x}\ncondition: s', 'A regular expression must set its own start and end.', 5],
  ['s: {a|re: null}\ncondition: s', 'This modifier requires a value.', 5],
  ['s: {a|contains: null}\ncondition: s', 'This modifier requires a string.', 5],
  ['s: {a|lt: 1.}\ncondition: s', '"1." is not a number.', 5],
  ['s: {a|re: "(x"}\ncondition: s', 'A parenthesis in the regular expression is not closed.', 5],
  ['s: {a|re: "x)"}\ncondition: s', 'A closing parenthesis in the regular expression has no match.', 5],
  ['s: {a|re: "[x"}\ncondition: s', 'A bracket in the regular expression is not closed.', 5],
  ['s: {a|re: "*x"}\ncondition: s', 'Nothing precedes * in the regular expression.', 5],
  [
    's: {a|re: "x[z-a]"}\ncondition: s',
    '“[z-a]” in the regular expression is not a valid character class.',
    5,
  ],
  [
    "s: {a|re: '\\p{Foo}'}\ncondition: s",
    '“[\\p{Foo}]” in the regular expression is not a valid character class.',
    5,
  ],
  [
    's: {a|re: "[[:foo:]]"}\ncondition: s',
    '“[[:foo:]]” in the regular expression is not a valid character class.',
    5,
  ],
  [
    's: {a|base64offset|contains: x}\ncondition: s',
    'A value for base64offset must have at least two characters.',
    5,
  ],
  ['s: {a|re: "(?>x)"}\ncondition: s', 'The query language does not support (?>x in regular expressions.', 5],
  ['s: {a|i: x}\ncondition: s', 'The modifiers i, m and s can only follow re.', 5],
  ['s: {a|cidr: 10.0.0.0/33}\ncondition: s', '"10.0.0.0/33" is not a network such as 10.0.0.0/8.', 5],
  ['s: {a|cidr: "1::2::3/8"}\ncondition: s', '"1::2::3/8" is not a network such as 10.0.0.0/8.', 5],
  [
    's: {a|cidr: "1:2:3:4::5:6:7:8/8"}\ncondition: s',
    '"1:2:3:4::5:6:7:8/8" is not a network such as 10.0.0.0/8.',
    5,
  ],
  ['s: {a|gt: x}\ncondition: s', '"x" is not a number.', 5],
  ['s: {a|exists: maybe}\ncondition: s', 'The modifier "exists" requires true or false.', 5],
  ['s: {a|base64: "x*"}\ncondition: s', 'An encoded value cannot contain wildcards.', 5],
  ['s: {a|utf16: x}\ncondition: s', 'UTF-16 values can be searched only with base64 or base64offset.', 5],
  [
    's: {a|wide: "\\x80"}\ncondition: s',
    'UTF-16 values can be searched only with base64 or base64offset.',
    5,
  ],
  ['s: {a|expand: "%who%"}\ncondition: s', 'The mapping has no values for the placeholder %who%.', 5],
  [
    's: {a|expand: "%constructor%"}\ncondition: s',
    'The mapping has no values for the placeholder %constructor%.',
    5,
  ],
  ['s: &x\n  a|no: x\nt: *x\ncondition: s or t', 'Unknown modifier "no".', 6],
  ['s: {a: {b: c}}\ncondition: s', 'A field value must be a string, a number, true, false or null.', 5],
  ['s: {a: []}\ncondition: s', 'The field "a" has no values.', 5],
  ['s: {}\ncondition: s', 'The selection is empty.', 5],
  ['s: []\ncondition: s', 'The selection is empty.', 5],
  ['s:\n  - a\n  - null\ncondition: s', 'The selection is empty.', 7],
  ['s: {a: x}\ncondition: s and t', 'The condition refers to "t", which is not a selection.', 6],
  ['s: {a: x}\ncondition: 1 of t*', 'No selection matches "t*" in the condition.', 6],
  [
    's: {a: x}\ncondition: 2 of s*',
    'The condition uses "2 of". Only "1 of", "any of" and "all of" are supported.',
    6,
  ],
  ['s: {a: x}\ncondition: (s', 'A parenthesis in the condition is not closed.', 6],
  ['s: {a: x}\ncondition: s and', 'The condition is incomplete.', 6],
  ['s: {a: x}\ncondition: s s', '"s" is not expected in the condition.', 6],
  ['s: {a: x}\ncondition: s | count() > 5', 'A condition that counts requires a timeframe.', 6],
  ['s: {a: x}\ntimeframe: 1M\ncondition: s | count() > 5', '"1M" is not a timespan such as 5m.', 7],
  [
    's: {a: x}\ntimeframe: 5m\ncondition: s | near t',
    '“near t” after the condition is not supported. Write a correlation rule instead.',
    7,
  ],
  [
    's: {a: x}\ntimeframe: 5m\ncondition: s | max(size) > 5',
    '“max(size) > 5” after the condition is not supported. Write a correlation rule instead.',
    7,
  ],
  [
    's: {a: x}\ntimeframe: 5m\ncondition: s | sum() > 5',
    '“sum() > 5” after the condition is not supported. Write a correlation rule instead.',
    7,
  ],
  ['s: {a: x}\ncondition: [s | count() > 5, s]', '"|" is not expected in the condition.', 6],
  ['s: {a: x}', 'The detection has no condition.', 4],
];

describe('A Sigma rule that cannot be converted', () => {
  for (const [detection, message, line] of rejections) {
    it(`is rejected with its line: ${detection.replaceAll('\n', ' / ')}`, () => {
      assert.deepEqual(rejectionOf(ruleText(detection)), [message, line]);
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

  it('is rejected when a UTF-16 value has several placeholder values', () => {
    const mapping = { ...emptyMapping, placeholders: { who: ['a', 'b'] } };
    const text = ruleText('s: {a|expand|wide|base64: "%who%"}\ncondition: s');

    assert.deepEqual(rejectionOf(text, { mapping }), ['A UTF-16 value must be a single string.', 5]);
  });

  it('is rejected when its condition is nested too deeply', () => {
    const deep = 20_000;
    for (const condition of [`${'('.repeat(deep)}s${')'.repeat(deep)}`, `${'not '.repeat(deep)}s`]) {
      const text = ruleText(`s: {a: x}\ncondition: ${condition}`);
      assert.equal(rejectionOf(text)[0], 'The condition is nested too deeply.');
    }
  });

  it('is rejected as a correlation with an incomplete alias', () => {
    const correlation = (type: string, more: string): string =>
      `name: r\n${ruleText('s: {a: x}\ncondition: s')}\n---\ntitle: c\ncorrelation:\n  ` +
      `{type: ${type}, rules: [r], group-by: [u], timespan: 5m, condition: {gte: 2}${more}}\n`;

    assert.deepEqual(
      ['temporal_ordered', 'event_count', 'event_count'].map((type, index) => {
        const aliases = ['', '{other: v}', '{r: null}'][index];
        return rejectionOf(correlation(type, aliases === '' ? '' : `, aliases: {u: ${aliases}}`))[0];
      }),
      [
        'A count of ordered rules cannot be converted.',
        ...Array<string>(2).fill('The alias "u" has no field for the rule "r".'),
      ],
    );
  });

  it('is rejected as a circular correlation', () => {
    const correlation = (name: string, rule: string): string =>
      `name: ${name}\ntitle: ${name}\ncorrelation: {type: event_count, rules: [${rule}], timespan: 5m, condition: {gte: 2}}\n`;

    assert.equal(
      rejectionOf([correlation('a', 'b'), correlation('b', 'a')].join('---\n'))[0],
      'The correlation refers to itself.',
    );
  });

  it('does not affect the other rules of its file', () => {
    const text = [ruleText('s: {a|no: x}\ncondition: s'), ruleText('s: {a: x}\ncondition: s')].join(
      '\n---\n',
    );

    assert.deepEqual(
      convertText(text).map((rule) => 'query' in rule),
      [false, true],
    );
  });

  it('counts lines from the start of the file', () => {
    const second = ruleText('s: {a|no: x}\ncondition: s');

    assert.equal(rejectionOf(`title: a\n---\n${second}`)[1], 7);
  });
});
