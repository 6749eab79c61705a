import assert from 'node:assert/strict';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { mock } from 'node:test';
import { TooLargeResponseError, QueryFailedError } from '../../../src/api/errors';
import { runQuery, runQueryPage } from '../../../src/api/runQuery';
import { describeFailure } from '../../../src/ui/failures/failureText';
import { eventually } from '../../support/eventually';
import { HttpServer } from '../../support/httpServer';
import { bareStatus } from '../../support/queryStatusRecord';
import { listTables } from '../../../src/api/operations/tables';
import { dropCursor } from '../../../src/api/operations/queries';

/** A stub of a platform with one query and configured responses; it reports when it is asked to start it. */
class OneQuery extends EventEmitter {
  status: object = { is_finished: true };
  keepsCursor = false;
  rows: (limit: number) => object[] = () => [{ a: 1 }, { a: 2 }];
  isHeld = false;
  #start: () => void = () => undefined;

  start(): void {
    this.#start();
  }

  async serve(): Promise<HttpServer> {
    return HttpServer.start(({ method, url }, response) => {
      const reply = (body: object): void => void response.end(JSON.stringify(body));
      if (method === 'POST') {
        this.#start = () => {
          reply({ id: 5 });
        };
        this.emit('asked');
        if (!this.isHeld) this.start();
      } else if (method === 'DELETE') {
        if (this.keepsCursor) response.writeHead(502);
        reply({});
      } else if (url.includes('/queries/')) {
        reply({ ...bareStatus, ...this.status });
      } else {
        reply({
          rows: this.rows(Number(new URL(url, 'http://service').searchParams.get('limit'))),
          total: 2,
        });
      }
    });
  }
}

describe('Running a query', () => {
  it('returns its rows, drops its cursor and removes its listener', async () => {
    await using server = await new OneQuery().serve();
    const { signal } = new AbortController();
    const page = await runQueryPage(server.api, 'table a', { limit: 2, signal });
    assert.deepEqual([page.rows, page.finished], [[{ a: 1 }, { a: 2 }], true]);
    assert.equal(server.methods, 'POST GET GET DELETE');
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('returns its rows or its failure when the cursor cannot be dropped', async () => {
    const query = new OneQuery();
    query.keepsCursor = true;
    await using server = await query.serve();
    assert.equal((await runQuery(server.api, 'table a')).length, 2);
    query.status = { is_finished: true, error_detail: 'out of memory' };
    await assert.rejects(runQuery(server.api, 'table a'), /out of memory/);
  });

  it('ends early when there are enough rows', async () => {
    const query = new OneQuery();
    query.status = { is_finished: false, rows: 7 };
    await using server = await query.serve();
    await using client = server.client();
    const page = await runQueryPage(client, 'table a', { isEnough: ({ rows }) => rows >= 7 });
    assert.deepEqual([page.finished, server.methods], [false, 'POST GET GET DELETE']);
  });

  it('fails with the most specific reason', async () => {
    const query = new OneQuery();
    await using server = await query.serve();
    const codes = { error_code: 'query-failed', cancel_reason: 'failure' };
    for (const [status, reason] of [
      [{ ...codes, error_detail: 'out of memory' }, 'out of memory'],
      [{ ...codes, error_detail: undefined }, 'failure'],
      [{ error_code: 'query-failed' }, 'query-failed'],
    ] as const) {
      query.status = { is_finished: true, is_cancelled: true, ...status };
      await assert.rejects(
        runQuery(server.api, 'table a'),
        (error) => error instanceof QueryFailedError && error.reason === reason,
      );
    }
    for (const [status, text] of [
      [{}, 'The query was canceled on the platform. Run it again to see its results.'],
      [
        { cancel_reason: 'administrator' },
        'The query was canceled on the platform (administrator). Run it again to see its results.',
      ],
    ] as const) {
      query.status = { is_finished: true, is_cancelled: true, ...status };
      await assert.rejects(
        runQuery(server.api, 'table a'),
        (error) => describeFailure(error).sentence === text,
      );
    }
    query.status = { is_finished: true, error_detail: '' };
    assert.equal((await runQuery(server.api, 'table a')).length, 2, 'no reason is no failure');
  });

  it('returns as many rows as fit, but rejects when all are required', async () => {
    const query = new OneQuery();
    query.rows = (limit) => (limit === 0 ? [] : [{ text: 'x'.repeat(limit > 1 ? 100_000 : 10) }]);
    await using server = await query.serve();
    await using client = server.client({ maxBytes: 50_000 });
    for (const limit of [50, 5]) assert.equal((await runQueryPage(client, 'a', { limit })).rows.length, 1);
    await assert.rejects(runQuery(client, 'table a'), TooLargeResponseError);
    query.rows = () => [{ text: 'x'.repeat(100_000) }];
    await assert.rejects(runQueryPage(client, 'a', { limit: 1 }), TooLargeResponseError);
  });
});

describe('A canceled query', () => {
  it('is not started', async () => {
    await using server = await new OneQuery().serve();
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(runQueryPage(server.api, 'table a', { signal }), /enough/);
    assert.equal(server.seen.length, 0);
  });

  it('is dropped while it runs, and fails with the reason of the caller', async () => {
    const query = new OneQuery();
    query.status = { is_finished: false };
    await using server = await query.serve();
    const cancel = new AbortController();
    const onStatus = (): void => {
      cancel.abort(new Error('enough'));
    };
    await assert.rejects(runQueryPage(server.api, 'table a', { signal: cancel.signal, onStatus }), /enough/);
    assert.equal(server.methods, 'POST GET DELETE');
  });

  it('is dropped while it starts, now or when its ID arrives', async () => {
    for (const comesLate of [false, true]) {
      const query = new OneQuery();
      query.isHeld = true;
      await using server = await query.serve();
      await server.api.send(listTables({})).catch(() => undefined);
      const cancel = new AbortController();
      const asked = once(query, 'asked');
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const running = runQueryPage(server.api, 'table a', { signal: cancel.signal });
        const rejected = assert.rejects(running, /enough/);
        await asked;
        cancel.abort(new Error('enough'));
        if (comesLate) mock.timers.tick(2000);
        else query.start();
        await rejected;
        if (comesLate) query.start();
        else mock.timers.tick(2000);
      } finally {
        mock.timers.reset();
      }
      await eventually(() => server.methods.includes('DELETE'), { within: 5000 });
      await server.api.send(dropCursor(6));
      assert.equal(server.methods, 'GET POST DELETE DELETE', String(comesLate));
    }
  });
});
