import assert from 'node:assert/strict';
import { UnreachableError } from '../../../../../src/core/api/errors';
import { OverviewModel } from '../../../../../src/extension/features/overview/overviewModel';
import { OverviewReader } from '../../../../../src/extension/features/overview/overviewReader';
import { TableRows } from '../../../../../src/extension/features/overview/tableRows';
import { QueryRecords } from '../../../../../src/extension/ui/connections/queryRecords';
import type { OverviewView } from '../../../../../src/core/pages/overview';
import { suiteServer } from '../../../../support/httpServer';
import { day, dependent, firstView as view, now, overviewReader, schedule, table, written } from './support';
import { each } from '../../../../support/each';

const triggers = new Map([['guid of two', 'after one']]);
describe('The state of the overview', () => {
  let clock: number;
  let records: QueryRecords;
  let reader: OverviewReader;
  let model: OverviewModel;

  beforeEach(() => {
    clock = now;
    records = new QueryRecords(() => Promise.reject(new Error('nothing is asked')));
    reader = new OverviewReader(
      () => Promise.reject(new Error('nothing is asked')),
      () => records,
      () => undefined,
      () => clock,
    );
    model = new OverviewModel(
      reader,
      () => triggers,
      () => clock,
    );
  });

  it('is empty before anything was read, and then filled part by part', () => {
    assert.deepEqual(model.state(view), { attention: null, load: null, chains: null, tables: null });
    assert.equal(model.serverOffset(view), null);
    reader.tables.value = [table('web')];
    assert.deepEqual(model.state(view).attention, { items: [], isChecking: true, gaps: [] });
    assert.equal(model.state(view).tables?.total, 1);
    assert.equal(model.state(view).load, null);
    reader.schedules.value = [schedule('one'), dependent('two', 'one')];
    assert.deepEqual(each(model.state(view).chains?.nodes, 'name', 'trigger'), [
      ['one', 'cron'],
      ['two', 'after one'],
    ]);
    reader.running.value = [];
    reader.audits.value = { items: [], older: 0, isSearched: false };
    assert.equal(model.state(view).attention?.isChecking, true);
    reader.arrivalIntervals.value = { byTable: new Map(), leftOut: 0 };
    assert.equal(model.state(view).attention?.isChecking, false);
  });

  it('counts the schedules that the clock starts, by the clock of the platform', () => {
    const seoul = { updated: written(now - day, 540), created: undefined, lastRunTime: undefined };
    records.clock.note(seoul.updated);
    reader.schedules.value = [
      schedule('daily', { ...seoul, cronSchedule: '30 2 * * *' }),
      schedule('off', { ...seoul, enabled: false }),
      dependent('two', 'daily', seoul),
      schedule('bare', { ...seoul, cronSchedule: undefined }),
    ];
    const starts = (zone: OverviewView['zone'], timeZone = 'Europe/Berlin'): unknown => {
      const load = model.state({ ...view, zone, timeZone }).load;
      return load?.days[0]?.hours.flatMap(({ starts: count }, index) => (count > 0 ? [index] : []));
    };
    assert.equal(model.serverOffset(view), 540);
    assert.equal(model.state(view).load?.schedules, 1);
    // 02:30 in Seoul is 17:30 UTC of the day before.
    assert.deepEqual([starts('utc'), starts('server'), starts('local')], [[17], [2], [18]]);
    assert.deepEqual(starts('local', 'no such zone'), [17]);
    assert.deepEqual(model.cell(view, 0, 17), [
      { guid: 'guid of daily', name: 'daily', minutes: [30], skipped: false },
    ]);
    assert.equal(model.spread(view).before, 1);
    const next = model.state({ ...view, week: 1 }).load;
    assert.equal(next?.days[0]?.date, '2026-11-22');
  });

  it('names what could not be checked, with each reason once', () => {
    const failure = { reason: 'rejected', message: 'No.', detail: null, canRetry: true } as const;
    const parts = [reader.schedules, reader.tables, reader.running, reader.audits, reader.arrivalIntervals];
    for (const part of parts) part.failure = failure;
    reader.audits.failure = { ...failure, message: 'Ask.' };
    assert.deepEqual(model.state(view).attention?.gaps, [
      'Not checked: scheduled queries, tables, running queries, silent sources. No.',
      'Not checked: rejected writes. Ask.',
    ]);
    const outage = { ...failure, reason: 'unreachable', message: 'Connection refused.' } as const;
    for (const part of parts) part.failure = outage;
    const all = 'scheduled queries, tables, running queries, rejected writes, silent sources';
    assert.deepEqual(model.state(view).attention?.gaps, [`Not checked: ${all}.`], 'the page says why');
    assert.equal(reader.responded, 'all');
  });
});

describe('The result of the list of tables', () => {
  it('adds up all tables, also those that are filtered out', () => {
    const rows = new TableRows();
    const tables = [table('a', { size: 1000 }), table('b', { size: 500, first: null })];
    const filtered = rows.list(tables, [], { ...view, filter: 'b' });
    assert.deepEqual([filtered?.count, filtered?.total, filtered?.size], [1, 2, 1500]);
    assert.ok(Math.abs((filtered?.perDay ?? 0) - 100) < 1);
  });
});

describe('The requests of the overview', () => {
  /** The paths that get an empty response of this status. */
  let failing: readonly [RegExp, number];

  const suite = suiteServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://x');
    const isFailing = failing[0].test(pathname);
    response.writeHead(isFailing ? failing[1] : 200, { 'content-type': 'application/json' });
    const lists = { total: 0, audit_logs: [], total_count: 0, scheduled_queries: [], tables: [] };
    response.end(isFailing || pathname.endsWith('/query') ? '' : JSON.stringify(lists));
  });

  beforeEach(() => {
    failing = [/nothing/, 500];
  });

  const asked = (part: string): readonly URLSearchParams[] =>
    suite.server.seen
      .map(({ url }) => new URL(url, 'http://x'))
      .filter(({ pathname }) => pathname.endsWith(part))
      .map(({ searchParams }) => searchParams);

  function open(clock: () => number): OverviewReader {
    return overviewReader(
      () => Promise.resolve(suite.client),
      () => undefined,
      clock,
      60_000,
    );
  }

  it('are sent every thirty seconds, and every minute for what changes seldom', async () => {
    let clock = now;
    const reader = open(() => clock);
    const { signal } = new AbortController();
    const counts = (): readonly number[] =>
      ['/scheduled-queries', '/query', '/tables', '/audit-logs'].map((part) => asked(part).length);
    assert.equal(await reader.poll(signal), 'continue');
    assert.deepEqual([counts(), reader.asOf], [[1, 1, 1, 1], now]);
    clock += 29_999;
    assert.equal(await reader.poll(signal), 'rest');
    clock += 1;
    await reader.poll(signal);
    assert.deepEqual([counts(), reader.asOf], [[1, 2, 1, 1], clock]);
    clock += 30_001;
    await reader.poll(signal);
    assert.deepEqual(counts(), [2, 3, 2, 2]);
    reader.renew();
    await reader.poll(signal);
    assert.deepEqual(counts(), [2, 4, 3, 3], 'other views keep schedules up to date');
    const sent = ['from', 'limit', 'locale'].map((name) => asked('/audit-logs')[0]?.get(name));
    assert.deepEqual(sent, [written(now - day), '500', 'en']);
  });

  it('continue while one of them succeeds', async () => {
    const { signal } = new AbortController();
    for (const status of [500, 401]) {
      failing = [/tables$/, status];
      assert.equal(await open(() => now).poll(signal), 'continue');
    }
    failing = [/./, 401];
    assert.equal(await open(() => now).poll(signal), 'stop');
    failing = [/./, 500];
    const pending = open(() => now);
    await assert.rejects(pending.poll(signal), UnreachableError);
    assert.equal(pending.asOf, null);
  });
});
