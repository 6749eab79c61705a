import assert from 'node:assert/strict';
import { chartOf } from '../../../../src/core/results/rowShape';

const time = { name: '_time', type: 'time' } as const;
const count = { name: 'count', type: 'number' } as const;
const host = { name: 'host', type: 'text' } as const;

describe('The chart of a result', () => {
  const port = { name: 'port', type: 'number' } as const;
  const series = ['count'];
  const bar = { shape: 'bar', x: ['host'], series };
  for (const [what, query, columns, chart] of [
    [
      'a line over time',
      'timechart span=1h count',
      [time, count],
      { shape: 'line', x: ['_time'], series, counts: true, span: 3_600_000 },
    ],
    ['bars over the groups', 'stats count by host', [host, count], bar],
    ['bars also with a sort', 'stats count by host | # top | sort -count | limit 1', [host, count], bar],
    [
      'bars of several groups',
      'stats count by host, port',
      [host, port, count],
      { ...bar, x: ['host', 'port'] },
    ],
    ['single figures', 'stats count', [count], { shape: 'single', x: [], series }],
    ['none of the groups themselves', 'stats first(host) by port', [port, host], null],
    ['none if its axis is not among the columns', 'stats count by host', [count], null],
    ['none without numbers', 'stats first(host)', [host], null],
    ['none for other commands', 'search a', [time, count], null],
    ['none if the columns change later', 'stats count by host | rename host as h', [host, count], null],
  ] as const) {
    it(`is ${what}: ${query}`, () => assert.deepEqual(chartOf(`table a | ${query}`, columns), chart));
  }

  it('has an end if its query reads until now, and counts unless some were removed', () => {
    const of = (query: string): unknown => {
      const { counts = false, span = null, until = null } = chartOf(query, [time, count], 77) ?? {};
      return [counts, span, until];
    };
    const day = 86_400_000;
    assert.deepEqual(of('table duration=1d a | timechart span=2d count'), [true, 2 * day, 77]);
    assert.deepEqual(of('table from=2026 to=2027 a | timechart span=1mon count'), [true, null, null]);
    const { from } = chartOf('table duration=1h a | timechart span=1m count', [time, count], day) ?? {};
    assert.equal(from, day - 3_600_000);
    assert.deepEqual(of('table a | timechart span=1d avg(b) as count'), [false, day, 77]);
    assert.deepEqual(of('table a | timechart span=1d count | search count > 9'), [false, day, 77]);
    assert.deepEqual(of('json "{}" | timechart span=1d count | sort count'), [true, day, null]);
  });

  it('has series that can be added if each is a count or a sum of one value of a field', () => {
    const web = { name: 'web', type: 'number' } as const;
    const additive = (timechart: string): boolean =>
      chartOf(`table a | timechart span=1h ${timechart}`, [time, web])?.additive === true;
    assert.deepEqual(
      ['count by host', 'sum(bytes) by host', 'avg(bytes) by host', 'dc(user) by host', 'count'].map(
        additive,
      ),
      [true, true, false, false, false],
    );
    assert.equal(additive('count, sum(bytes) by host'), false);
  });
});
