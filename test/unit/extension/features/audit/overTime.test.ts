import assert from 'node:assert/strict';
import { firstSearch, resolveSearch } from '../../../../../src/extension/features/audit/auditQuery';
import { AuditResult } from '../../../../../src/extension/features/audit/auditResult';
import {
  countOverTime,
  countTimes,
  withNewer,
  readOverTime,
} from '../../../../../src/extension/features/audit/overTime';
import type { AuditSearch } from '../../../../../src/core/pages/auditLogMessages';
import type { Histogram } from '../../../../../src/core/pages/common';
import { forEachFilter } from '../../../../../src/core/interface/auditFilters';
import { auditEntry, auditPage, fillAuditLog } from '../../../../support/auditEntries';
import { clientFor, startApp } from '../../../../support/startApp';
import { searchAuditLogs } from '../../../../../src/core/api/operations/auditLogs';

const { signal } = new AbortController();
const hour = 3_600_000;

describe('Counting over time', () => {
  it('adds up to the total of the platform, with 31 requests at most', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    await fillAuditLog(app, 5000, new Date('2026-01-01T01:00:00Z'));
    const search: AuditSearch = {
      ...forEachFilter(() => []),
      keywords: ['user'],
      range: 'custom',
      from: '2026-01-01 00:00:00+0000',
      to: '2026-01-01 00:59:59+0000',
      locale: 'en',
    };
    const resolved = resolveSearch(search, Date.now());
    let requests = 0;
    const counted = async (): Promise<typeof client> => {
      requests += 1;
      return Promise.resolve(client);
    };
    const result = await AuditResult.read(
      async (range, abort) => client.send(searchAuditLogs({ ...resolved.filters, ...range }), abort),
      signal,
    );
    let last: Histogram | undefined;
    const show = (histogram: Histogram): void => {
      last = histogram;
    };
    await readOverTime({ resolved, result, now: Date.now() }, counted, show, signal);
    assert.equal(result.total, 3600);
    assert.equal(sumOf(last), 3600);
    assert.ok(requests <= 31, `${requests} requests`);
    const perPart = (last?.counts ?? []).slice(0, -1).map((count) => count ?? 0);
    assert.ok(Math.max(...perPart) - Math.min(...perPart) <= 1, 'evenly spread entries are drawn evenly');
  });

  it('sends no requests for periods that are empty', async () => {
    let requests = 0;
    let last: Histogram | undefined;
    const inLastQuarter = async (from: number, to: number): Promise<number> => {
      requests += 1;
      return Promise.resolve(from <= 31 * hour && to > 31 * hour ? 7 : 0);
    };
    const show = (histogram: Histogram): void => {
      last = histogram;
    };
    await countOverTime({ from: 0, to: 32 * hour }, 7, inLastQuarter, show, signal);
    assert.equal(last?.counts.at(-1), 7);
    assert.equal(requests, 5);
  });

  it('counts few entries without a request, also those at the ends', () => {
    const countsOf = (to: number, times: readonly number[]): Histogram['counts'] =>
      countTimes({ from: 0, to }, times).counts;
    assert.deepEqual(countsOf(4000, [3500, 1200, 0]), [1, 1, 0, 1]);
    assert.deepEqual(countsOf(4000, [4000, -5]), [1, 0, 0, 1]);
    assert.deepEqual([countsOf(65_000, [64_500]).length, countsOf(65_000, [64_500]).at(-1)], [22, 1]);
  });

  it('grows with new entries until it would be too long', () => {
    const histogram = { from: 0, to: 4000, counts: [1, 1, 0, 1] };
    assert.deepEqual(withNewer(histogram, [5500]), { from: 0, to: 6000, counts: [1, 1, 0, 1, 0, 1] });
    const later = { from: 100_000, to: 104_000, counts: [1, 1, 0, null] };
    assert.deepEqual(withNewer(later, [101_000, 105_500, 99_000, 103_999]), {
      from: 100_000,
      to: 106_000,
      counts: [2, 2, 0, 1, 0, 1],
    });
    assert.equal(withNewer(histogram, [95_999])?.counts.length, 96);
    assert.equal(withNewer(histogram, [96_000]), undefined);
  });
});

describe('The time of a search', () => {
  const now = Date.parse('2026-03-01T12:00:00.900Z');

  it('begins as long ago as its range says, or at its own time', () => {
    const times = (changes: Partial<AuditSearch>): unknown => {
      const { filters } = resolveSearch({ ...firstSearch('en'), ...changes }, now);
      return [filters.from, filters.to];
    };
    for (const [range, from] of [
      ['1h', '2026-03-01 11:00:00+0000'],
      ['24h', '2026-02-28 12:00:00+0000'],
      ['7d', '2026-02-22 12:00:00+0000'],
      ['30d', '2026-01-30 12:00:00+0000'],
      ['all', undefined],
    ] as const) {
      assert.deepEqual(times({ range }), [from, undefined], range);
    }
    const to = '2026-02-01 09:00:00+0900';
    assert.deepEqual(times({ range: 'custom', from: null, to }), [undefined, '2026-02-01 00:00:00+0000']);
    assert.deepEqual(times({ range: '1h', from: to, to }), ['2026-03-01 11:00:00+0000', undefined]);
  });

  it('ends at the present when it has no end, and begins at its first match when it has no beginning', async () => {
    const spanOf = async (changes: Partial<AuditSearch>): Promise<number[]> => {
      const resolved = resolveSearch({ ...firstSearch('en'), ...changes }, now);
      const times = [1_000_000, 1_500_000].map((age) => now - age);
      const response = auditPage(times.map((time) => auditEntry({ time, created_at: time })));
      let shown: Histogram | undefined;
      const result = new AuditResult(() => Promise.resolve(response), response);
      await readOverTime({ resolved, result, now }, noClient, (histogram) => (shown = histogram), signal);
      assert.ok(shown);
      return [now - shown.from, now - shown.to].map((age) => Math.round(Math.abs(age) / 60_000));
    };
    assert.deepEqual(await spanOf({ range: '1h' }), [60, 0]);
    assert.deepEqual(await spanOf({ range: 'all' }), [25, 16]);
  });
});

function noClient(): Promise<never> {
  return Promise.reject(new Error('nothing is asked'));
}

function sumOf(histogram: Histogram | undefined): number {
  return (histogram?.counts ?? []).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
