import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/api/client';
import type { QueryRun } from '../../../../src/features/queryResults/queryRun';
import { CanceledError } from '../../../../src/ui/prompts/canceled';
import { HttpServer } from '../../../support/httpServer';
import { bareStatus } from '../../../support/queryStatusRecord';
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

  private constructor(
    readonly server: HttpServer,
    readonly client: PlatformClient,
  ) {}

  static async start(): Promise<OneQuery> {
    const server = await HttpServer.start(({ method, url }, response) => {
      const [status, body] = started.#respond(method, url);
      response.writeHead(status).end(JSON.stringify(body));
    });
    const started = new OneQuery(server, server.client({ readTimeout: () => 2000 }));
    return started;
  }

  run(): QueryRun {
    return newRun('table a', () => Promise.resolve(this.client), { watched: () => this.isWatched });
  }

  asked(method: string): number {
    return this.server.seen.filter((request) => request.method === method).length;
  }

  #respond(method: string, url: string): readonly [number, object] {
    if (this.gateway !== undefined) return [this.gateway, {}];
    if (method === 'POST') {
      this.onStart();
      return [200, { id: 5 }];
    }
    if (method === 'DELETE') return this.dropRejection ? [500, this.dropRejection] : [200, {}];
    if (!url.includes('/cursors/')) return [200, this.status];
    const { searchParams } = new URL(url, 'http://service');
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    const count = Math.max(0, Math.min(limit, this.total - offset));
    const rows = Array.from({ length: count }, (_, index) => this.rowOf(offset + index));
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

    it('has its columns when it ends, even without rows', async () => {
      await run.start();
      query.total = 0;
      query.status = { ...bareStatus, rows: 1, is_finished: true, last_started: 'today' };
      assert.equal(await run.poll(signal), 'stop');
      assert.deepEqual([run.columns.length, run.rowCount, run.serverOffset], [2, 0, null]);
    });

    it('has not failed when the user cancels its start', async () => {
      const canceled = newRun('table a', () => Promise.reject(new CanceledError()));
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

    it('keeps the loaded rows, and sends one request', async () => {
      await run.start();
      await run.poll(signal);
      await run.rows(0, 2);
      const ending = Promise.all([run.cancel(), run.cancel(), run.drop()]);
      run.endedElsewhere();
      assert.equal(run.phase, 'cancelRequested');
      await ending;
      assert.deepEqual([run.phase, run.rowCount, query.asked('DELETE')], ['cancelled', 2, 1]);
      assert.equal((await run.rows(0, 2)).length, 2);
      await assert.rejects(run.rows(2, 1), /no longer exists/);
      run.endedElsewhere();
      assert.equal(run.phase, 'cancelled');
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
