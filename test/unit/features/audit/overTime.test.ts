import assert from 'node:assert/strict';
import { settleSearch } from '../../../../src/features/audit/auditQuery';
import { AuditResult } from '../../../../src/features/audit/auditResult';
import { countOverTime, countTimes, withNewer } from '../../../../src/features/audit/overTime';
import { readOverTime } from '../../../../src/features/audit/readOverTime';
import type { AuditSearch, Histogram } from '../../../../src/shared/protocol/auditLogs';
import { fillAuditLog, masterClient } from '../../../support/auditEntries';
import { startApp } from '../../../support/startApp';

const { signal } = new AbortController();
const hour = 3_600_000;

describe('Counting over time', () => {
  it('adds up to the total of the service, with 31 requests at most', async () => {
    await using app = await startApp();
    await using client = masterClient(app);
    await fillAuditLog(app, 5000, new Date('2026-01-01T01:00:00Z'));
    const search: AuditSearch = {
      keywords: ['user'],
      categories: [],
      actions: [],
      companyGuids: [],
      results: [],
      users: [],
      range: 'custom',
      from: '2026-01-01 00:00:00+0000',
      to: '2026-01-01 00:59:59+0000',
      locale: 'en',
    };
    const settled = settleSearch(search, Date.now());
    let requests = 0;
    const counted = async (): Promise<typeof client> => {
      requests += 1;
      return Promise.resolve(client);
    };
    const result = await AuditResult.read(
      async (range, abort) => client.auditLogs({ ...settled.filters, ...range }, abort),
      signal,
    );
    let last: Histogram | undefined;
    const show = (histogram: Histogram): void => {
      last = histogram;
    };
    await readOverTime({ settled, result, now: Date.now() }, counted, show, signal);
    assert.equal(result.total, 3600);
    assert.equal(sumOf(last), 3600);
    assert.ok(requests <= 31, `${requests} requests`);
    const perPart = (last?.counts ?? []).slice(0, -1).map((count) => count ?? 0);
    assert.ok(Math.max(...perPart) - Math.min(...perPart) <= 1, 'evenly spread entries are drawn evenly');
  });

  it('does not look into what is empty', async () => {
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

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    const shown: Histogram[] = [];
    const counting = countOverTime(
      { from: 0, to: 32 * hour },
      100,
      async () => {
        abort.abort();
        return Promise.resolve(50);
      },
      (histogram) => shown.push(histogram),
      abort.signal,
    );
    await assert.rejects(counting, { name: 'AbortError' });
    assert.deepEqual(shown, []);
  });

  it('counts few entries without asking', () => {
    const { counts } = countTimes({ from: 0, to: 4000 }, [3500, 1200, 0]);
    assert.deepEqual(counts, [1, 1, 0, 1]);
  });

  it('grows with new entries until it would be too long', () => {
    const histogram = { from: 0, to: 4000, counts: [1, 1, 0, 1] };
    assert.deepEqual(withNewer(histogram, [5500]), { from: 0, to: 6000, counts: [1, 1, 0, 1, 0, 1] });
    assert.equal(withNewer(histogram, [1_000_000]), undefined);
  });
});

function sumOf(histogram: Histogram | undefined): number {
  return (histogram?.counts ?? []).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
