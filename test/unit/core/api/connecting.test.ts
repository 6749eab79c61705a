import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { stopScheduledQueries } from '../../../../src/core/api/operations/scheduledQueries';
import { PlatformClient } from '../../../../src/core/api/client';
import { HttpServer } from '../../../support/httpServer';
import { someGuid } from '../../../support/scheduledQueries';
import { listTables } from '../../../../src/core/api/operations/tables';

/** Takes connections and says nothing, as a firewall or an overloaded proxy does. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
  });
  const connected = once(server, 'connection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connected,
    /** Whether the first connection is still there, asked after everything that was sent before. */
    stillOpen: async () => {
      const next = once(server, 'connection');
      connect(port, '127.0.0.1').on('error', () => undefined);
      await next;
      await new Promise((resolve) => setImmediate(resolve));
      return sockets[0]?.readableEnded === false && !sockets[0].destroyed;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The connections that get no response, by where it is missing. */
const silences: Readonly<
  Record<string, (port: number) => Partial<ConstructorParameters<typeof PlatformClient>[0]>>
> = {
  'a TLS handshake without a response': (port) => ({ baseUrl: `https://127.0.0.1:${port}` }),
  'a proxy that does not respond to CONNECT': (port) => ({
    readNetwork: () => ({ proxy: `http://127.0.0.1:${port}` }),
  }),
  'a proxy whose own TLS handshake has no response': (port) => ({
    readNetwork: () => ({ proxy: `https://localhost:${port}` }),
  }),
};

function clientWith(options: Partial<ConstructorParameters<typeof PlatformClient>[0]>): PlatformClient {
  return new PlatformClient({
    baseUrl: 'https://service.example',
    readKey: () => Promise.resolve('k3y'),
    ...options,
  });
}

for (const [silence, optionsFor] of Object.entries(silences)) {
  describe(`A request behind ${silence}`, () => {
    it('ends when the caller aborts while the connection is being made', async () => {
      await using server = await startSilentServer();
      await using client = clientWith(optionsFor(server.port));
      const giveUp = new AbortController();

      const reading = client.send(listTables({}), giveUp.signal);
      reading.catch(() => undefined);
      await server.connected;
      giveUp.abort(new Error('enough'));

      await assert.rejects(reading, /enough/);
      assert.ok(await server.stillOpen(), 'it ended only with the connection');
    });

    it('ends at its deadline while the connection is being made', async () => {
      await using server = await startSilentServer();
      await using client = clientWith({ ...optionsFor(server.port), readTimeout: () => 100 });

      await assert.rejects(client.send(listTables({})), { name: 'UnreachableError', reason: 'deadline' });
      assert.ok(await server.stillOpen(), 'it ended only with the connection');
    });
  });
}

describe('A write that is aborted before the connection is made', () => {
  it('ends while the key is being read, and is not sent later', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.end(JSON.stringify({ total_count: 0, tables: [] }));
    });
    let unlock: (key: string) => void = () => undefined;
    const key = new Promise<string>((resolve) => (unlock = resolve));
    await using client = server.client({ readKey: async () => key });
    const giveUp = new AbortController();
    const writing = client.send(stopScheduledQueries([someGuid], undefined), giveUp.signal);
    giveUp.abort(new Error('enough'));
    await assert.rejects(writing, /enough/);
    await assert.rejects(
      async () => client.send(stopScheduledQueries([someGuid], undefined), giveUp.signal),
      /enough/,
    );

    unlock('k3y');
    await client.send(listTables({}));

    assert.equal(server.methods, 'GET');
  });
});
