import assert from 'node:assert/strict';
import { convertCollection } from '../../../src/sigma/convertCollection';
import { emptyMapping, readMapping } from '../../../src/sigma/mapping';
import { convertText, queryOf, refusalOf, ruleText } from '../../support/sigmaRules';

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
  const counts: readonly (readonly [condition: string, value: string, stats: string, search: string])[] = [
    ['count() by a  b >= 5', '', 'count as events by a, b, _time', 'events >= 5'],
    ['COUNT(x) BY a = 2', ', sigma_value = x', 'dc(sigma_value) as value by a, _time', 'value == 2'],
    ['sum( x )<1.5', ', sigma_value = double(x)', 'sum(sigma_value) as value by _time', 'value < 1.5'],
    ['avg(x) <= 10', ', sigma_value = double(x)', 'avg(sigma_value) as value by _time', 'value <= 10'],
    ['count()==3', '', 'count as events by _time', 'events == 3'],
  ];
  for (const [condition, value, stats, search] of counts) {
    it(`has the measure and the limit of ${condition}`, () => {
      const text = ruleText(`s: {a: x}\ntimeframe: 5m\ncondition: s | ${condition}`);
      const commands = queryOf(text).split('\n| ');

      assert.deepEqual(commands.slice(-2), [`stats ${stats}`, `search ${search}`]);
      assert.ok(commands.some((command) => command.endsWith(`sigma_rule = "rule"${value}`)));
    });
  }
});

describe('A Sigma correlation', () => {
  const both = 'rules: [a, b], timespan: 2h';

  it('has its own limits, or that each of its rules must match', () => {
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
      commandsOf(`type: value_percentile, ${both}, condition: {field: x, percentile: 95, gt: 1}`).includes(
        'stats percentile(sigma_value, 95) as value by _time',
      ),
    );
  });

  it('joins the events of a group with all that follow each of them', () => {
    const grouped = 'type: value_count, rules: [a, b], timespan: 5m, group-by: [u, x]';
    const aliases = 'aliases: {u: {a: x, b: other user}}, condition: {field: v, gte: 2}';
    const [, ...lines] = queryOf(
      [rule('a'), rule('b'), correlation(`${grouped}, ${aliases}`)].join('---\n'),
    ).split('\n');
    const events = (name: string, field: string): readonly string[] => [
      'table ev',
      '| search x == 1',
      `| eval u = ${field}, sigma_rule = "${name}", sigma_value = v`,
      '| fields _time, u, x, sigma_rule, sigma_value',
    ];
    const inside = (text: readonly string[]): readonly string[] => text.map((line) => `    ${line}`);
    const all = [...events('a', 'x'), '| union [', ...inside(events('b', 'field("other user")')), '  ]'];

    assert.deepEqual(lines, [
      ...[`| ${all[0]}`, ...all.slice(1)],
      '| stats count by u, x, _time',
      ...['| join u, x [', ...inside([...all, '| rename _time as sigma_time']), '  ]'],
      '| search sigma_time >= _time and sigma_time <= dateadd(_time, "sec", 300)',
      '| stats dc(sigma_value) as value by u, x, _time',
      '| search value >= 2',
    ]);
  });

  it('has nothing but the times and rules of events where it needs no more', () => {
    const commands = commandsOf('type: event_count, rules: [a], timespan: 5m, condition: {gte: 2}');

    assert.deepEqual(commands.slice(3, 6), [
      'eval sigma_rule = "a"',
      'fields _time, sigma_rule',
      'stats count by _time',
    ]);
    assert.match(commands[6] ?? '', /^join type=cross \[/);
  });

  it('looks ahead as many seconds as its timespan has', () => {
    const units = { '7s': 7, '5m': 300, '2h': 7200, '1d': 86_400, '2w': 1_209_600 };
    for (const [timespan, seconds] of Object.entries(units)) {
      const text = `type: temporal, rules: [a, b], timeframe: ${timespan}`;
      const found = convertText([rule('a'), rule('b'), correlation(text)].join('---\n')).at(-1);

      assert.equal(found && 'timespan' in found && found.timespan, seconds);
      assert.ok(found && 'query' in found && found.query.includes(`dateadd(_time, "sec", ${seconds})`));
    }
  });

  const unclear = 'The correlation requires one field to evaluate.';
  const refusals: readonly (readonly [text: string, message: string])[] = [
    ['rules: [a], timespan: 5m', 'Unknown correlation type "".'],
    ['type: event_count, timespan: 5m', 'The correlation lists no rules.'],
    ['type: event_count, rules: [a]', 'The correlation has no timespan.'],
    ['type: temporal, rules: [a], timespan: 0m', '"0m" is not a timespan such as 5m.'],
    ['type: temporal, rules: [a], timespan: x5m', '"x5m" is not a timespan such as 5m.'],
    ['type: temporal, rules: [a], timespan: 5min', '"5min" is not a timespan such as 5m.'],
    [`type: value_sum, ${both}, condition: {gte: 5}`, unclear],
    [`type: value_sum, ${both}, condition: {gte: 5, field: [x, y]}`, unclear],
    [`type: value_sum, ${both}`, unclear],
    [
      `type: value_percentile, ${both}, condition: {gte: 5, field: x}`,
      'The correlation does not specify a percentile.',
    ],
    [
      `type: temporal, ${both}, condition: a and b`,
      'A correlation condition that combines rules in an expression cannot be converted.',
    ],
    [`type: temporal, ${both}, condition: {gte: x1}`, '"gte: x1" is not a valid correlation condition.'],
    [`type: temporal, ${both}, condition: {gte: -1}`, '"gte: -1" is not a valid correlation condition.'],
    [
      `type: temporal, ${both}, condition: {constructor: 5}`,
      '"constructor: 5" is not a valid correlation condition.',
    ],
  ];
  for (const [text, message] of refusals) {
    it(`is refused where it is {${text}}`, () => {
      assert.equal(refusalOf([rule('a'), rule('b'), correlation(text)].join('---\n'))[0], message);
    });
  }

  it('is refused at the line of what is wrong', () => {
    const lines = ['title: c', 'correlation:', '  type: event_count', '  rules: [a]', '  timespan: 5m'];

    assert.equal(refusalOf([...lines, '  condition:', '    gt: 1', '    over: 5'].join('\n'))[1], 8);
    assert.equal(refusalOf([...lines.with(2, '  type: value_sum'), '  condition: {}'].join('\n'))[1], 6);
    assert.equal(refusalOf(lines.with(2, '  type: value_sum').join('\n'))[1], 2);
    assert.equal(refusalOf(lines.join('\n'))[1], 2);
  });

  it('may be a part of two others that a third combines', () => {
    const [inner, ...outer] = [
      correlation('type: event_count, rules: [a], timespan: 5m, condition: {gte: 2}', 'inner'),
      correlation('type: event_count, rules: [inner], timespan: 5m, condition: {gte: 2}', 'left'),
      correlation('type: event_count, rules: [inner], timespan: 5m, condition: {gte: 3}', 'right'),
      correlation('type: temporal, rules: [left, right], timespan: 1h', 'top'),
    ];

    assert.match(queryOf([rule('a'), inner, ...outer].join('---\n')), /\| search rules >= 2$/);
  });

  it('tells once what was mapped for several rules, in the name of the query too', () => {
    const mapping = readMapping('version: 1\nsources: [{product: test, tables: t, fields: {x: y}}]\n');
    const texts = [rule('a'), rule('b'), `id: 17\ncorrelation: {type: temporal, ${both}}\n`];
    const [, header] = /^# Sigma: 17\n([^|]*)\n\|/.exec(queryOf(texts.join('---\n'), { mapping })) ?? [];

    assert.equal(header, '  id: 17\n  mapped: product test → t\n  mapped: x → y');
  });

  it('has a mapped name for each field that it groups by, where the mapping is strict', () => {
    const mapping = { ...emptyMapping, fields: { x: 'y', user: 'account' }, strict: true };
    const by = (field: string): string =>
      [rule('a'), correlation(`type: temporal, rules: [a], timespan: 5m, group-by: [${field}]`)].join(
        '---\n',
      );

    assert.match(queryOf(by('user'), { mapping }), /eval user = account,/);
    assert.equal(refusalOf(by('host'), { mapping })[0], 'The mapping has no names for these fields: host.');
  });
});

describe('Files of Sigma rules', () => {
  const count = (name: string): string =>
    correlation(`type: event_count, rules: [${name}], timespan: 5m, condition: {gte: 2}`, `count ${name}`);
  const titles = (...texts: readonly string[]): readonly unknown[] =>
    convertCollection(
      texts.map((text, place) => ({ name: `${place}.yml`, text })),
      { mapping: emptyMapping, table: 'ev' },
    ).map((found) => `${found.file} ${'query' in found ? found.information.title : found.refusal.message}`);

  it('have a query for a rule that a correlation of another file uses', () => {
    assert.deepEqual(titles(count('a'), rule('a')), ['0.yml count a', '1.yml a']);
  });

  it('have none for the rules of several correlations of the same file, by name or ID', () => {
    const texts = [rule('a'), rule('b', 'id: 5\n'), rule('other'), count('a'), count('5')];

    assert.deepEqual(titles(texts.join('---\n')), ['0.yml other', '0.yml count a', '0.yml count 5']);
  });

  it('have filters for a rule by name or ID, of the same log source as far as they name it', () => {
    const filtered = (rules: string, source: string): boolean => {
      const filter = `title: f\nlogsource: ${source}\nfilter: {rules: ${rules}, f: {b: y}, condition: f}\n`;
      return queryOf([filter, rule('a', 'id: 5\n')].join('---\n')).includes('not(');
    };

    assert.deepEqual(
      [filtered('[b, a]', '{}'), filtered('5', '{product: test}'), filtered('any', '{product: test}')],
      [true, true, true],
    );
    assert.deepEqual(
      [filtered('[b]', '{}'), filtered('any', '{category: test}'), filtered('any', '{service: test}')],
      [false, false, false],
    );
  });
});
