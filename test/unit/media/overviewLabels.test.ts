import assert from 'node:assert/strict';
import { actionLabel } from '../../../media/overview/actionLabel';
import { clockLabel, dayLabel, hourLabel, shadeOf } from '../../../media/overview/loadLabels';
import type { LoadHour, WeekLoad } from '../../../src/core/pages/overview';

describe('The labels of the load of a week', () => {
  it('names days and times as the user writes them', () => {
    assert.deepEqual(
      [
        dayLabel('2026-11-16', 'narrow'),
        dayLabel('2026-11-16'),
        dayLabel('2026-11-16', 'long'),
        dayLabel(''),
      ],
      ['16 Mon', 'Mon, Nov 16', 'Monday, November 16', ''],
    );
    assert.deepEqual([0, 65, 1439].map(clockLabel), ['00:00', '01:05', '23:59']);
  });

  it('say of each hour what starts in it, and what daylight saving time does to it', () => {
    const hours: readonly LoadHour[] = [
      { starts: 0, schedules: 0, change: null },
      { starts: 1, schedules: 1, change: null },
      { starts: 1200, schedules: 2, change: 'skipped' },
      { starts: 2, schedules: 1, change: 'repeated' },
    ];
    const load = {
      days: [
        { date: '2026-11-15', hours: [] },
        { date: '2026-11-16', hours },
      ],
    } as unknown as WeekLoad;
    assert.deepEqual(
      [0, 1, 2, 3].map((hour) => hourLabel(load, 1, hour)),
      [
        'Monday, November 16, 00:00: no scheduled query starts',
        'Monday, November 16, 01:00: 1 start of 1 scheduled query',
        'Monday, November 16, 02:00: 1,200 starts of 2 scheduled queries. Daylight saving time skips this hour.',
        'Monday, November 16, 03:00: 2 starts of 1 scheduled query. This hour occurs twice because of daylight saving time.',
      ],
    );
    assert.equal(hourLabel(load, 0, 5), 'Sunday, November 15, 05:00: no scheduled query starts');
  });

  it('have shades in proportion to their starts, and none when no query starts', () => {
    const shade = (starts: number): number => shadeOf(starts, 74);
    assert.ok(shade(74) - shade(73) < 0.01, 'similar hours look alike, also when all are busy');
    assert.ok(shade(74) - shade(37) > 0.15);
    assert.equal(shade(0), 0);
    assert.ok(shade(1) > 0.05, 'it can be told from an hour without starts');
    for (let starts = 1; starts <= 74; starts += 1) assert.ok(shade(starts) > shade(starts - 1));
  });
});

describe('An action of the overview', () => {
  it('begins with a verb, and names a query that is not that of the item', () => {
    const query = { guid: 'g', name: 'a\u202eb' };
    assert.deepEqual(
      [
        actionLabel({ kind: 'openQuery', ...query }, query.name),
        actionLabel({ kind: 'openQuery', ...query }, 'other'),
        actionLabel({ kind: 'enableQuery', ...query }, 'ab'),
        actionLabel({ kind: 'stopQuery', ...query }),
      ],
      ['Open Query', 'Open a[U+202E]b', 'Enable a[U+202E]b…', 'Stop…'],
    );
  });
});
