import assert from 'node:assert/strict';
import { chartOf } from '../../../src/results/rowShape';

const time = { name: '_time', type: 'time' } as const;
const count = { name: 'count', type: 'number' } as const;
const host = { name: 'host', type: 'text' } as const;

describe('The chart of a result', () => {
  const port = { name: 'port', type: 'number' } as const;
  const series = ['count'];
  const bar = { shape: 'bar', x: ['host'], series };
  for (const [what, query, columns, chart] of [
    ['a line over time', 'timechart span=1h count', [time, count], { shape: 'line', x: ['_time'], series }],
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
