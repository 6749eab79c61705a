import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { InvalidRequestError } from '../../../../src/core/api/errors';
import { eventually } from '../../../support/eventually';
import { responding, HttpServer } from '../../../support/httpServer';
import { someGuid } from '../../../support/scheduledQueries';
import { api } from '../../../support/operations';

const emptyTables = { total_count: 0, tables: [] };

describe('A streamed response', () => {
  async function exported(server: HttpServer): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const part of server.api.stream(api.exportCursor(1, 'csv', {}))) parts.push(part);
    return Buffer.concat(parts).toString();
  }

  it('rejects with the message of the platform, and reads only the start of a long error', async () => {
    await using server = await responding(400, {
      error_code: 'invalid-argument',
      error_msg: 'no such format',
    });
    await assert.rejects(exported(server), { name: 'RejectedError', message: 'no such format' });
    const late = `${' '.repeat(1_000_000)}{"error_code":"invalid-argument","error_msg":"late"}`;
    await using endless = await responding(500, late);
    await assert.rejects(exported(endless), { name: 'UnreachableError', reason: 'unavailable' });
  });
});

describe('A client', () => {
  it('finishes a running request when the network settings change', async () => {
    let network = {};
    const first = new EventEmitter();
    const asked = once(first, 'asked');
    const sockets: (Socket | null)[] = [];
    await using server = await HttpServer.start((_request, response) => {
      sockets.push(response.socket);
      const reply = (): void => void response.end(JSON.stringify(emptyTables));
      if (server.seen.length > 1) reply();
      else first.once('respond', reply).emit('asked');
    });
    await using client = server.client({ readNetwork: () => network });
    const reading = client.send(api.listTables({}));
    await asked;
    network = { strictCertificates: false };
    await client.send(api.listTables({}));
    first.emit('respond');
    assert.equal((await reading).total, 0);
    assert.equal(server.seen.length, 2, 'nothing was asked again');
    await eventually(() => sockets[0]?.destroyed);
  });

  it('reports the platform as unreachable when the network settings cannot be read', async () => {
    await using server = await responding(200, emptyTables);
    await using client = server.client({ readNetwork: () => Promise.reject(new Error('no settings')) });
    const stopping = client.send(api.stopScheduledQueries([someGuid]));
    await assert.rejects(stopping, { name: 'UnreachableError', reason: 'network' });
    assert.equal(server.seen.length, 0);
  });

  it('sends its user agent and reports every failure', async () => {
    const failures: unknown[] = [];
    const onFailure = (error: unknown): void => void failures.push(error);
    await using server = await responding(200, emptyTables);
    for (const userAgent of ['logbench/1', undefined]) {
      await using client = server.client({ userAgent, onFailure });
      await client.send(api.listTables({}));
      assert.throws(() => api.listTables({ limit: -1 }), InvalidRequestError);
      await assert.rejects(client.send(api.listRules('batch', {})), (error) => error === failures.at(-1));
    }
    assert.deepEqual(
      server.seen.map(({ headers }) => headers['user-agent']),
      ['logbench/1', 'logbench/1', undefined, undefined],
    );
    assert.equal(failures.length, 2);
  });

  it('sends only the start and the end of a query when it is read-only', async () => {
    await using server = await responding(200, { id: 5 });
    await using client = server.client({ readsOnly: true });
    await client.send(api.createCursor('table a'));
    await client.send(api.dropCursor(5));
    const writes = [
      client.send(api.stopScheduledQueries([someGuid])),
      client.send(api.switchRule('batch', someGuid, true)),
      client.send(api.createTable('a')),
      client.send(api.cancelUpload('t')),
    ];
    for (const write of writes)
      await assert.rejects(write, { name: 'InvalidRequestError', code: 'read-only' });
    assert.equal(server.methods, 'POST DELETE');
  });
});
