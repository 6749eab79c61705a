import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { stopScheduledQueries } from '../../../src/api/operations/scheduledQueries';
import { PlatformClient } from '../../../src/api/client';
import { UnreachableError } from '../../../src/api/errors';
import { makeCertificates } from '../../support/certificates';
import { startConnectProxy } from '../../support/connectProxy';
import { HttpServer } from '../../support/httpServer';
import { someGuid } from '../../support/scheduledQueries';
import { FaultProxy } from '../../support/faultProxy';
import { listTables } from '../../../src/api/operations/tables';

function behind(proxy: string, baseUrl = 'https://service.example', authority?: string): PlatformClient {
  return new PlatformClient({
    baseUrl,
    readKey: () => Promise.resolve('k3y'),
    readNetwork: () => ({ proxy, certificateAuthorities: authority === undefined ? [] : [authority] }),
  });
}

function rejectedByProxy(pattern: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UnreachableError, String(error));
    assert.deepEqual([error.reason, error.uncertain], ['proxy', false]);
    assert.match(error.message, pattern);
    return true;
  };
}

describe('A proxy', () => {
  for (const [options, message] of [
    [{ password: 'kim:secret' }, /^The proxy 127\.0\.0\.1:\d+ requires a user name and password\.$/],
    [{ rejection: 403 }, /^The proxy \S+ could not connect to service\.example \(HTTP 403\)\.$/],
    [{ rejection: 502 }, /^The proxy \S+ could not connect to service\.example \(HTTP 502\)\.$/],
  ] as const) {
    it(`reports that it rejects the connection, for a write too: ${JSON.stringify(options)}`, async () => {
      await using proxy = await startConnectProxy(options);
      await using client = behind(proxy.url);
      await assert.rejects(client.send(listTables({})), rejectedByProxy(message));
      await assert.rejects(
        async () => client.send(stopScheduledQueries([someGuid])),
        rejectedByProxy(message),
      );
    });
  }

  it('reports that it requires a password for plain requests', async () => {
    await using server = await HttpServer.start((_request, response) => response.end('{}'));
    await using proxy = await startConnectProxy({ password: 'kim:secret' });
    await using client = behind(proxy.url, server.origin);

    await assert.rejects(client.send(listTables({})), rejectedByProxy(/requires a user name and password/));
    assert.equal(server.seen.length, 0);
  });

  it('receives the authorization of the settings', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.end(JSON.stringify({ total_count: 0, tables: [] }));
    });
    await using proxy = await startConnectProxy({ password: 'kim:secret' });
    const proxyAuthorization = `Basic ${Buffer.from('kim:secret').toString('base64')}`;
    await using client = server.client({ readNetwork: () => ({ proxy: proxy.url, proxyAuthorization }) });

    await client.send(listTables({}));
    assert.equal(proxy.forwarded.length, 1);
  });

  it('is named instead of the service when it refuses the connection', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await using client = behind(`http://127.0.0.1:${port}`);

    await assert.rejects(
      client.send(listTables({})),
      (error: Error) => error.message === `127.0.0.1:${port} refused the connection.`,
    );
  });

  for (const proxy of ['ftp://files.example:8021', 'http://kim:p%zz@files.example:8021']) {
    it(`is named when its address is not usable, and can be replaced: ${proxy}`, async () => {
      await using server = await HttpServer.start((_request, response) => {
        response.end(JSON.stringify({ total_count: 0, tables: [] }));
      });
      const network: { proxy?: string } = { proxy };
      await using client = new PlatformClient({
        baseUrl: server.origin,
        readKey: () => Promise.resolve('k3y'),
        readNetwork: () => ({ ...network }),
      });

      await assert.rejects(
        client.send(listTables({})),
        rejectedByProxy(/^files\.example:8021 cannot be used as a proxy\.$/),
      );
      delete network.proxy;
      await client.send(listTables({}));
    });
  }

  it('forwards plain requests, and tunnels encrypted ones with certificate checks', async () => {
    const certificates = await makeCertificates();
    await using server = await HttpServer.start((_request, response) => {
      response.end(JSON.stringify({ total_count: 0, tables: [], succeeded: 1, failures: [] }));
    });
    await using front = await FaultProxy.start(server.origin, certificates);
    await using proxy = await startConnectProxy({ password: 'kim:secret' });
    const address = proxy.url.replace('//', '//kim:secret@');
    await using plain = behind(address, server.origin);
    await using encrypted = behind(address, front.baseUrl, certificates.authority);

    await plain.send(listTables({}));
    await plain.send(stopScheduledQueries([someGuid]));
    assert.deepEqual(proxy.tunnels, []);
    assert.deepEqual(proxy.forwarded, [
      `GET ${server.origin}/api/core/tables`,
      `POST ${server.origin}/api/core/scheduled-queries/stop`,
    ]);
    assert.match(server.seen[1]?.body ?? '', /^guids=/);

    const direct = (strictCertificates: boolean | undefined): PlatformClient =>
      new PlatformClient({
        baseUrl: front.baseUrl,
        readKey: () => Promise.resolve('k3y'),
        readNetwork: () => ({ strictCertificates }),
      });
    for (const strict of [undefined, true, false]) {
      await using client = direct(strict);
      const response = client.send(listTables({}));
      if (strict === false) await response;
      else await assert.rejects(response, { name: 'UnreachableError', reason: 'certificate' });
    }

    await encrypted.send(listTables({}));
    assert.deepEqual(proxy.tunnels, [new URL(front.baseUrl).host]);
    assert.equal(proxy.forwarded.length, 2);
  });
});
