import assert from 'node:assert/strict';
import { QueryRun } from '../../../../src/features/queryResults/queryRun';
import { HttpServer } from '../../../support/httpServer';
import { bareStatus } from '../../../support/queryStatusRecord';

const { signal } = new AbortController();

describe('A query that runs', () => {
  for (const status of [429, 500, 502, 503]) {
    it(`goes on after a moment of ${status} from a gateway`, async () => {
      let answer: { readonly status: number; readonly body: unknown } = { status: 200, body: bareStatus };
      await using server = await HttpServer.start(({ method, url }, response) => {
        const rows = url.includes('/cursors/');
        const body = method === 'POST' ? { id: 3 } : rows ? { rows: [], total: 0 } : answer.body;
        response.writeHead(method === 'POST' || rows ? 200 : answer.status).end(JSON.stringify(body));
      });
      await using client = server.client({ readTimeout: () => 2000 });
      const run = new QueryRun('table web_access', {
        client: () => Promise.resolve(client),
        end: async (_queryId, drop) => drop(),
        watched: () => true,
        changed: () => undefined,
      });
      await run.start();
      answer = { status, body: 'not now' };
      await assert.rejects(run.poll(signal));
      assert.equal(run.phase, 'running');
      answer = { status: 200, body: { ...bareStatus, is_finished: true } };

      assert.equal(await run.poll(signal), 'stop');
      assert.equal(run.phase, 'finished');
    });
  }
});
