import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hitsOf } from '../support/correlationModel';
import type { BaseRules, ModelCorrelation, ModelEvent } from '../support/correlationModel';
import { printString } from '../../src/core/language/printExpression';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { convertText, queryOf, rowsOfAll, ruleText } from '../support/sigmaRules';
import { addTable } from '../support/tables';
import { suiteApp } from '../support/startApp';

const base: BaseRules = {
  a: ({ fields: { x } }) => x === 1 || x === 2,
  b: ({ fields: { x } }) => x === 2,
  c: ({ fields: { x } }) => x === 3,
};

/** The rules, only for events of a case. */
function rulesFor(number: number): readonly string[] {
  return Object.entries({ a: [1, 2], b: [2], c: [3] }).map(
    ([name, x]) =>
      `name: ${name}\n${ruleText(`s: {x: ${JSON.stringify(x)}, case: ${number}}\ncondition: s`, name)}\n`,
  );
}

/** The documents of a correlation, those that it builds on first. JSON is YAML. */
function documentsOf(correlation: ModelCorrelation): readonly string[] {
  const { name, rules, groupBy, timespan, fields, condition, type, aliases } = correlation;
  const limits = { ...condition, ...(fields.length > 0 && { field: fields }) };
  const written = {
    type,
    rules: rules.map((rule) => (typeof rule === 'string' ? rule : rule.name)),
    'group-by': groupBy,
    timespan: `${timespan}s`,
    ...(Object.keys(limits).length > 0 && { condition: limits }),
    aliases,
  };
  const inner = rules.flatMap((rule) => (typeof rule === 'string' ? [] : documentsOf(rule)));
  return [...inner, `${JSON.stringify({ name, title: name, correlation: written })}\n`];
}

const start = Date.UTC(2025, 0, 1);

function secondsIn(row: Row): number {
  const [, date = '', time = ''] = /^(\S+) (\S+)\+0000$/.exec(String(row['_time'])) ?? [];
  return (Date.parse(`${date}T${time}Z`) - start) / 1000;
}

const groupFields = ['user', 'host', 'count', 'sigma_time', 'events', 'value'];

const anyEvent: fc.Arbitrary<ModelEvent> = fc
  .record({
    time: fc.integer({ min: 0, max: 90 }),
    x: fc.integer({ min: 1, max: 3 }),
    groups: fc.array(fc.constantFrom('p', 'q', undefined), {
      minLength: groupFields.length,
      maxLength: groupFields.length,
    }),
    v: fc.constantFrom(1, 2, 3, 10, undefined),
    w: fc.constantFrom('a', 'ab', 'b', undefined),
  })
  .map(({ time, x, groups, v, w }) => ({
    time,
    fields: Object.fromEntries(
      Object.entries({
        x,
        v,
        w,
        ...Object.fromEntries(groupFields.map((name, index) => [name, groups[index]])),
      }).filter(([, value]) => value !== undefined),
    ),
  }));

const anyCondition: fc.Arbitrary<Readonly<Record<string, number>>> = fc.oneof(
  ...['gt', 'gte', 'lt', 'lte', 'eq', 'neq'].map((operator) =>
    fc.integer({ min: 1, max: 4 }).map((limit) => ({ [operator]: limit })),
  ),
  fc.integer({ min: 1, max: 3 }).map((limit) => ({ gte: limit, lte: limit + 1 })),
);

const { correlation: anyCorrelation } = fc.letrec<{ correlation: ModelCorrelation; inner: ModelCorrelation }>(
  (tie) => ({
    correlation: correlationOf('outer', fc.option(tie('inner'), { nil: undefined })),
    inner: correlationOf('inner', fc.constant(undefined)),
  }),
);

function correlationOf(
  name: string,
  anyInner: fc.Arbitrary<ModelCorrelation | undefined>,
): fc.Arbitrary<ModelCorrelation> {
  return fc
    .record({
      type: fc.constantFrom(
        ...(['event_count', 'value_count', 'value_sum', 'value_avg', 'value_median'] as const),
        ...(['temporal', 'temporal_ordered', 'temporal', 'temporal_ordered'] as const),
      ),
      rules: fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 1 }),
      inner: anyInner,
      groupBy: fc.shuffledSubarray([...groupFields, 'alias'], { maxLength: 2 }),
      timespan: fc.constantFrom(1, 10, 40),
      fields: fc.subarray(['v', 'w'], { minLength: 1 }),
      condition: anyCondition,
      hasCondition: fc.boolean(),
    })
    .map(({ type, rules, inner, groupBy, timespan, fields, condition, hasCondition }) => {
      const isNumeric = /sum|avg|median/.test(type);
      const all = inner && !isNumeric ? [inner, ...rules.slice(0, 2)] : rules;
      const alias = { a: 'user', b: 'host', c: 'count', inner: 'value' };
      return {
        name,
        type,
        rules: all,
        groupBy,
        aliases: groupBy.includes('alias') ? { alias } : {},
        timespan,
        fields: isNumeric ? ['v'] : type === 'value_count' ? fields : [],
        condition: type === 'temporal_ordered' || (type === 'temporal' && !hasCondition) ? {} : condition,
      };
    });
}

const generated = 6;
const atOnce = 3;

describe('A Sigma correlation on the platform', () => {
  const app = suiteApp();
  const client = queryClient(app);
  let count = 0;

  before(async () => {
    await addTable(app, 'ev');
  });

  interface Case {
    readonly correlation: ModelCorrelation;
    readonly events: readonly ModelEvent[];
  }

  /** The groups and times that the queries of the cases find, by case. */
  async function foundIn(cases: readonly Case[]): Promise<readonly (readonly unknown[])[]> {
    const first = count + 1;
    count += cases.length;
    const records = cases.flatMap(({ events }, index) =>
      events.map(({ time, fields }) => ({
        ...fields,
        case: first + index,
        _time: new Date(start + time * 1000).toISOString(),
      })),
    );
    await rowsOfAll(client, [`json ${printString(JSON.stringify(records))} | import ev | limit 0`]);
    const queries = cases.map(({ correlation }, index) => {
      const text = [...rulesFor(first + index), ...documentsOf(correlation)].join('---\n');
      const keys = correlation.groupBy.map((field, position) => `, key_${position} = ${field}`).join('');
      return `${queryOf(text)} | eval _case = ${index}${keys} | fields _case, _time, key_0, key_1`;
    });
    const rows = await rowsOfAll(client, queries);
    return cases.map(({ correlation: { groupBy } }, index) =>
      sorted(
        rows
          .filter((row) => row['_case'] === index)
          .map((row) => [groupBy.map((_field, position) => row[`key_${position}`]), secondsIn(row)]),
      ),
    );
  }

  async function found(
    correlation: ModelCorrelation,
    events: readonly ModelEvent[],
  ): Promise<readonly unknown[]> {
    const [hits = []] = await foundIn([{ correlation, events }]);
    return hits;
  }

  const model = ({ correlation, events }: Case): readonly unknown[] =>
    sorted(hitsOf(correlation, base, events).map(({ key, time }) => [key, time]));

  const plain = { groupBy: ['user'], aliases: {}, fields: [], condition: {}, timespan: 60 };
  const event = (time: number, x: number, fields: ModelEvent['fields'] = {}): ModelEvent => ({
    time,
    fields: { user: 'u', ...fields, x },
  });
  const burst: ModelCorrelation = {
    ...plain,
    name: 'burst',
    type: 'event_count',
    rules: ['a'],
    groupBy: ['host'],
    condition: { gte: 3 },
  };

  it('groups by its own field when the correlation that it builds on groups by another', async () => {
    const outer: ModelCorrelation = {
      ...plain,
      name: 'outer',
      type: 'temporal_ordered',
      rules: [burst, 'c'],
    };
    const failures = [1, 2, 3].map((time) => event(time, 1, { host: 'h', user: time === 1 ? 'v' : 'u' }));

    assert.deepEqual(await found(outer, [...failures, event(10, 3)]), [[['u'], 10]]);
    assert.deepEqual(await found(outer, [...failures, event(10, 3, { user: 'v' })]), [[['v'], 10]]);
    assert.deepEqual(await found(outer, [...failures, event(10, 3, { user: 'w' })]), []);
  });

  it('counts an event once that several of its rules match', async () => {
    const both = { ...plain, name: 'c1', rules: ['a', 'b'] };
    const events = [event(1, 2, { v: 5 }), event(1, 1, { v: 1 })];

    assert.deepEqual(await found({ ...both, type: 'event_count', condition: { gte: 3 } }, events), []);
    assert.deepEqual(await found({ ...both, type: 'event_count', condition: { gte: 2 } }, events), [
      [['u'], 1],
    ]);
    const sum = { ...both, type: 'value_sum', fields: ['v'] } as const;
    assert.deepEqual(await found({ ...sum, condition: { gt: 6 } }, events), []);
    assert.deepEqual(await found({ ...sum, condition: { gte: 6 } }, events), [[['u'], 1]]);
  });

  for (const name of ['rules', 'line', '_table']) {
    it(`groups by a field called ${name}`, async () => {
      const events = [1, 2, 3].map((time) => event(time, 1, { [name]: 'g', v: 2 }));
      const named = { ...plain, name: 'c1', rules: ['a'], groupBy: [name], condition: { gte: 3 } };
      const group = name === '_table' ? 'ev' : 'g';

      assert.deepEqual(await found({ ...named, type: 'event_count' }, events), [[[group], 3]]);
      if (name === '_table') return;
      assert.deepEqual(await found({ ...named, type: 'value_sum', fields: ['v'] }, events), [
        [['g'], 2],
        [['g'], 3],
      ]);
      const ordered = { ...named, type: 'temporal_ordered', rules: ['a', 'b'], condition: {} } as const;
      const pair = [1, 2].map((number) => event(number, number, { [name]: 'g' }));
      assert.deepEqual(await found(ordered, pair), [[['g'], 2]]);
    });
  }

  const anyCase = fc.record({ correlation: anyCorrelation, events: fc.array(anyEvent, { maxLength: 14 }) });
  const cases = fc.sample(anyCase, { seed: 38, numRuns: generated });
  for (let from = 0; from < cases.length; from += atOnce) {
    const some = cases.slice(from, from + atOnce);
    it(`finds what the specification says, in the generated cases from ${from} on`, async () => {
      const hits = await foundIn(some);
      for (const [index, each] of some.entries()) {
        assert.deepEqual(hits[index], model(each), JSON.stringify(each));
      }
    });
  }
});

function sorted(hits: readonly unknown[]): readonly unknown[] {
  return [...hits].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

describe('Sigma rules that only serve a correlation', () => {
  const [baseRule = ''] = rulesFor(1);
  const counting = (name: string, rule: string, more = ''): string =>
    `name: ${name}\ntitle: ${name}\n${more}correlation: {type: event_count, rules: [${rule}], group-by: [u], timespan: 5m, condition: {gte: 2}}\n`;
  const titles = (...texts: readonly string[]): readonly unknown[] =>
    convertText(texts.join('---\n')).map(({ information }) => information?.title);

  it('are no queries, nor are correlations that only serve another', () => {
    assert.deepEqual(titles(baseRule, counting('one', 'a')), ['one']);
    assert.deepEqual(titles(counting('one', 'a'), baseRule, counting('two', 'one')), ['two']);
  });

  it('are queries when generate is set, in the correlation or at the top level', () => {
    assert.deepEqual(titles(baseRule, counting('one', 'a', 'generate: true\n')), ['a', 'one']);
    assert.deepEqual(titles(baseRule, counting('one', 'a').replace('timespan', 'generate: true, timespan')), [
      'a',
      'one',
    ]);
  });

  it('are reported when they refer to each other in a circle', () => {
    assert.deepEqual(titles(counting('one', 'two'), counting('two', 'one'), counting('three', 'three')), [
      'one',
      'two',
      'three',
    ]);
  });
});
