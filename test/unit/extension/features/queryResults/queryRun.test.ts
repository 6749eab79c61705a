import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../../src/core/api/client';
import type { QueryRun } from '../../../../../src/extension/features/queryResults/queryRun';
import { CanceledError } from '../../../../../src/extension/ui/prompts/canceled';
import { clientStub } from '../../../../support/clientStub';
import { HttpServer } from '../../../../support/httpServer';
import { bareStatus } from '../../../../support/queryStatusRecord';
import { newRun } from './support';

const { signal } = new AbortController();

/** A stub of a platform with one query; each response can be replaced. */
class OneQuery implements AsyncDisposable {
  status: object = { ...bareStatus, rows: 3 };
  total = 3;
  dropRejection: object | undefined;
  /** The status of a gateway that responds instead of the platform. */
  gateway: number | undefined;
  isWatched = true;
  rowOf = (index: number): object => ({ n: index, _time: `2026-01-01 00:00:0${index % 10}.123+0900` });
  onStart: () => void = () => undefined;
  /** What the platform lists as its queries. */
  listed: readonly object[] = [];
  /** Responses with all rows wait for this, and fail with it. */
  exported = Promise.resolve();

  private constructor(
    readonly server: HttpServer,
    readonly client: PlatformClient,
  ) {}

  static async start(): Promise<OneQuery> {
    const server = await HttpServer.start(({ method, url }, response) => {
      const isExport = url.includes('format=json&') || url.endsWith('format=json');
      const [status, body] = started.#respond(method, url);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      void (isExport ? started.exported : Promise.resolve()).then(
        () => response.writeHead(status).end(text),
        () => response.destroy(),
      );
    });
    const started = new OneQuery(server, server.client({ readTimeout: () => 2000 }));
    return started;
  }

  run(): QueryRun {
    return newRun('table a', this.client, { watched: () => this.isWatched });
  }

  asked(method: string): number {
    return this.server.seen.filter((request) => request.method === method).length;
  }

  #respond(method: string, url: string): readonly [number, object | string] {
    if (this.gateway !== undefined) return [this.gateway, {}];
    if (method === 'POST') {
      this.onStart();
      return [200, { id: 5 }];
    }
    if (method === 'DELETE') return this.dropRejection ? [500, this.dropRejection] : [200, {}];
    if (url.includes('/query?')) return [200, this.listed.map((row) => JSON.stringify(row)).join('\n')];
    if (!url.includes('/cursors/')) return [200, this.status];
    const { searchParams } = new URL(url, 'http://service');
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    const count = Math.max(0, Math.min(limit, this.total - offset));
    const rows = Array.from({ length: count }, (_, index) => this.rowOf(offset + index));
    if (searchParams.get('format') === 'json')
      return [200, rows.map((row) => JSON.stringify(row)).join('\n')];
    const field_types = { n: 'long', _time: 'date' };
    return [200, { rows, total: this.total, field_order: ['n', '_time'], field_types }];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}

describe('The query of a page of results', () => {
  let query: OneQuery;
  let run: QueryRun;

  beforeEach(async () => {
    query = await OneQuery.start();
    run = query.run();
  });

  afterEach(() => query[Symbol.asyncDispose]());

  describe('A query that runs', () => {
    it('continues after a gateway has responded 503', async () => {
      await run.start();
      query.gateway = 503;
      await assert.rejects(run.poll(signal));
      assert.equal(run.phase, 'running');
      query.gateway = undefined;
      query.status = { ...bareStatus, is_finished: true };

      assert.equal(await run.poll(signal), 'stop');
      assert.equal(run.phase, 'finished');
    });

    it('is polled only while it is watched, and ignores an older response', async () => {
      await run.start();
      query.isWatched = false;
      assert.equal(await run.poll(signal), 'rest');
      assert.equal(query.asked('GET'), 0);
      query.isWatched = true;
      query.status = { ...bareStatus, stamp: 8, elapsed: 900 };
      assert.equal(await run.poll(signal), 'continue');
      query.status = { ...bareStatus, stamp: 7, elapsed: 100, is_finished: true };
      assert.equal(await run.poll(signal), 'continue');
      assert.deepEqual([run.elapsed, run.phase], [900, 'running']);
    });

    it('is asked seldom for its end while nobody watches', async () => {
      let now = 0;
      const hidden = newRun('table a', query.client, { watched: () => false }, () => now);
      await hidden.start();
      query.status = { ...bareStatus, rows: 3, elapsed: 70, is_finished: true };
      now = 9_000;
      assert.equal(await hidden.poll(signal), 'rest');
      now = 10_000;
      assert.equal(await hidden.poll(signal), 'stop');
      assert.deepEqual([hidden.phase, hidden.elapsed, hidden.rowCount], ['finished', 70, 3]);
    });

    it('is found again after a reload, unless the platform has another query, or none, of its ID', async () => {
      query.status = { ...bareStatus, query_string: 'table a', rows: 3 };
      run.attach(5, true);
      assert.equal(await run.poll(signal), 'continue');
      assert.deepEqual([run.phase, run.rowCount, run.dropped], ['running', 3, false]);

      const other = newRun('table b', query.client);
      other.attach(5, true);
      assert.equal(await other.poll(signal), 'stop');
      assert.deepEqual([other.phase, other.dropped], ['dropped', true]);

      query.listed = [{ id: 6 }];
      const none = newRun('table a', query.client);
      none.attach(5, true);
      const before = query.asked('GET');
      assert.equal(await none.poll(signal), 'stop');
      // A request for a query that does not exist is a failed access in the audit log.
      assert.deepEqual([none.phase, query.asked('GET') - before], ['dropped', 1]);
      await none.drop();
      assert.equal(query.asked('DELETE'), 0);
    });

    it('has its columns when it ends, even without rows', async () => {
      await run.start();
      query.total = 0;
      query.status = { ...bareStatus, rows: 1, is_finished: true, last_started: 'today' };
      assert.equal(await run.poll(signal), 'stop');
      assert.deepEqual([run.columns.length, run.rowCount, run.serverOffset], [2, 0, null]);
    });

    it('has not failed when the user cancels its start', async () => {
      const canceledClient = clientStub({
        'POST cursors': () => {
          throw new CanceledError();
        },
      });
      const canceled = newRun('table a', canceledClient);
      await assert.rejects(canceled.start(), { name: 'CanceledError' });
      assert.deepEqual([canceled.phase, canceled.error], ['starting', undefined]);
    });

    it('reads each row once, and knows the offset of its times', async () => {
      query.total = 25_000;
      run.attach(5);
      query.status = { ...bareStatus, rows: 25_000, is_finished: true };
      await run.poll(signal);
      const before = query.asked('GET');
      assert.equal((await run.rows(0, 10)).length, 10);
      assert.equal((await run.rows(2, 5)).length, 5);
      assert.equal(query.asked('GET'), before + 1);
      assert.equal(run.timeOffsetAt(0), 540);
    });
  });

  describe('A query that is ended', () => {
    it('while it starts is dropped when its ID comes', async () => {
      query.onStart = () => void run.drop();
      await run.start();
      assert.deepEqual([run.dropped, query.asked('DELETE'), run.phase], [true, 1, 'starting']);
    });

    it('keeps all rows that had arrived, and sends one request', async () => {
      query.total = 89_771;
      query.status = { ...bareStatus, rows: 89_771 };
      await run.start();
      await run.poll(signal);
      await run.rows(0, 200);
      const ending = Promise.all([run.cancel(), run.cancel()]);
      assert.equal(run.phase, 'cancelRequested');
      await ending;
      await run.drop();
      run.endedElsewhere();
      assert.deepEqual([run.phase, run.rowCount, query.asked('DELETE')], ['cancelled', 89_771, 1]);
      for (const offset of [0, 199, 1000, 45_999, 89_770]) {
        assert.deepEqual((await run.rows(offset, 1))[0]?.[0], offset);
      }
      assert.equal((await run.rows(89_500, 1000)).length, 271);
      await assert.rejects(run.rows(89_771, 1), /no longer exists/);
      const { json, csv } = run.source(signal);
      const lines = Buffer.concat([...(json() as Iterable<Uint8Array>)])
        .toString()
        .trim()
        .split('\n');
      assert.deepEqual([lines.length, csv], [89_771, undefined]);
      assert.match(lines[89_000] ?? '', /^\{"n":89000,/);
    });

    it('keeps the fetched rows when the others cannot be read', async () => {
      await run.start();
      await run.poll(signal);
      await run.rows(0, 2);
      query.exported = Promise.reject(new Error('lost'));
      query.exported.catch(() => undefined);
      await run.cancel();
      assert.deepEqual([run.phase, run.rowCount, (await run.rows(0, 2)).length], ['cancelled', 2, 2]);
    });

    it('has finished, and keeps its cursor, if it ends while its rows are read', async () => {
      await run.start();
      let send = (): void => undefined;
      query.exported = new Promise((resolve) => (send = resolve));
      const ending = run.cancel();
      query.status = { ...bareStatus, rows: 3, is_finished: true };
      await run.poll(signal);
      send();
      await ending;
      assert.deepEqual([run.phase, query.asked('DELETE')], ['finished', 0]);
    });

    it('can be ended again when that failed, and is polled until then', async () => {
      await run.start();
      query.dropRejection = { error_code: 'illegal-state', error_msg: 'busy' };
      await assert.rejects(run.cancel(), /busy/);
      assert.deepEqual([run.phase, run.dropped], ['running', false]);
      assert.equal(await run.poll(signal), 'continue');
      query.dropRejection = { error_code: 'invalid-query-id', error_msg: 'cannot access query 5' };
      await run.cancel();
      assert.deepEqual([run.phase, query.asked('DELETE')], ['cancelled', 2]);
    });

    it('elsewhere in the window is not polled any more', async () => {
      await run.start();
      run.endedElsewhere();
      assert.deepEqual([run.phase, await run.poll(signal)], ['cancelled', 'stop']);
      await run.drop();
      assert.deepEqual([query.asked('GET'), query.asked('DELETE')], [0, 0]);
    });
  });
});
