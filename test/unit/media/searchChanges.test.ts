import assert from 'node:assert/strict';
import { narrowingsFor, withRange, withTimes, withFilterValue } from '../../../media/auditLogs/searchChanges';
import { completeTime, rangeProblem, timeProblem } from '../../../media/elements/typedTime';
import type { AuditRow } from '../../../src/core/pages/auditLogMessages';
import { auditRow, auditState } from '../../pages/support/states';

const seoul = (): number => 540;
const guid = '0e95725d-7320-415d-80f7-004da920fc11';

describe('A changed search of the audit log', () => {
  const { search, choices } = auditState();

  it('accepts a keyword or a company once, and only a GUID for a company', () => {
    const changed = withFilterValue(
      withFilterValue(search, 'keywords', ' login '),
      'companyGuids',
      ` ${guid} `,
    );

    assert.deepEqual([changed.keywords, changed.companyGuids], [[...search.keywords, 'login'], [guid]]);
    assert.equal(withFilterValue(changed, 'keywords', 'login'), changed);
    assert.equal(withFilterValue(changed, 'companyGuids', guid), changed);
    assert.equal(withFilterValue(changed, 'companyGuids', 'acme'), changed);
  });

  it('covers whole seconds, in the zone of the page', () => {
    const { from, to } = withTimes(search, Date.UTC(2026, 0, 1) + 1, Date.UTC(2026, 0, 1, 1) + 1, seoul);

    assert.deepEqual([from, to], ['2026-01-01 09:00:00+0900', '2026-01-01 10:00:01+0900']);
    const whole = withTimes(search, 0, 1000, seoul);
    assert.deepEqual(
      [whole.range, whole.from, whole.to],
      ['custom', '1970-01-01 09:00:00+0900', '1970-01-01 09:00:01+0900'],
    );
  });

  it('begins with the quick range of before when it gets custom times', () => {
    const { now } = Date;
    Date.now = () => Date.UTC(2026, 0, 31);
    try {
      const from = (range: typeof search.range): readonly unknown[] => {
        const changed = withRange({ ...search, range, from: null, to: null }, 'custom', () => 0);
        return [changed.range, changed.from?.slice(0, 16), changed.to?.slice(0, 16)];
      };
      const end = '2026-01-31 00:00';
      assert.deepEqual((['15m', '1h', '24h', '7d', '30d', 'all'] as const).map(from), [
        ['custom', '2026-01-30 23:45', end],
        ['custom', '2026-01-30 23:00', end],
        ['custom', '2026-01-30 00:00', end],
        ['custom', '2026-01-24 00:00', end],
        ['custom', '2026-01-01 00:00', end],
        ['custom', undefined, undefined],
      ]);
    } finally {
      Date.now = now;
    }
    const to = '2026-01-01 09:00:00+0900';
    assert.deepEqual(withRange({ ...search, range: '1h', to }, 'custom', seoul), {
      ...search,
      range: 'custom',
      to,
    });
    assert.deepEqual(withRange({ ...search, range: '1h' }, '7d', seoul), { ...search, range: '7d' });
  });

  it('reads a time without an offset in the zone of the page', () => {
    assert.equal(completeTime('2026-01-01', seoul), '2026-01-01 00:00:00+0900');
    assert.equal(completeTime('2026-01-01T10:20', seoul), '2026-01-01 10:20:00+0900');
    assert.equal(completeTime(' 2026-01-01 10:20:30 ', seoul), '2026-01-01 10:20:30+0900');
    for (const text of ['yesterday', '2026-02-30', '2026-01-01 10:20:30+0900', '2026-01-01 10', ''])
      assert.equal(completeTime(text, seoul), text);
  });

  it('reads a time around a change of the clock with the offset of that time', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    const berlin = (epoch: number): number => (epoch < change ? 60 : 120);
    const newYork = (epoch: number): number => (epoch < change ? -300 : -240);

    assert.equal(completeTime('2026-03-29 01:30', berlin), '2026-03-29 01:30:00+0100');
    assert.equal(completeTime('2026-03-29 03:30', berlin), '2026-03-29 03:30:00+0200');
    assert.equal(completeTime('2026-03-28 19:30', newYork), '2026-03-28 19:30:00-0500');
    assert.equal(completeTime('2026-03-28 21:30', newYork), '2026-03-28 21:30:00-0400');
  });

  it('ends after it starts', () => {
    const at = '2026-01-01 09:00:00+0900';

    assert.equal(rangeProblem(at, at), 'The end must be after the start.');
    assert.equal(rangeProblem(at, '2026-01-01 09:00:01+0900'), undefined);
    assert.equal(rangeProblem('2026-01-01 09:00:01+0900', at), 'The end must be after the start.');
    assert.deepEqual([rangeProblem('', at), rangeProblem(at, '')], [undefined, undefined]);
  });

  it('accepts times in the format of the platform, as in the example', () => {
    for (const text of ['', ' ', '2026-01-01 09:00:00+0900']) assert.equal(timeProblem(text), undefined);
    const before = process.env['TZ'];
    process.env['TZ'] = 'Asia/Seoul';
    try {
      const [, example = ''] = /for example (.*)\.$/.exec(timeProblem('2026-01-01') ?? '') ?? [];
      assert.match(example, /^20.*\+0900$/);
      assert.equal(timeProblem(example), undefined);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('is narrowed by the value of a cell, or by its text when the platform lists no values', () => {
    const row = { ...auditRow(0), time: 0, message: null, error: 'no-permission' };
    const none = { categories: null, actions: null, results: null, users: null };
    const narrowed = (
      column: string,
      listed: Partial<typeof choices> = none,
      input: Partial<AuditRow> = {},
    ): unknown =>
      narrowingsFor({ ...row, ...input }, column, { search, choices: { ...choices, ...listed } }, seoul).map(
        ({ label, search: { keywords, categories, actions, results, users, from, to, range } }) => [
          label,
          ...[keywords, categories, actions, results, users].flat(),
          ...(range === 'custom' ? [from, to] : []),
        ],
      );
    const time = '1970-01-01 09:00:00+0900';
    assert.deepEqual(narrowed('time'), [
      ['Search from This Time', time, null],
      ['Search until This Time', null, time],
    ]);
    for (const [column, text] of [
      ['user', row.user],
      ['remoteIp', row.remoteIp],
      ['result', row.result],
      ['message', 'no-permission'],
    ] as const)
      assert.deepEqual(narrowed(column), [[`Keyword “${text}”`, text]]);
    assert.deepEqual(narrowed('message', none, { message: 'signed in' }), [
      ['Keyword “signed in”', 'signed in'],
    ]);
    assert.deepEqual([narrowed('category'), narrowed('unknown')], [[], []]);
    assert.deepEqual(narrowed('user', {}), [[`Keep Only “${row.user}”`, row.user]]);
    assert.deepEqual(narrowed('result', {}), [[`Keep Only “${row.result}”`, row.result]]);
    assert.deepEqual(narrowed('user', {}, { user: '' }), []);
    assert.deepEqual(narrowed('action', {}, { action: null }), [[`Keyword “${row.method}”`, row.method]]);
    const known = { ...search, keywords: ['no-permission'] };
    assert.deepEqual(narrowingsFor(row, 'message', { search: known, choices }, seoul), []);
  });
});
