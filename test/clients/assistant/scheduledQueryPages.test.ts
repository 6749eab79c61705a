import assert from 'node:assert/strict';
import { listQueries } from '../../../src/core/assistant/tools/scheduleTools';
import { HttpServer } from '../../support/httpServer';

const never = new AbortController().signal;

describe('Scheduled queries for an assistant', () => {
  const recordOf = (index: number): object =>
    index === 1
      ? { guid: index }
      : { guid: `g${index}`, name: `n${index}`, query: 'table a', trigger_type: 'cron' };

  async function listed(total: number, range: object, maxBytes?: number): Promise<[string[], number]> {
    await using server = await HttpServer.start(({ url }, response) => {
      const { searchParams } = new URL(url, 'http://service');
      const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
      const count = Math.max(0, Math.min(limit, total - offset));
      const scheduled_queries = Array.from({ length: count }, (_, index) => recordOf(offset + index));
      response.end(JSON.stringify({ total_count: total, scheduled_queries }));
    });
    await using client = server.client(maxBytes === undefined ? {} : { maxBytes });
    const { items } = await listQueries(client, range, never);
    return [items.map(({ name }) => name), server.seen.length];
  }

  it('are read in pages, without malformed ones, and no more than requested', async () => {
    assert.deepEqual(await listed(4, {}), [['n0', 'n2', 'n3'], 1]);
    assert.deepEqual(await listed(1200, { offset: 2, limit: 3 }), [['n2', 'n3', 'n4'], 1]);
    const [names, requests] = await listed(1200, {});
    assert.deepEqual([names.length, requests], [1199, 3]);
  });

  it('are read in smaller pages when a page is too large', async () => {
    const [names] = await listed(20, {}, 1000);
    assert.equal(names.length, 19);
    await assert.rejects(listed(20, {}, 60), /larger than/);
  });
});
