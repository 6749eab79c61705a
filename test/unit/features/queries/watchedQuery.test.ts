import assert from 'node:assert/strict';
import { WatchedQuery } from '../../../../src/features/queries/watchedQuery';
import { HttpServer } from '../../../support/httpServer';
import { bareStatus as running } from '../../../support/queryStatusRecord';

const signal = new AbortController().signal;

const gone = { error_code: 'invalid-query-id', error_msg: 'cannot access query 3' };

describe('A watched query', () => {
  it('is asked about again while it runs, and no more once it is finished', async () => {
    await using service = await Service.start();
    assert.equal(await service.query.poll(signal), 'continue');
    service.answer = { ...running, is_finished: true, stamp: 5 };
    assert.equal(await service.query.poll(signal), 'stop');
  });

  it('does not go back to what an older answer says', async () => {
    await using service = await Service.start();
    await service.query.poll(signal);
    service.answer = { ...running, rows: 5, stamp: 3 };
    await service.query.poll(signal);

    assert.equal(service.query.status?.rows, 10);
    assert.equal(service.query.samples.length, 1);
  });

  it('is asked about no more once it is gone, and says what that means', async () => {
    await using service = await Service.start();
    service.refusal = gone;

    assert.equal(await service.query.poll(signal), 'stop');
    assert.equal(service.query.failure?.reason, 'gone');
    assert.equal(service.query.failure.canRetry, false);
    assert.equal(service.query.over, true);
  });

  it('is not asked about after a reload that dropped it, which would be a failed access', async () => {
    await using service = await Service.start(true);
    service.listed = [{ id: 9 }];

    assert.equal(await service.query.poll(signal), 'stop');
    assert.equal(service.query.failure?.reason, 'gone');
    assert.deepEqual(service.asked, []);
  });

  it('is watched on after a reload that it outlived', async () => {
    await using service = await Service.start(true);
    service.listed = [{ id: running.id }];

    assert.equal(await service.query.poll(signal), 'continue');
  });

  it('is cancelled once the service has taken that, and nobody asks about it while and after it is ended', async () => {
    await using service = await Service.start();
    await service.query.poll(signal);
    service.query.endChanged('ending');
    service.refusal = gone;
    assert.equal(await service.query.poll(signal), 'rest');
    assert.equal(service.query.over, false);
    service.query.endChanged('ended');

    assert.equal(await service.query.poll(signal), 'stop');
    assert.equal(service.query.status?.isCancelled, true);
    assert.equal(service.query.failure, null);
  });

  it('is asked about again when ending it failed', async () => {
    await using service = await Service.start();
    service.query.endChanged('ending');
    service.query.endChanged('kept');
    assert.equal(await service.query.poll(signal), 'continue');
    assert.equal(service.query.cancelAsked, false);
  });

  for (const status of [429, 500, 502, 503]) {
    it(`goes on after a moment of ${status} from a gateway`, async () => {
      await using service = await Service.start();
      await service.query.poll(signal);
      service.gateway = status;
      await assert.rejects(service.query.poll(signal));
      assert.equal(service.query.failure?.reason, 'unreachable');
      service.gateway = undefined;

      assert.equal(await service.query.poll(signal), 'continue');
      assert.equal(service.query.failure, null);
    });
  }

  it('is asked about again, later, when nobody answers', async () => {
    await using service = await Service.start();
    await service.query.poll(signal);
    const heard = service.query.lastHeard;
    await service.stop();

    await assert.rejects(service.query.poll(signal));
    assert.equal(service.query.failure?.reason, 'unreachable');
    assert.equal(service.query.lastHeard, heard);
  });
});

/** A server that knows one query, and says of it what the test wants to hear. */
class Service implements AsyncDisposable {
  static async start(restored = false): Promise<Service> {
    const server = await HttpServer.start(({ method, url }, response) => {
      if (url.includes('system')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        return void response.end(service.listed.map((row) => JSON.stringify(row)).join('\n'));
      }
      service.asked.push(url);
      if (service.gateway !== undefined) return void response.writeHead(service.gateway).end('not now');
      const refused = method === 'GET' && service.refusal !== undefined;
      response.writeHead(refused ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refused ? service.refusal : service.answer));
    });
    const service = new Service(server, restored);
    return service;
  }

  /** The queries that it lists, and what was asked about one of them. */
  listed: readonly object[] = [];
  readonly asked: string[] = [];
  answer: object = running;
  refusal: object | undefined;
  /** The status with which a gateway answers in the place of the service. */
  gateway: number | undefined;
  readonly query: WatchedQuery;
  readonly #client;
  #stopped = false;

  private constructor(
    private readonly server: HttpServer,
    restored: boolean,
  ) {
    const client = server.client({ readTimeout: () => 2000 });
    this.#client = client;
    this.query = new WatchedQuery(
      running.id,
      () => Promise.resolve(client),
      () => undefined,
      restored,
    );
  }

  async stop(): Promise<void> {
    if (!this.#stopped) await this.server[Symbol.asyncDispose]();
    this.#stopped = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
    await this.stop();
  }
}
