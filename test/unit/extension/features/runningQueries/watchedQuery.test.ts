import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { WatchedQuery } from '../../../../../src/extension/features/runningQueries/watchedQuery';
import { queryStatus } from '../../../../../src/core/interface/queryStatus';
import { HttpServer } from '../../../../support/httpServer';
import { bareStatus as running } from '../../../../support/queryStatusRecord';
import { clientStub } from '../../../../support/clientStub';

const signal = new AbortController().signal;

const deleted = { error_code: 'invalid-query-id', error_msg: 'cannot access query 3' };

describe('A watched query', () => {
  let service: PlatformIdentity;

  beforeEach(async () => {
    service = await PlatformIdentity.start();
  });

  afterEach(() => service[Symbol.asyncDispose]());

  it('is polled while it runs, and no more after it is finished', async () => {
    assert.equal(await service.query.poll(signal), 'continue');
    service.response = { ...running, is_finished: true, stamp: 5 };
    assert.equal(await service.query.poll(signal), 'stop');
  });

  it('ignores an older response', async () => {
    await service.query.poll(signal);
    service.response = { ...running, rows: 5, stamp: 3 };
    await service.query.poll(signal);

    assert.equal(service.query.status?.rows, 10);
    assert.equal(service.query.samples.length, 1);
  });

  it('is shown with its times in milliseconds, and with all that the platform says of it', async () => {
    for (const [time, shown] of [
      [undefined, null],
      [0, null],
      [-1, null],
      [1_763_197_200, 1_763_197_200_000],
      [99_999_999_999, 99_999_999_999_000],
      [100_000_000_000, 100_000_000_000],
      [1_763_197_200_000, 1_763_197_200_000],
    ] as const) {
      service.response = { ...running, start_time: time, finish_time: time };
      await service.query.poll(signal);
      assert.deepEqual([service.query.status?.startTime, service.query.status?.finishTime], [shown, shown]);
    }
    const command = { name: 'table', command: 'table web', status: 'running', push_count: 7 };
    service.response = {
      ...running,
      last_started: '2026-11-15 09:00:00+0900',
      login_name: 'kim',
      remote_ip: '10.0.0.9',
      commands: [command],
      sub_queries: [{ id: 9, commands: [{ ...command, push_count: 3 }] }],
      node: 'n1',
      nothing: null,
    };
    await service.query.poll(signal);
    const { status, samples, serverOffset } = service.query;
    assert.deepEqual(
      [status?.loginName, status?.remoteIp, status?.more],
      ['kim', '10.0.0.9', { node: 'n1' }],
    );
    assert.deepEqual([samples.at(-1)?.pushCounts, samples.at(-1)?.rows, serverOffset], [[7, 3], 10, 540]);
    assert.deepEqual(status?.commands, [{ command: 'table web', status: 'running', pushCount: 7 }]);
    service.response = { ...running, last_started: 'later' };
    await service.query.poll(signal);
    assert.equal(service.query.serverOffset, 540);
  });

  it('has large integers as text, which can be sent to a page', async () => {
    const status = queryStatus.parse({ ...running, bytes: 9_007_199_254_740_993n });
    const client = clientStub({ 'GET queries/*': () => status });
    const query = new WatchedQuery(running.id, client, () => undefined);
    await query.poll(signal);
    assert.deepEqual(query.status?.more, { bytes: '9007199254740993' });
  });

  it('is not polled after it was deleted, and says what that means', async () => {
    service.rejection = deleted;

    assert.equal(await service.query.poll(signal), 'stop');
    assert.equal(service.query.failure?.reason, 'notFound');
    assert.equal(service.query.failure.canRetry, false);
    assert.equal(service.query.isOver(), true);
  });

  it('is canceled after the platform has confirmed, and not polled meanwhile', async () => {
    await service.query.poll(signal);
    service.query.endChanged('ending');
    service.rejection = deleted;
    assert.equal(await service.query.poll(signal), 'rest');
    assert.equal(service.query.isOver(), false);
    service.query.endChanged('ended');

    assert.equal(await service.query.poll(signal), 'stop');
    assert.equal(service.query.status?.isCanceled, true);
    assert.equal(service.query.failure, null);
  });

  it('is deleted when it was ended before anything was known', () => {
    service.query.endChanged('ended');
    assert.deepEqual([service.query.failure?.reason, service.query.isOver()], ['notFound', true]);
  });

  it('continues after a gateway has responded 503', async () => {
    await service.query.poll(signal);
    service.gateway = 503;
    await assert.rejects(service.query.poll(signal));
    assert.equal(service.query.failure?.reason, 'unreachable');
    service.gateway = undefined;

    assert.equal(await service.query.poll(signal), 'continue');
    assert.equal(service.query.failure, null);
  });
});

/** A stub of a server with one query and the status that the test sets. */
class PlatformIdentity implements AsyncDisposable {
  static async start(): Promise<PlatformIdentity> {
    const server = await HttpServer.start(({ method }, response) => {
      if (service.gateway !== undefined) return void response.writeHead(service.gateway).end('not now');
      const rejected = method === 'GET' && service.rejection !== undefined;
      response.writeHead(rejected ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(rejected ? service.rejection : service.response));
    });
    const service = new PlatformIdentity(server);
    return service;
  }

  response: object = running;
  rejection: object | undefined;
  /** The status of a gateway that responds instead of the platform. */
  gateway: number | undefined;
  readonly #client: PlatformClient;
  readonly query: WatchedQuery;

  private constructor(private readonly server: HttpServer) {
    this.#client = server.client({ readTimeout: () => 2000 });
    this.query = new WatchedQuery(running.id, this.#client, () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}
