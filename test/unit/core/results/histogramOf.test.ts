import assert from 'node:assert/strict';
import fc from 'fast-check';
import { histogramOf } from '../../../../src/core/results/histogramOf';
import { formatWireTime } from '../../../../src/core/interface/time';

const day = 86_400_000;

describe('The counts of a timechart', () => {
  it('have a zero for each day without logs', () => {
    const volume = histogramOf(
      [
        { _time: '2026-11-15 00:00:00+0900', count: 3 },
        { _time: '2026-11-12 00:00:00+0900', count: 5 },
      ],
      day,
    );
    assert.deepEqual(volume?.counts, [5, 0, 0, 3]);
    assert.equal(volume.from, Date.UTC(2026, 10, 11, 15));
    assert.equal(volume.to, volume.from + 4 * day);
    assert.equal(histogramOf([{ _time: null, count: 1 }], day), undefined);
    // The clocks went forward: the second day begins after 23 hours.
    const shortDay = [{ _time: '2026-03-29 00:00:00+0100' }, { _time: '2026-03-30 00:00:00+0200' }];
    assert.deepEqual(
      histogramOf(
        shortDay.map((row) => ({ ...row, count: 1 })),
        day,
      )?.counts,
      [1, 1],
    );
  });

  it('hold every event in the bar of its time, however far apart the events are', () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 50 });
    const near = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.oneof(seconds, near), fc.constantFrom(1, 5, 60, 3600), (events, span) => {
        const times = events.map((second) => second * 1000);
        const starts = times.map((time) => time - (time % (span * 1000)));
        const rows = [...new Set(starts)].map((start) => ({
          _time: formatWireTime(new Date(start), 540),
          count: starts.filter((other) => other === start).length,
        }));
        const { from, to, counts } = histogramOf(rows, span * 1000)!;
        const step = (to - from) / counts.length;
        assert.ok(counts.length <= 400, `${counts.length} bars`);
        counts.forEach((count, index) => {
          const [begin, end] = [from + index * step, from + (index + 1) * step];
          assert.equal(count, times.filter((time) => time >= begin && time < end).length);
        });
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          events.length,
        );
      }),
      { seed: 40 },
    );
  });
});
