import assert from 'node:assert/strict';
import { stopScheduledQueries } from '../../../../src/core/api/operations/scheduledQueries';
import { PlatformClient } from '../../../../src/core/api/client';
import type { NetworkSettings } from '../../../../src/core/api/dispatcher';
import { makeCertificates } from '../../../support/certificates';
import { startConnectProxy } from '../../../support/connectProxy';
import { responding } from '../../../support/httpServer';
import { someGuid } from '../../../support/scheduledQueries';
import { FaultProxy } from '../../../support/faultProxy';
import { listTables } from '../../../../src/core/api/operations/tables';

function clientWith(network: NetworkSettings, baseUrl = 'https://service.example'): PlatformClient {
  return new PlatformClient({
    baseUrl,
    readKey: () => Promise.resolve('k3y'),
    readNetwork: () => ({ ...network }),
  });
}

const noTables = { total_count: 0, tables: [] };

function rejectedByProxy(message: RegExp): object {
  return { name: 'UnreachableError', reason: 'proxy', uncertain: false, message };
}

describe('A proxy', () => {
  for (const [options, message] of [
    [{ password: 'kim:secret' }, /^The proxy 127\.0\.0\.1:\d+ requires a user name and password\.$/],
    [{ rejection: 403 }, /^The proxy \S+ could not connect to service\.example \(HTTP 403\)\.$/],
    [{ rejection: 502 }, /^The proxy \S+ could not connect to service\.example \(HTTP 502\)\.$/],
  ] as const) {
    it(`reports that it rejects the connection, for a write too: ${JSON.stringify(options)}`, async () => {
      await using proxy = await startConnectProxy(options);
      await using client = clientWith({ proxy: proxy.url });
      await assert.rejects(client.send(listTables({})), rejectedByProxy(message));
      await assert.rejects(
        async () => client.send(stopScheduledQueries([someGuid])),
        rejectedByProxy(message),
      );
    });
  }

  it('reports that it requires a password for plain requests', async () => {
    await using server = await responding(200, {});
    await using proxy = await startConnectProxy({ password: 'kim:secret' });
    await using client = clientWith({ proxy: proxy.url }, server.origin);

    await assert.rejects(client.send(listTables({})), rejectedByProxy(/requires a user name and password/));
    assert.equal(server.seen.length, 0);
  });

  it('receives the authorization of the settings', async () => {
    await using server = await responding(200, noTables);
    await using proxy = await startConnectProxy({ password: 'kim:secret' });
    const proxyAuthorization = `Basic ${Buffer.from('kim:secret').toString('base64')}`;
    await using client = clientWith({ proxy: proxy.url, proxyAuthorization }, server.origin);

    await client.send(listTables({}));
    assert.equal(proxy.forwarded.length, 1);
  });

  it('is named instead of the platform when it rejects the connection', async () => {
    const stopped = await responding(200, noTables);
    await stopped[Symbol.asyncDispose]();
    await using client = clientWith({ proxy: stopped.origin });

    const message = `${new URL(stopped.origin).host} refused the connection.`;
    await assert.rejects(client.send(listTables({})), { message });
  });

  for (const proxy of ['ftp://files.example:8021', 'http://kim:p%zz@files.example:8021']) {
    it(`is named when its address is not usable, and can be replaced: ${proxy}`, async () => {
      await using server = await responding(200, noTables);
      const network: { proxy?: string } = { proxy };
      await using client = clientWith(network, server.origin);

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
    await using server = await responding(200, { ...noTables, succeeded: 1, failures: [] });
    await using front = await FaultProxy.start(server.origin, certificates);
    await using proxy = await startConnectProxy({ password: 'kim:secret' });
    const address = { proxy: proxy.url.replace('//', '//kim:secret@') };
    await using plain = clientWith(address, server.origin);
    const trusting = { ...address, certificateAuthorities: [certificates.authority] };
    await using encrypted = clientWith(trusting, front.baseUrl);

    await plain.send(listTables({}));
    await plain.send(stopScheduledQueries([someGuid]));
    assert.deepEqual(proxy.tunnels, []);
    assert.deepEqual(proxy.forwarded, [
      `GET ${server.origin}/api/core/tables`,
      `POST ${server.origin}/api/core/scheduled-queries/stop`,
    ]);
    assert.match(server.seen[1]?.body ?? '', /^guids=/);

    for (const strictCertificates of [undefined, true, false]) {
      await using client = clientWith({ strictCertificates }, front.baseUrl);
      const response = client.send(listTables({}));
      if (strictCertificates === false) await response;
      else await assert.rejects(response, { name: 'UnreachableError', reason: 'certificate' });
    }

    await encrypted.send(listTables({}));
    assert.deepEqual(proxy.tunnels, [new URL(front.baseUrl).host]);
    assert.equal(proxy.forwarded.length, 2);
  });
});
