import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { stopScheduledQueries } from '../../../../../src/core/api/operations/scheduledQueries';
import { PlatformClient } from '../../../../../src/core/api/client';
import { OpenClients } from '../../../../../src/extension/features/connections/openClients';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { HttpServer } from '../../../../support/httpServer';
import { someGuid } from '../../../../support/scheduledQueries';
import { eventually } from '../../../../support/eventually';
import { lab } from '../../../../support/labConnection';

/** A server that keeps each request waiting until the test responds to it. */
async function waitingServer() {
  const waiting: ServerResponse[] = [];
  const server = await HttpServer.start((_request, response) => void waiting.push(response));
  const connection: Connection = { ...lab, baseUrl: server.origin };
  /** Resolves when so many requests have come. */
  const received = (count: number): Promise<unknown> => eventually(() => server.seen.length === count);
  const respondToAll = (): void => {
    for (const response of waiting) response.end('{"succeeded":1,"failures":[]}');
  };
  const close = (): Promise<void> => server[Symbol.asyncDispose]();
  return { connection, received, respondToAll, [Symbol.asyncDispose]: close };
}

function openClients(): OpenClients {
  return new OpenClients((connection) =>
    Promise.resolve(
      new PlatformClient({ baseUrl: connection.baseUrl, readKey: () => Promise.resolve('k3y') }),
    ),
  );
}

describe('A connection that is edited', () => {
  it('gets another client only when the route to the platform changes', async () => {
    await using server = await waitingServer();
    await using clients = openClients();
    const { connection } = server;
    const client = await clients.of(connection);

    assert.equal(await clients.of({ ...connection, readOnly: true, environment: 'production' }), client);
    for (const change of [{ name: 'B' }, { product: 'other' }, { caFile: '/ca.pem' }]) {
      assert.notEqual(await clients.of({ ...connection, ...change }), client, JSON.stringify(change));
    }
  });

  it('keeps the requests of panels with the old connection, and of those with the new one', async () => {
    await using server = await waitingServer();
    await using other = await waitingServer();
    await using clients = openClients();
    const [old, edited] = [server.connection, other.connection];
    clients.keepOnly([edited]);
    const ask = async (connection: Connection): Promise<unknown> =>
      (await clients.of(connection)).send(stopScheduledQueries([someGuid]));

    const first = ask(old);
    await server.received(1);
    const second = ask(edited);
    await other.received(1);
    const third = ask(old);
    await server.received(2);
    server.respondToAll();
    other.respondToAll();

    await Promise.all([first, second, third]);
  });
});

describe('The clients of a window that closes', () => {
  it('end their requests', async () => {
    await using server = await waitingServer();
    const clients = openClients();
    const client = await clients.of(server.connection);
    const reading = assert.rejects(client.send(stopScheduledQueries([someGuid])));
    await server.received(1);

    await clients[Symbol.asyncDispose]();

    await reading;
    assert.equal(clients.named().length, 0);
  });
});
