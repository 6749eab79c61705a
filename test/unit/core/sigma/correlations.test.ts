import assert from 'node:assert/strict';
import { convertCollection } from '../../../../src/core/sigma/convertCollection';
import { emptyMapping } from '../../../../src/core/sigma/mappingFile';
import { convertText, queryOf, rejectionOf, ruleText } from '../../../support/sigmaRules';

function rule(name: string, more = ''): string {
  return `name: ${name}\n${more}${ruleText('s: {x: 1}\ncondition: s', name)}\n`;
}

function correlation(text: string, name = 'c'): string {
  return `name: ${name}\ntitle: ${name}\ncorrelation: {${text}}\n`;
}

function commandsOf(text: string): readonly string[] {
  return queryOf([rule('a'), rule('b'), correlation(text)].join('---\n')).split('\n| ');
}

describe('A Sigma rule that counts', () => {
  const counts: readonly (readonly [condition: string, stats: string, search: string])[] = [
    ['count() by a  b >= 5', 'stats count as events by a, b, _time', 'search events >= 5'],
    ['COUNT(x) BY a > 2', 'stats dc(sigma_value) as value by a, _time', 'search value > 2'],
    ['sum( x )>1.5', 'stats sum(sigma_value) as value by _time', 'search value > 1.5'],
    ['count()==3', 'sort limit=1 -events, sigma_start', 'search events == 3'],
    ['avg(x) <= 10', 'sort limit=1 -sigma_size, sigma_start', 'search value <= 10'],
  ];
  for (const [condition, before, search] of counts) {
    it(`has the measure and the limit of ${condition}`, () => {
      const text = ruleText(`s: {a: x}\ntimeframe: 5m\ncondition: s | ${condition}`);

      assert.deepEqual(queryOf(text).split('\n| ').slice(-2), [before, search]);
    });
  }
});

describe('A Sigma correlation', () => {
  const both = 'rules: [a, b], timespan: 2h';

  it('has its own limits, or requires each of its rules', () => {
    const last = (text: string): string | undefined => commandsOf(text).at(-1);

    assert.equal(last(`type: temporal, ${both}`), 'search rules >= 2');
    assert.equal(
      last(`type: temporal, ${both}, condition: {gte: 1, neq: 4}`),
      'search rules >= 1 and rules != 4',
    );
    assert.equal(
      last(`type: value_count, ${both}, condition: {field: x, lt: 5, eq: 2.5}`),
      'search value < 5 and value == 2.5',
    );
    assert.ok(
      commandsOf(`type: value_percentile, ${both}, condition: {field: x, percentile: 95, gt: 1}`).some(
        (command) => command.startsWith('stats percentile(sigma_value, 95) as value, '),
      ),
    );
  });

  it('exchanges names of fields without overwriting one that it still reads', () => {
    const aliases = 'aliases: {x: {a: y, b: x}, y: {a: x, b: y}}';
    const commands = commandsOf(`type: temporal, ${both}, group-by: [x, y], ${aliases}`);

    assert.deepEqual(commands.slice(3, 6), [
      'eval sigma_column_1 = y, sigma_column_2 = x',
      'fields _time, sigma_column_1, sigma_column_2',
      'rename sigma_column_1 as x, sigma_column_2 as y',
    ]);
  });

  it('covers its timespan and those of its inner correlations', () => {
    const units = { '7s': 7, '5m': 300, '2h': 7200, '1d': 86_400, '2w': 1_209_600 };
    for (const [timespan, seconds] of Object.entries(units)) {
      const text = `type: temporal, rules: [a, inner], timeframe: ${timespan}`;
      const inner = correlation('type: event_count, rules: [b], timespan: 1m, condition: {gte: 2}', 'inner');
      const found = convertText([rule('a'), rule('b'), inner, correlation(text)].join('---\n')).at(-1);

      assert(found && 'query' in found);
      assert.ok(found.query.includes(`dateadd(_time, "sec", -${seconds})`));
      const scheduled = found.queryBetween({ from: 'a', to: 'b', maxSeconds: 60 });
      assert.ok(scheduled.includes(`search _time >= dateadd(a, "sec", -${seconds + 60}) and _time < b`));
      assert.ok(scheduled.endsWith('search _time >= a and _time < b'));
    }
  });

  const unclear = 'The correlation requires one field to evaluate.';
  const rejections: readonly (readonly [text: string, message: string])[] = [
    ['rules: [a], timespan: 5m', 'Unknown correlation type “”.'],
    ['type: event_count, timespan: 5m', 'The correlation lists no rules.'],
    ['type: event_count, rules: [a]', 'The correlation has no timespan.'],
    ['type: temporal, rules: [a], timespan: 0m', '“0m” is not a timespan such as 5m.'],
    ['type: temporal, rules: [a], timespan: x5m', '“x5m” is not a timespan such as 5m.'],
    ['type: temporal, rules: [a], timespan: 5min', '“5min” is not a timespan such as 5m.'],
    [`type: value_sum, ${both}, condition: {gte: 5}`, unclear],
    [`type: value_sum, ${both}, condition: {gte: 5, field: [x, y]}`, unclear],
    [`type: value_sum, ${both}`, unclear],
    [`type: value_count, ${both}, condition: {gte: 5}`, unclear],
    [`type: temporal, ${both}, group-by: [x, _time]`, 'A correlation cannot group by the time of events.'],
    [
      `type: temporal_ordered, ${both}, condition: {gte: 1}`,
      'A correlation that counts ordered rules cannot be converted.',
    ],
    [
      `type: value_percentile, ${both}, condition: {gte: 5, field: x}`,
      'The correlation does not specify a percentile.',
    ],
    [
      `type: temporal, ${both}, condition: a and not b`,
      'A correlation condition that combines rules in an expression cannot be converted.',
    ],
    [`type: temporal, ${both}, condition: {gte: x1}`, '“gte: x1” is not a valid correlation condition.'],
    [`type: temporal, ${both}, condition: {gte: -1}`, '“gte: -1” is not a valid correlation condition.'],
    [
      `type: temporal, ${both}, condition: {constructor: 5}`,
      '“constructor: 5” is not a valid correlation condition.',
    ],
  ];
  for (const [text, message] of rejections) {
    it(`is rejected for {${text}}`, () => {
      assert.equal(rejectionOf([rule('a'), rule('b'), correlation(text)].join('---\n'))[0], message);
    });
  }

  it('rejects a sum of values of which a match can have several', () => {
    const inner = correlation(
      'type: event_count, rules: [a], timespan: 5m, group-by: [u], condition: {gte: 2}',
      'inner',
    );
    const sum = (field: string): string =>
      [
        rule('a'),
        inner,
        correlation(`type: value_sum, rules: [inner], timespan: 5m, condition: {gte: 2, field: ${field}}`),
      ].join('---\n');

    assert.match(queryOf(sum('u')), /sum\(sigma_value\)/);
    assert.equal(
      rejectionOf(sum('x'))[0],
      'A match of “inner” can have several values in “x”: group it by this field.',
    );
  });

  it('is rejected at the line of the mistake', () => {
    const lines = ['title: c', 'correlation:', '  type: event_count', '  rules: [a]', '  timespan: 5m'];

    assert.equal(rejectionOf([...lines, '  condition:', '    gt: 1', '    over: 5'].join('\n'))[1], 8);
    assert.equal(rejectionOf([...lines.with(2, '  type: value_sum'), '  condition: {}'].join('\n'))[1], 6);
    assert.equal(rejectionOf(lines.with(2, '  type: value_sum').join('\n'))[1], 2);
    assert.equal(rejectionOf(lines.join('\n'))[1], 2);
  });

  it('requires a mapped name for each field of group-by when the mapping is strict', () => {
    const mapping = { ...emptyMapping, fields: { x: 'y', user: 'account' }, strict: true };
    const by = (field: string): string =>
      [rule('a'), correlation(`type: temporal, rules: [a], timespan: 5m, group-by: [${field}]`)].join(
        '---\n',
      );

    assert.match(queryOf(by('user'), { mapping }), /eval user = account\n/);
    assert.equal(rejectionOf(by('host'), { mapping })[0], 'The mapping has no names for these fields: host.');
  });
});

describe('A Sigma rule that a correlation uses', () => {
  it('has no query of its own, also in another file, by name or ID', () => {
    const count = (of: string): string =>
      correlation(`type: event_count, rules: [${of}], timespan: 5m, condition: {gte: 2}`, `count ${of}`);
    const texts = [count('a'), rule('a'), [rule('b', 'id: 5\n'), rule('other'), count('5')].join('---\n')];
    const files = texts.map((text, index) => ({ name: `${index}.yml`, text }));
    assert.deepEqual(
      convertCollection(files, { mapping: emptyMapping, table: 'ev' }).map((each) => each.information?.title),
      ['count a', 'other', 'count 5'],
    );
  });
});
