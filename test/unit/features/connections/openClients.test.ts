import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { stopScheduledQueries } from '../../../../src/api/operations/scheduledQueries';
import { PlatformClient } from '../../../../src/api/client';
import { OpenClients } from '../../../../src/features/connections/openClients';
import type { Connection } from '../../../../src/ui/connections/connection';
import { HttpServer } from '../../../support/httpServer';
import { someGuid } from '../../../support/scheduledQueries';

/** Keeps each request waiting until the test answers it. */
class WaitingServer implements AsyncDisposable {
  readonly #waiting: ServerResponse[] = [];
  #arrived: () => void = () => undefined;

  private constructor(readonly server: HttpServer) {}

  static async start(): Promise<WaitingServer> {
    const started = new WaitingServer(
      await HttpServer.start((_request, response) => {
        started.#waiting.push(response);
        started.#arrived();
      }),
    );
    return started;
  }

  get connection(): Connection {
    const { origin: baseUrl } = this.server;
    return { name: 'Test', baseUrl, product: 'core', environment: 'development', readOnly: false };
  }

  /** Resolves when the request that the call makes has come. */
  async receives<ResponseBody>(
    call: () => Promise<ResponseBody>,
  ): Promise<{ readonly response: Promise<ResponseBody> }> {
    const arrived = new Promise<void>((resolve) => {
      this.#arrived = resolve;
    });
    const response = call();
    response.catch(() => undefined);
    await arrived;
    return { response };
  }

  respondToAll(body: unknown): void {
    for (const response of this.#waiting.splice(0)) response.end(JSON.stringify(body));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

function openClients(): OpenClients {
  return new OpenClients((connection) =>
    Promise.resolve(
      new PlatformClient({ baseUrl: connection.baseUrl, readKey: () => Promise.resolve('k3y') }),
    ),
  );
}

const stopped = { succeeded: 1, failures: [] };

describe('A connection that is edited', () => {
  it('has another client where the way to the service is another, and the same where it is not', async () => {
    await using server = await WaitingServer.start();
    await using clients = openClients();
    const { connection } = server;
    const client = await clients.of(connection);

    assert.equal(await clients.of({ ...connection, readOnly: true, environment: 'production' }), client);
    for (const change of [{ name: 'B' }, { product: 'other' }, { caFile: '/ca.pem' }]) {
      assert.notEqual(await clients.of({ ...connection, ...change }), client, JSON.stringify(change));
    }
  });

  it('lets a write end that is under way', async () => {
    await using server = await WaitingServer.start();
    await using clients = openClients();
    const client = await clients.of(server.connection);
    const writing = await server.receives(async () => client.send(stopScheduledQueries([someGuid])));

    clients.keepOnly([{ ...server.connection, baseUrl: 'https://elsewhere.example' }]);
    server.respondToAll(stopped);

    assert.equal((await writing.response).succeeded, 1);
  });

  it('lets whoever still has the client go on with it', async () => {
    await using server = await WaitingServer.start();
    await using clients = openClients();
    const client = await clients.of(server.connection);
    clients.keepOnly([]);

    const writing = await server.receives(async () => client.send(stopScheduledQueries([someGuid])));
    server.respondToAll(stopped);

    assert.equal((await writing.response).succeeded, 1);
  });

  it('does not end the requests of panels that have the old one, nor they those of the new one', async () => {
    await using server = await WaitingServer.start();
    await using other = await WaitingServer.start();
    await using clients = openClients();
    const [old, edited] = [server.connection, other.connection];
    clients.keepOnly([edited]);
    const ask = async (connection: Connection): Promise<unknown> =>
      (await clients.of(connection)).send(stopScheduledQueries([someGuid]));

    const first = await server.receives(async () => ask(old));
    const second = await other.receives(async () => ask(edited));
    const third = await server.receives(async () => ask(old));
    server.respondToAll(stopped);
    other.respondToAll(stopped);

    await Promise.all([first.response, second.response, third.response]);
    assert.equal(await clients.of(old), await clients.of(old));
    await clients.of({ ...old, name: 'Other' });
    assert.deepEqual(
      [clients.named('Test').length, clients.named('Other').length, clients.named().length],
      [2, 1, 3],
    );
    assert.notEqual(await clients.of(old), await clients.of(edited));
  });

  it('keeps its client where only its lock or its environment changes', async () => {
    await using clients = openClients();
    const connection: Connection = {
      name: 'Test',
      baseUrl: 'https://service.example',
      product: 'core',
      environment: 'development',
      readOnly: false,
    };
    const client = await clients.of(connection);
    const locked: Connection = { ...connection, environment: 'production', readOnly: true };

    clients.keepOnly([locked]);

    assert.equal(await clients.of(locked), client);
  });
});

describe('A connection that no longer exists', () => {
  it('has another client when it comes back, also where the first could not be opened', async () => {
    await using server = await WaitingServer.start();
    const { connection } = server;
    await using clients = openClients();
    const client = await clients.of(connection);
    clients.keepOnly([]);
    assert.notEqual(await clients.of(connection), client);

    const failing = new OpenClients(() => Promise.reject(new Error('no module')));
    await assert.rejects(failing.of(connection), /no module/);
    failing.keepOnly([]);
    // A rejection that nobody handles would be told now.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(failing.named().length, 0);
  });
});

describe('The clients of a window that closes', () => {
  it('end what is under way', async () => {
    await using server = await WaitingServer.start();
    const clients = openClients();
    const client = await clients.of(server.connection);
    const reading = await server.receives(async () => client.send(stopScheduledQueries([someGuid])));

    await clients[Symbol.asyncDispose]();

    await assert.rejects(reading.response);
    assert.equal(clients.named().length, 0);
  });
});
