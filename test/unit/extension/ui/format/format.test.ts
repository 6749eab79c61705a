import assert from 'node:assert/strict';
import { setTranslator, translatorFrom } from '../../../../../src/core/base/localize';
import {
  copyName,
  formatAge,
  formatBriefly,
  formatClock,
  formatTimestamp,
  formatRuns,
  formatPlatformTime,
  fileName,
  shownOfTotal,
} from '../../../../../src/extension/ui/format/formatTimestamp';
import { hideValues } from '../../../../../src/core/privacy/hiddenValues';
import { Masker } from '../../../../../src/core/privacy/masker';
import { describeSchedule } from '../../../../../src/extension/ui/format/describeSchedule';
import { isTimeZone, machineTimeZone } from '../../../../../src/core/time/zones';
import { offsetAt, onDidChangeZone, setZone } from '../../../../../src/extension/ui/format/timeZones';
import type { Clock } from '../../../../../src/core/time/zones';

const now = new Date('2026-11-14T20:00:00Z');
const soon = new Date('2026-11-14T20:05:30Z');

describe('A timestamp for the user', () => {
  beforeEach(() => {
    setZone('Asia/Seoul');
  });
  afterEach(() => {
    setZone(undefined);
  });

  it('is written in the zone of the user, which it names', () => {
    assert.equal(formatTimestamp(soon), '2026-11-15 05:05:30+0900');
    assert.equal(formatClock(soon), '05:05+0900');
  });

  it('is just now within a minute, and then so long ago', () => {
    assert.equal(formatAge(now, new Date('2026-11-14T20:00:59Z')), 'just now');
    assert.equal(formatAge(now, soon), '5 minutes ago');
    const ages = [60, 3599, 3600, 86_399, 86_400, 2 * 86_400, 400 * 86_400];
    assert.deepEqual(
      ages.map((seconds) => formatAge(new Date(now.getTime() - seconds * 1000), now)),
      [
        '1 minute ago',
        '59 minutes ago',
        '1 hour ago',
        '23 hours ago',
        'yesterday',
        '2 days ago',
        '400 days ago',
      ],
    );
  });

  it('of the platform is converted to the same zone', () => {
    assert.equal(formatPlatformTime('2026-11-14 20:05:30+0000'), '2026-11-15 05:05:30+0900');
    assert.equal(formatPlatformTime('yesterday'), 'yesterday');
    assert.equal(formatPlatformTime(undefined), undefined);
  });

  it('is the time of day alone when it is today in the zone of the user', () => {
    assert.equal(formatBriefly(soon, now), '05:05+0900');
    assert.equal(formatBriefly(new Date('2026-11-15T15:05:00Z'), now), '2026-11-16 00:05+0900');
    assert.equal(formatBriefly(new Date('2026-11-14T14:05:00Z'), now), '2026-11-14 23:05+0900');
  });

  it('has the time of the server beside it when the server has another zone', () => {
    const zone = (timeZone: string): Clock => ({ kind: 'zone', timeZone });
    assert.equal(formatRuns([soon], zone('UTC'), now), '05:05+0900, on the server 20:05+0000');
    assert.equal(formatRuns([soon], zone('Asia/Tokyo'), now), '05:05+0900');
    assert.equal(formatRuns([soon, soon], undefined, now), '05:05+0900 · 05:05+0900');
  });

  it('names the assumed offset of the server when its time zone is unknown', () => {
    const offset = (minutes: number): Clock => ({ kind: 'offset', minutes });
    assert.equal(formatRuns([soon, soon], offset(540), now), '05:05+0900 · 05:05+0900 (assuming +09:00)');
    const newfoundland = '05:05+0900, on the server 16:35-0330 (assuming -03:30)';
    assert.equal(formatRuns([soon], offset(-210), now), newfoundland);
  });

  it('has the daylight saving time of the zone', () => {
    setZone('America/New_York');
    assert.equal(formatTimestamp(new Date('2026-07-01T12:00:00Z')), '2026-07-01 08:00:00-0400');
    assert.equal(formatTimestamp(new Date('2026-12-01T12:00:00Z')), '2026-12-01 07:00:00-0500');
  });

  it('accepts only known zones', () => {
    assert.deepEqual(['Asia/Seoul', 'UTC', 'Nowhere/At all'].map(isTimeZone), [true, true, false]);
    assert.equal(isTimeZone(machineTimeZone()), true);
  });

  it('has the offset of the zone also before 1970, and notifies when the zone changes', () => {
    assert.deepEqual(
      [-1, -30_000, 30_000].map((epoch) => offsetAt(new Date(epoch))),
      [540, 540, 540],
    );
    let changes = 0;
    const stop = onDidChangeZone(() => (changes += 1));
    setZone('Asia/Kolkata');
    assert.equal(offsetAt(now), 330);
    stop.dispose();
    setZone('UTC');
    assert.deepEqual([offsetAt(now), changes], [0, 1]);
  });
});

describe('The description of a schedule', () => {
  afterEach(() => {
    setTranslator(translatorFrom({}));
  });

  it('names the clock of the server when it has a time of day', () => {
    assert.deepEqual(['0 9 * * *', '*/5 * * * *', 'nonsense'].map(describeSchedule), [
      'at 09:00, server time',
      'every 5 minutes',
      'nonsense',
    ]);
  });

  it('says when it runs if the last interval is another one, in both languages', () => {
    const described = (language: string): readonly string[] => {
      setTranslator(translatorFrom({}), language);
      const texts = ['*/7 * * * *', '5/25 * * * *', '0 */5 * * *', '0 0 1 */5 *', '0 0 * * */3'];
      return texts.map(describeSchedule);
    };
    assert.deepEqual(described('en'), [
      'at 0, 7, 14, 21, 28, 35, 42, 49, and 56 minutes past the hour',
      'at 5, 30, and 55 minutes past the hour',
      'at 00:00, 05:00, 10:00, 15:00 and 20:00, server time',
      'at 00:00, on day 1 of the month, only in January, June, and November, server time',
      'at 00:00, only on Sunday, Wednesday, and Saturday, server time',
    ]);
    const [minutes, , hours] = described('ko');
    assert.deepEqual(
      [minutes, hours],
      ['0, 7, 14, 21, 28, 35, 42, 49, 56분', '00:00, 05:00, 10:00, 15:00, 20:00, server time'],
    );
    assert.match(describeSchedule('0 0 */2 * *'), /1일에서 31일까지/);
    setTranslator(translatorFrom({}));
    const even = ['*/5 * * * *', '5-59/10 * * * *', '0-30/7 * * * *', '0 */6 * * *', '*/20 * * * * *'];
    assert.deepEqual(even.map(describeSchedule), [
      'every 5 minutes',
      'every 10 minutes, minutes 5 through 59 past the hour',
      'every 7 minutes, minutes 0 through 30 past the hour',
      'on the hour, every 6 hours',
      'every 20 seconds',
    ]);
  });

  it('is in Korean for an hourly schedule', () => {
    setTranslator(translatorFrom({ '{0} minutes past every hour': '매시 {0}분' }), 'ko');
    assert.deepEqual([' 15 * * * * ', '5 * * * *'].map(describeSchedule), ['매시 15분', '매시 5분']);
    assert.match(describeSchedule('0 9 * * *'), /오전|09:00/);
    setTranslator(translatorFrom({}));
    assert.equal(describeSchedule('15 * * * *'), 'at 15 minutes past the hour');
  });
});

describe('The name of a file', () => {
  it('has no characters that a system forbids, and no hidden value', () => {
    assert.equal(fileName(' a/b:*c?.d-e_f 한글 ', 'csv'), 'a_b_c_.d-e_f 한글.csv');
    hideValues(new Masker());
    try {
      assert.equal(fileName('logins of 10.1.2.3', 'svg'), 'logins of ip1-masked.svg');
    } finally {
      hideValues(undefined);
    }
  });
});

describe('The name of a copy', () => {
  for (const name of [
    'Logins',
    '로그인',
    'x'.repeat(255),
    'x'.repeat(250),
    `${'x'.repeat(247)}😀${'y'.repeat(6)}`,
  ]) {
    it(`is another one that the platform accepts (${name.length} characters)`, () => {
      const copy = copyName(name);
      assert.notEqual(copy, name);
      assert.match(copy, / \(copy\)$/);
      assert.ok(copy.length <= 255 && !/\p{Surrogate}/u.test(copy), copy);
    });
  }
});

describe('The number of shown items', () => {
  it('is never more than the total', () => {
    assert.match(shownOfTotal(43, 42), /^43 of 43 shown/);
    assert.match(shownOfTotal(50, 1200), /^50 of 1,200 shown/);
  });
});
