import assert from 'node:assert/strict';
import { convertCollection } from '../../../../src/core/sigma/convertCollection';
import { emptyMapping } from '../../../../src/core/sigma/mappingFile';
import { convertText, queryOf, rejectionOf, ruleText } from '../../../support/sigmaRules';

const id = 'abcdef00-0000-4000-8000-000000000001';
const rule = (name: string, more = ''): string =>
  `name: ${name}\n${more}${ruleText(`s: {x: ${name}}\ncondition: s`, name)}\n`;
const correlation = (text: string): string => `title: c\ncorrelation: {timespan: 5m, ${text}}\n`;
const both = [rule('a'), rule('b')];
const textFor = (...documents: readonly string[]): string => documents.join('---\n');

describe('A part of a Sigma rule without effect', () => {
  const keywords = ['startswith', 'endswith', 'exists', 'cidr', 'fieldref', 'lt', 'gte', 'hour', 'year|gt'];
  it('is rejected as a modifier of keywords that requires a field', () => {
    for (const modifier of keywords) {
      const [message, line] = rejectionOf(ruleText(`k:\n  '|${modifier}': 5\ncondition: k`));
      assert.equal(message, `The modifier “${modifier.split('|')[0]}” requires a field.`);
      assert.equal(line, 6);
    }
    for (const modifier of ['all', 'contains', 're', 're|i', 'cased', 'windash', 'neq', 'base64']) {
      assert.match(queryOf(ruleText(`k:\n  '|${modifier}': [a, b]\ncondition: k`)), /rowtext/, modifier);
    }
  });

  const count = 'type: event_count, rules: [a], condition: {gte: 2}';
  const correlations: readonly (readonly [text: string, message: string])[] = [
    [`${count}, group-by: {u: 1}`, '“group-by” must be a string or a list of strings.'],
    [`${count}, group-by: [u, null]`, '“group-by” must be a string or a list of strings.'],
    [`${count}, group-by: [[u]]`, '“group-by” must be a string or a list of strings.'],
    [
      'type: event_count, rules: [a, {b: 1}], condition: {gte: 2}',
      '“rules” must be a string or a list of strings.',
    ],
    [`${count}, aliases: [u]`, 'Aliases must be a map of rules and fields.'],
    [`${count}, aliases: {u: x}`, 'Aliases must be a map of rules and fields.'],
    [
      'type: event_count, rules: [a], condition: {gte: 2, field: u}',
      'The correlation type “event_count” does not use “field”.',
    ],
    [
      'type: value_count, rules: [a], condition: {gte: 2, field: u, percentile: 5}',
      'The correlation type “value_count” does not use “percentile”.',
    ],
    ['type: temporal, rules: [a, b, a]', 'The correlation lists the rule “a” twice.'],
    [`type: temporal_ordered, rules: [a, ${id}]`, 'The correlation lists the rule “a” twice.'],
  ];
  for (const [text, message] of correlations) {
    it(`is rejected in a correlation with ${text}`, () => {
      const documents = textFor(rule('a', `id: ${id}\n`), rule('b'), correlation(text));
      assert.equal(rejectionOf(documents)[0], message);
    });
  }

  it('is rejected as an invalid percentile', () => {
    for (const percentile of ['101', '-1', 'x', '50) | import evil | stats percentile(x, 5']) {
      const condition = `{field: v, gte: 2, percentile: ${JSON.stringify(percentile)}}`;
      const text = correlation(`type: value_percentile, rules: [a], condition: ${condition}`);
      assert.equal(
        rejectionOf(textFor(rule('a'), text))[0],
        `“percentile: ${percentile}” is not a valid correlation condition.`,
      );
    }
  });

  it('is rejected as an ambiguous reference', () => {
    const text = correlation('type: event_count, rules: [a], condition: {gte: 2}');
    assert.equal(
      rejectionOf(textFor(rule('a'), rule('a'), text))[0],
      'The correlation refers to “a”, which is the name or ID of several rules.',
    );
  });

  it('is rejected as invalid rules of a filter', () => {
    const filter = (rules: string): string =>
      `title: f\nlogsource: {product: test}\nfilter: {rules: ${rules}, s: {u: p}, condition: s}\n`;
    for (const rules of ['{a: 1}', '[[a]]', '[a, null]']) {
      assert.equal(rejectionOf(filter(rules))[0], '“rules” must be a string or a list of strings.', rules);
    }
  });
});

describe('A Sigma rule', () => {
  it('is referred to by its ID in any case', () => {
    const documents = [rule('a', `id: ${id}\n`)];
    const filter = `title: f\nlogsource: {product: test}\nfilter: {rules: ${id.toUpperCase()}, s: {u: p}, condition: s}\n`;
    assert.match(queryOf(textFor(filter, ...documents)), /not\(/);
    const text = correlation(`type: event_count, rules: [${id.toUpperCase()}], condition: {gte: 2}`);
    assert.equal(convertText(textFor(...documents, text)).length, 1);
    assert.match(queryOf(textFor(...documents, text)), /events >= 2/);
  });

  it('excludes all values with neq, also with all', () => {
    for (const modifiers of ['neq', 'neq|all', 'all|neq']) {
      const query = queryOf(ruleText(`s: {a|contains|${modifiers}: [x, y]}\ncondition: s`));
      assert.match(query, /isnotnull\(a\) and not\(.* or .*\)$/, modifiers);
    }
  });

  it('is part of a correlation whose condition joins all of its rules by and or by or', () => {
    const last = (condition: string, type = 'temporal'): string | undefined =>
      queryOf(textFor(...both, correlation(`type: ${type}, rules: [a, b], condition: ${condition}`)))
        .split('\n| ')
        .at(-1);
    for (const condition of ['a and b', 'b AND a', '(a and b)']) {
      assert.equal(last(condition), 'search rules >= 2', condition);
    }
    assert.equal(last('a or b'), 'search rules >= 1');
    assert.match(last('a and b', 'temporal_ordered') ?? '', /sigma_start/);
    for (const condition of ['a', 'a and not b', 'a and b or a', 'a and c', 'a or', 'b and a and b']) {
      const text = textFor(
        ...both,
        correlation(`type: temporal, rules: [a, b], condition: ${JSON.stringify(condition)}`),
      );
      assert.match(rejectionOf(text)[0], /combines rules in an expression/, condition);
    }
    for (const type of ['temporal_ordered', 'event_count']) {
      const text = textFor(...both, correlation(`type: ${type}, rules: [a, b], condition: a or b`));
      assert.match(rejectionOf(text)[0], /combines rules in an expression/, type);
    }
  });
});

describe('A file with Sigma rules', () => {
  it('may have numbers as keys', () => {
    assert.match(queryOf(ruleText('1: {5: x, 0x10: y}\ncondition: 1')), /field\("5"\)\) == "x" and .*0x10/);
  });

  it('is rejected for a recursive alias or invalid UTF-8, and the others are converted', () => {
    const texts = [`a: &a [*a]\n${rule('a')}`, `${rule('b')}# \ufffd\n`, rule('c')];
    const found = convertCollection(
      texts.map((text, index) => ({ name: `${index}.yml`, text })),
      { mapping: emptyMapping, table: 'ev' },
    );
    assert.deepEqual(
      found.map((each) => ('rejection' in each ? [each.rejection.message, each.rejection.line] : each.query)),
      [
        ['The document is too large for a rule.', 1],
        ['The file is not encoded in UTF-8.', 8],
        '# Sigma: c\n| table ev\n| search lower(x) == "c"',
      ],
    );
  });
});
