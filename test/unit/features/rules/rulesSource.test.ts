import assert from 'node:assert/strict';
import { rulesSource } from '../../../../src/features/rules/rulesSource';
import { HttpServer } from '../../../support/httpServer';

describe('the rules of a platform', () => {
  it('name the kind that it does not list, above those of the other kind and without counting it', async () => {
    await using server = await HttpServer.start(({ url }, response) => {
      response.writeHead(url.includes('batch-rules') ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ total_count: 3, rules: [{ guid: 'g', name: 'Port scan' }] }));
    });
    await using client = server.client();
    const source = rulesSource(() => Promise.resolve(client));
    const page = async (offset: number): Promise<unknown> => {
      const { total, consumed, rows } = await source.load(
        { offset, limit: 1, filter: undefined },
        AbortSignal.timeout(60_000),
      );
      return { total, consumed, labels: rows.map(({ label }) => label) };
    };

    assert.deepEqual(await page(0), {
      total: 3,
      consumed: 1,
      labels: ['This platform does not list its stream rules. Restore one by GUID and version…', 'Port scan'],
    });
    assert.deepEqual(await page(1), { total: 3, consumed: 1, labels: ['Port scan'] });
  });
});
