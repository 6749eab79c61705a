import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  areEvents,
  PanelHistogram,
  spanFor,
} from '../../../../../src/extension/features/queryResults/resultHistogram';
import type { QueryRun } from '../../../../../src/extension/features/queryResults/queryRun';
import type { Cell } from '../../../../../src/core/pages/queryResults';
import { eventually } from '../../../../support/eventually';
import { ownQuery } from '../../../../../src/core/interface/ownQueries';
import { clientStub } from '../../../../support/clientStub';

const columns = [
  { name: 'user', type: 'text' },
  { name: '_time', type: 'time' },
] as const;

describe('The events of a result over time', () => {
  it('are counted for rows of tables alone, and never by repeating what writes or is unknown', () => {
    for (const text of [
      'table duration=1d web',
      'set a = 1 | table web | search x == 1 | eval y = 2 | fields _time, user | sort user | limit 9',
      'fulltext "x" from web | join user [ table users ]',
    ]) {
      assert.ok(areEvents(text, columns), text);
    }
    for (const text of [
      'table web | stats count by _time',
      'table web | timechart span=1h count',
      'table web | import copy',
      'table web | union [ table other | import copy ]',
      'table web | outputcsv file.csv',
      'table web | nobodyknows',
      'table web | anomalies x',
      `json "[{'_time':1}]"`,
      'system tables',
    ]) {
      assert.ok(!areEvents(text, columns), text);
    }
    assert.ok(!areEvents('table web | fields user', columns.slice(0, 1)));
    assert.ok(!areEvents('table web', [{ name: '_time', type: 'text' }]));
  });

  it('are counted in the shortest round interval that makes at most a hundred bars', () => {
    const units = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
    const lengthOf = (text: string): number => {
      const [, count, unit] = /^(\d+)([smhdw])$/.exec(text)!;
      return Number(count) * units[unit as keyof typeof units] * 1000;
    };
    fc.assert(
      fc.property(fc.oneof(fc.nat(1e7), fc.nat(1e12)), (period) => {
        const [text, length] = spanFor(period);
        assert.equal(length, lengthOf(text));
        assert.ok(period / length <= 100, `${period} by ${text}`);
        // No more than six times too long: the next shorter one would make too many.
        assert.ok(length === 1000 || period / length > 100 / 6, `${period} by ${text}`);
      }),
      { seed: 40 },
    );
    assert.deepEqual(spanFor(0), ['1s', 1000]);
  });

  /** A finished run whose client responds with rows, or fails. */
  function finished(text: string, ends: readonly Cell[], respond: () => readonly unknown[]) {
    const asked: string[] = [];
    const run = {
      ...{ text, columns, phase: 'finished', rowCount: 1000 },
      rows: (offset: number) => Promise.resolve([['kim', ends[offset === 0 ? 0 : 1]]]),
      client: clientStub({
        'GET query': ({ query }) => {
          asked.push(String(query?.['q']).replace(ownQuery(''), ''));
          return respond();
        },
      }),
    };
    return { run: run as unknown as QueryRun, asked };
  }

  const ends = ['2026-11-15 10:00:00.500+0900', '2026-11-15 09:00:00+0900'];
  const bars = (): readonly unknown[] => [
    { _time: '2026-11-15 09:00:00+0900', count: 400 },
    { _time: '2026-11-15 10:00:00+0900', count: 600 },
  ];

  it('are read once, when they are expanded', async () => {
    const { run, asked } = finished('table duration=1d web\n', ends, bars);
    let changes = 0;
    const histogram = new PanelHistogram(() => (changes += 1));
    histogram.follow(run, false);
    assert.deepEqual([histogram.of(run), asked], [{ histogram: null, failure: null }, []]);
    histogram.follow(run, true);
    histogram.follow(run, true);
    await eventually(() => changes === 1);
    assert.deepEqual(asked, ['table duration=1d web | timechart span=1m count']);
    const counted = histogram.of(run)!.histogram!;
    assert.deepEqual([counted.counts.length, counted.counts[0], counted.counts[60]], [61, 400, 600]);
    histogram.follow(run, false);
    histogram.follow(run, true);
    assert.deepEqual([asked.length, histogram.of(run)!.histogram], [1, counted]);
  });

  it('of a sorted result take their period from all rows', async () => {
    const { run, asked } = finished('table web | sort user', ends, () =>
      asked.length === 1 ? [{ oldest: '2026-11-01 00:00:00.000+0900', newest: ends[0] }] : bars(),
    );
    const histogram = new PanelHistogram(() => undefined);
    histogram.follow(run, true);
    await eventually(() => histogram.of(run)?.histogram != null);
    assert.deepEqual(asked, [
      'table web | sort user | stats min(_time) as oldest, max(_time) as newest',
      'table web | sort user | timechart span=4h count',
    ]);
  });

  it('say why they could not be counted, and are counted again when they are expanded again', async () => {
    let isBroken = true;
    const { run } = finished('table web', ends, () => {
      if (isBroken) throw new Error('the disk is full');
      return bars();
    });
    const histogram = new PanelHistogram(() => undefined);
    histogram.follow(run, true);
    await eventually(() => histogram.of(run)?.failure != null);
    assert.match(histogram.of(run)!.failure!, /the disk is full/);
    isBroken = false;
    histogram.follow(run, false);
    histogram.follow(run, true);
    await eventually(() => histogram.of(run)?.histogram != null);
  });

  it('are not offered before the query has ended, without rows, or for another run', () => {
    const { run } = finished('table web', ends, bars);
    const histogram = new PanelHistogram(() => undefined);
    assert.equal(histogram.of(Object.assign(run, { phase: 'running' })), null);
    assert.equal(histogram.of(Object.assign(run, { phase: 'finished', rowCount: 0 })), null);
    assert.equal(histogram.of(undefined), null);
  });
});
