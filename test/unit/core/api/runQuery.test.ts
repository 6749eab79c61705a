import assert from 'node:assert/strict';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { mock } from 'node:test';
import { TooLargeResponseError, QueryFailedError } from '../../../../src/core/api/errors';
import { runQuery, runQueryInPages } from '../../../../src/core/api/runQuery';
import { RunningQuery } from '../../../../src/core/api/runningQuery';
import { describeFailure } from '../../../../src/extension/ui/failures/failureText';
import { eventually } from '../../../support/eventually';
import { HttpServer } from '../../../support/httpServer';
import { bareStatus } from '../../../support/queryStatusRecord';
import { listTables } from '../../../../src/core/api/operations/tables';
import { dropCursor } from '../../../../src/core/api/operations/queries';

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
    const page = await runQuery(server.api, 'table a', { limit: 2, signal });
    assert.deepEqual(page.rows, [{ a: 1 }, { a: 2 }]);
    assert.equal(server.methods, 'POST GET GET DELETE');
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('returns its rows or its failure when the cursor cannot be dropped', async () => {
    const query = new OneQuery();
    query.keepsCursor = true;
    await using server = await query.serve();
    assert.equal((await runQuery(server.api, 'table a')).rows.length, 2);
    query.status = { is_finished: true, error_detail: 'out of memory' };
    await assert.rejects(runQuery(server.api, 'table a'), /out of memory/);
  });

  it('ends early when there are enough rows', async () => {
    const query = new OneQuery();
    query.status = { is_finished: false, rows: 7 };
    await using server = await query.serve();
    await using client = server.client();
    {
      await using running = await RunningQuery.start(client, 'table a');
      const { finished } = await running.finish({ isEnough: ({ rows }) => rows >= 7 });
      assert.equal(finished, false);
    }
    assert.equal(server.methods, 'POST GET DELETE');
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
    assert.equal((await runQuery(server.api, 'table a')).rows.length, 2, 'no reason is no failure');
  });

  it('returns as many rows as fit, but rejects when all are required', async () => {
    const query = new OneQuery();
    query.rows = (limit) => (limit === 0 ? [] : [{ text: 'x'.repeat(limit > 1 ? 100_000 : 10) }]);
    await using server = await query.serve();
    await using client = server.client({ maxBytes: 50_000 });
    for (const limit of [50, 5]) assert.equal((await runQuery(client, 'a', { limit })).rows.length, 1);
    await assert.rejects(runQuery(client, 'table a'), TooLargeResponseError);
    query.rows = () => [{ text: 'x'.repeat(100_000) }];
    await assert.rejects(runQuery(client, 'a', { limit: 1 }), TooLargeResponseError);
  });
});

describe('A canceled query', () => {
  it('is not started', async () => {
    await using server = await new OneQuery().serve();
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(runQuery(server.api, 'table a', { signal }), /enough/);
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
    await assert.rejects(runQuery(server.api, 'table a', { signal: cancel.signal, onStatus }), /enough/);
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
        const running = runQuery(server.api, 'table a', { signal: cancel.signal });
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

describe('Running a query in pages', () => {
  /** Runs a query whose rows arrive in portions, one with each poll of its status. */
  async function run(
    arriving: readonly number[],
    limit: number,
    { counts = true, delivers = true } = {},
  ): Promise<{ rows: number[]; total: bigint; requests: number }> {
    let [polls, requests] = [0, 0];
    const finished = (): boolean => polls >= arriving.length;
    const known = (): number => arriving[Math.min(polls, arriving.length) - 1] ?? 0;
    await using server = await HttpServer.start(({ method, url }, response) => {
      const reply = (body: object): void => void response.end(JSON.stringify(body));
      const { searchParams } = new URL(url, 'http://service');
      const range = ['offset', 'limit'].map((name) => Number(searchParams.get(name))) as [number, number];
      if (method === 'POST') reply({ id: 5 });
      else if (method === 'DELETE') reply({});
      else if (url.includes('/queries/')) {
        polls++;
        reply({ ...bareStatus, rows: known(), is_finished: finished() });
      } else {
        requests++;
        const readable = delivers || finished() ? known() : 0;
        const end = Math.min(readable, range[0] + range[1]);
        const rows = Array.from({ length: Math.max(0, end - range[0]) }, (_, index) => ({
          n: range[0] + index,
        }));
        reply({ rows, ...(counts && { total: readable }) });
      }
    });
    const rows: number[] = [];
    const total = await runQueryInPages(server.api, 'table a', { limit }, (page) => {
      rows.push(...page.rows.map(({ n }) => Number(n)));
    });
    return { rows, total, requests };
  }

  it('passes on each row once, in order, up to the limit, and the number of all', async () => {
    for (const arriving of [[0], [3], [0, 0, 4], [1, 2, 3], [2, 2, 9, 9], [12_000], [5000, 10_000, 10_001]]) {
      for (const limit of [0, 1, 3, 5000, 7000, 1_000_000]) {
        for (const how of [{}, { counts: false }, { delivers: false }]) {
          const { rows, total } = await run(arriving, limit, how);
          const all = arriving.at(-1) ?? 0;
          const title = JSON.stringify({ arriving, limit, how });
          assert.equal(total, BigInt(all), title);
          assert.equal(rows.length, Math.min(all, limit), title);
          assert.ok(
            rows.every((row, index) => row === index),
            title,
          );
        }
      }
    }
  });

  it('requests a result with a known number of rows no more often than it has pages', async () => {
    assert.equal((await run([10_000], 1_000_000)).requests, 2);
    assert.equal((await run([1000], 10)).requests, 1);
  });
});
