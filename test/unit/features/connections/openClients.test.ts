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
  it('gets another client only when the route to the platform changes', async () => {
    await using server = await WaitingServer.start();
    await using clients = openClients();
    const { connection } = server;
    const client = await clients.of(connection);

    assert.equal(await clients.of({ ...connection, readOnly: true, environment: 'production' }), client);
    for (const change of [{ name: 'B' }, { product: 'other' }, { caFile: '/ca.pem' }]) {
      assert.notEqual(await clients.of({ ...connection, ...change }), client, JSON.stringify(change));
    }
  });

  it('keeps the requests of panels with the old connection, and of those with the new one', async () => {
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
  });
});

describe('The clients of a window that closes', () => {
  it('end their requests', async () => {
    await using server = await WaitingServer.start();
    const clients = openClients();
    const client = await clients.of(server.connection);
    const reading = await server.receives(async () => client.send(stopScheduledQueries([someGuid])));

    await clients[Symbol.asyncDispose]();

    await assert.rejects(reading.response);
    assert.equal(clients.named().length, 0);
  });
});
