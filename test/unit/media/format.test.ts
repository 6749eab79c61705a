import assert from 'node:assert/strict';
import {
  epochOf,
  formatAgo,
  formatAmount,
  formatCount,
  formatTimestamp,
  formatRate,
  formatShare,
  offsetAt,
  timeLabel,
} from '../../../src/core/pages/format';
import { formatElapsed } from '../../../src/core/base/formatElapsed';

const day = 86_400_000;

describe('Figures on a page', () => {
  it('change their unit at the beginning of the next one', () => {
    const elapsed = [-5, 999, 999.6, 1000, 59_900, 59_960, 60_000, 185_000, 3_599_000, 3_600_000, 7_440_000];
    assert.deepEqual(elapsed.map(formatElapsed), [
      '0 ms',
      '999 ms',
      '1 s',
      '1 s',
      '59.9 s',
      '1 m 00 s',
      '1 m 00 s',
      '3 m 05 s',
      '59 m 59 s',
      '1 h 00 m',
      '2 h 04 m',
    ]);
    assert.deepEqual(
      [-900, 59_000, 60_000, 3_599_000, 3_600_000, 2 * day - 1000, 2 * day, 1200 * day].map(formatAgo),
      [
        '0 s ago',
        '59 s ago',
        '1 min ago',
        '59 min ago',
        '1 h ago',
        '47 h ago',
        '2 days ago',
        '1,200 days ago',
      ],
    );
    assert.deepEqual([0, 0.0005, 0.001, 0.0994, 0.1, 0.1234, 9.99, 10, 1234].map(formatShare), [
      '0%',
      '<0.1%',
      '0.1%',
      '9.9%',
      '10%',
      '12%',
      '999%',
      '×10',
      '×1.2k',
    ]);
    assert.deepEqual(
      [0.44, 9.94, 12.4, 999, 999.6, 1000, 3400, 9960, 1.2e6, 5e9, 1e12, 2e15].map(formatRate),
      [
        '0.4/s',
        '9.9/s',
        '12/s',
        '999/s',
        '1k/s',
        '1k/s',
        '3.4k/s',
        '10k/s',
        '1.2M/s',
        '5G/s',
        '1T/s',
        '2P/s',
      ],
    );
  });

  it('have their digits grouped, and three after the point at most', () => {
    assert.equal(formatCount(1_234_567), '1,234,567');
    assert.deepEqual([null, 1234.5678, 12_345_678_901_234_567_890n].map(formatAmount), [
      '–',
      '1,234.568',
      '12,345,678,901,234,567,890',
    ]);
  });
});

describe('Times on a page', () => {
  it('are in the selected zone, and in UTC when the zone of the platform is unknown', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'America/St_Johns';
    try {
      assert.deepEqual(
        [
          offsetAt(0, 'server', null),
          offsetAt(0, 'server', 540),
          offsetAt(0, 'utc', 540),
          offsetAt(0, 'local', 540),
        ],
        [0, 540, 0, -210],
      );
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
    assert.equal(formatTimestamp(0, 'server', 540), '1970-01-01 09:00:00+0900');
  });

  it('are read from numbers and texts of any precision, up to a day before the last date', () => {
    const newYear = Date.UTC(2026, 0, 1);
    assert.deepEqual(
      [newYear, '2026-01-01 09:00:00+0900', '2026-01-01 09:00:00.250+0900', 'soon', '', null, true].map(
        epochOf,
      ),
      [newYear, newYear, newYear + 250, undefined, undefined, undefined, undefined],
    );
    const latest = 8.64e15 - day;
    assert.deepEqual([latest, latest - 1, -latest, 1 - latest].map(epochOf), [
      undefined,
      latest - 1,
      undefined,
      1 - latest,
    ]);
  });

  it('are as precise on an axis as its steps, with dates at midnight', () => {
    const noonInSeoul = Date.UTC(2026, 0, 2, 3, 4, 5);
    const labels = [28 * day, 28 * day - 1, day, day - 1, 60_000, 59_999].map((step) =>
      timeLabel(noonInSeoul, 540, step),
    );
    assert.deepEqual(labels, ['2026-01-02', '01-02', '01-02', '12:04', '12:04', '12:04:05']);
    const midnight = Date.UTC(2026, 0, 1, 15);
    assert.deepEqual(
      [3_600_000, 1000].map((step) => timeLabel(midnight, 540, step)),
      ['01-02', '00:00:00'],
    );
  });
});
