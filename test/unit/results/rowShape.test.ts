import assert from 'node:assert/strict';
import { chartOf } from '../../../src/results/rowShape';

const time = { name: '_time', type: 'time' } as const;
const count = { name: 'count', type: 'number' } as const;
const host = { name: 'host', type: 'text' } as const;

describe('The chart of a result', () => {
  it('is a line over time for a timechart', () => {
    const chart = chartOf('table a | timechart span=1h count', [time, count]);
    assert.deepEqual(chart, { shape: 'line', x: ['_time'], series: ['count'] });
  });

  it('is bars over the groups for stats, also with a sort after it', () => {
    const chart = chartOf('table a | stats count by host | # top | sort -count | limit 10', [host, count]);
    assert.deepEqual(chart, { shape: 'bar', x: ['host'], series: ['count'] });
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

  it('is single figures when they are not grouped', () => {
    const chart = chartOf('table a | stats count', [count]);
    assert.deepEqual(chart, { shape: 'single', x: [], series: ['count'] });
  });

  it('does not draw the groups themselves', () => {
    const port = { name: 'port', type: 'number' } as const;
    assert.equal(chartOf('table a | stats first(host) by port', [port, host]), null);
    const { x, series } = chartOf('table a | stats count by host, port', [host, port, count]) ?? {};
    assert.deepEqual([x, series], [['host', 'port'], ['count']]);
    assert.equal(
      chartOf('table a | stats count by host', [count]),
      null,
      'the axis is not among the columns',
    );
  });

  it('is not there without numbers, for other commands, or when a later command changes the columns', () => {
    assert.equal(chartOf('table a | stats first(host)', [host]), null);
    assert.equal(chartOf('table a', [time, count]), null);
    assert.equal(chartOf('table a | stats count by host | rename host as h', [host, count]), null);
  });
});
