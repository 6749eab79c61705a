import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { MalformedResponseError, TooLargeResponseError, UnreachableError } from '../../src/core/api/errors';
import { describeFailure } from '../../src/extension/ui/failures/failureText';
import { malformedRows } from '../../src/extension/ui/explorer/malformedRow';
import { Redactor } from '../../src/core/privacy/redact';
import { responding, HttpServer } from '../support/httpServer';
import { listTables } from '../../src/core/api/operations/tables';
import { listScheduledQueries } from '../../src/core/api/operations/scheduledQueries';

const megabyte = 1_048_576;
const key = 'k3y-that-nobody-else-may-see';

describe('A hostile server', () => {
  it('cannot redirect the key to another origin', async () => {
    await using elsewhere = await responding(200, { total_count: 0, tables: [] });
    const port = new URL(elsewhere.origin).port;
    const targets = [
      elsewhere.origin,
      `//127.0.0.1:${port}/x`,
      `http://localhost:${port}/`,
      `http://user@127.0.0.1:${port}`,
    ];
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of targets) {
        await using server = await responding(status, '', { location });
        await using client = server.client({ readKey: () => Promise.resolve(key) });
        await assert.rejects(client.send(listTables({})), UnreachableError);
      }
    }
    assert.deepEqual(elsewhere.seen, []);
  });

  it('cannot redirect to a file or a script', async () => {
    for (const location of ['file:///etc/passwd', 'javascript:alert(1)', 'data:application/json,{}']) {
      await using server = await responding(302, '', { location });
      await using client = server.client();
      await assert.rejects(client.send(listTables({})), UnreachableError);
    }
  });

  it('cannot fill the memory with an endless body', async () => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    await using server = await HttpServer.start((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    await using client = server.client({ maxBytes: 4 * megabyte });
    const before = process.memoryUsage().arrayBuffers;
    await assert.rejects(client.send(listTables({})), TooLargeResponseError);
    assert.ok(process.memoryUsage().arrayBuffers - before < 64 * megabyte);
  });

  it('cannot keep a request waiting with a huge announced body', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-length': '1000000000000' });
      response.write('{');
    });
    await using client = server.client({ readTimeout: () => 30_000 });
    const started = performance.now();
    await assert.rejects(client.send(listTables({})), /larger than/);
    assert.ok(performance.now() - started < 15_000);
  });

  it('cannot send a compressed body', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * megabyte));
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    await using client = server.client();
    const before = process.memoryUsage().rss;
    await assert.rejects(client.send(listTables({})), TooLargeResponseError);
    assert.ok(process.memoryUsage().rss - before < 100 * megabyte);
    assert.equal(server.seen[0]?.headers['accept-encoding'], 'identity');
  });

  it('cannot block with endless headers', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const pour = (): void => {
        while (response.socket?.writable && response.socket.write(`x-padding: ${'x'.repeat(10_000)}\r\n`));
        if (response.socket?.writable) response.socket.once('drain', pour);
      };
      pour();
    });
    await using client = server.client({ readTimeout: () => 10_000 });
    await assert.rejects(client.send(listTables({})), UnreachableError);
  });

  it('cannot crash the client with deeply nested JSON', async () => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    for (const deep of [
      `{"total_count":0,"tables":${nested}}`,
      `{"total_count":{"a":${nested}},"tables":[]}`,
    ]) {
      await using server = await responding(200, deep);
      await using client = server.client();
      const page = await client.send(listTables({})).catch((error: unknown) => {
        assert.ok(error instanceof MalformedResponseError, String(error));
        return { items: [], malformed: [] };
      });
      assert.deepEqual(page.items, []);
      for (const row of malformedRows(page.malformed))
        assert.ok(((await row.tooltip?.())?.source ?? '').length < 10_000);
    }
  });

  it('cannot crash the client with a very long record', async () => {
    const record = { name: 'x'.repeat(1_000_000), trigger_type: null };
    await using server = await responding(200, { total_count: 1, scheduled_queries: [record, record] });
    await using client = server.client();
    const { malformed } = await client.send(listScheduledQueries({}));
    const rows = malformedRows(malformed);
    assert.equal(new Set(rows.map(({ id }) => id)).size, 2);
    for (const row of rows) {
      assert.ok(row.id.length + row.label.length + ((await row.tooltip?.())?.source ?? '').length < 10_000);
    }
  });

  it('cannot reach the prototype of objects', async () => {
    const body =
      '{"total_count":0,"tables":[],"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    await using server = await responding(200, body);
    await using client = server.client();
    await client.send(listTables({}));
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('cannot make a message show the key by returning it', async () => {
    await using server = await HttpServer.start(({ headers }, response) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error_code: 'echo', error_msg: `you sent ${headers.authorization}` }));
    });
    await using client = server.client({ readKey: () => Promise.resolve(key) });
    const redactor = new Redactor();
    redactor.hide(key);
    const error: unknown = await client.send(listTables({})).catch((reason: unknown) => reason);
    assert.ok(error instanceof Error && error.message.includes(key), 'the server did send it back');
    assert.ok(!redactor.clean(describeFailure(error).sentence).includes(key));
  });
});
