import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { listTableGroups } from '../../../src/api/operations/tables';
import { stopScheduledQueries } from '../../../src/api/operations/scheduledQueries';
import { PlatformClient } from '../../../src/api/client';
import {
  isMissingOperation,
  KeyRejectedError,
  MalformedResponseError,
  RejectedError,
  TooLargeResponseError,
  UnreachableError,
} from '../../../src/api/errors';
import { eventually } from '../../support/eventually';
import { responding, HttpServer } from '../../support/httpServer';
import { someGuid } from '../../support/scheduledQueries';

const emptyTables = { total_count: 0, tables: [] };

function unreachable(reason: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UnreachableError, String(error));
    assert.equal(error.reason, reason);
    return true;
  };
}

describe('A read without a response', () => {
  it('rejects with connection-refused when nothing listens', async () => {
    const free = createTcpServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await using client = new PlatformClient({
      baseUrl: `http://127.0.0.1:${port}`,
      readKey: () => Promise.resolve('k3y'),
    });
    await assert.rejects(client.tables({}), unreachable('connection-refused'));
  });

  it('is repeated after a reset in the middle of the body', async () => {
    await using server = await HttpServer.start((_request, response) => {
      if (server.seen.length > 1) return void response.end(JSON.stringify(emptyTables));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"total_count":', () => response.destroy());
    });
    assert.deepEqual((await server.api.tables({})).items, []);
    assert.equal(server.seen.length, 2);
  });

  it('is given up after two repetitions', async () => {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    await assert.rejects(server.api.tables({}), (error) => {
      assert.equal((error as UnreachableError).uncertain, false, 'nothing was to be changed');
      return unreachable('reset')(error);
    });
    assert.equal(server.seen.length, 3);
  });

  it('ends at its deadline', async () => {
    await using server = await HttpServer.start(() => undefined);
    await using client = server.client({ readTimeout: () => 50 });
    await assert.rejects(client.tables({}), unreachable('deadline'));
  });

  it('ends at its deadline although bytes keep arriving', async () => {
    await using server = await HttpServer.start((_request, response) => {
      const trickle = setInterval(() => response.write(' '), 10);
      response.on('close', () => {
        clearInterval(trickle);
      });
    });
    await using client = server.client({ readTimeout: () => 100 });
    await assert.rejects(client.tables({}), unreachable('deadline'));
  });

  it('ends with the reason of the caller when the caller aborts', async () => {
    await using server = await HttpServer.start(() => undefined);
    const giveUp = new AbortController();
    const reading = server.api.tables({}, giveUp.signal);
    setImmediate(() => {
      giveUp.abort(new Error('enough'));
    });
    await assert.rejects(reading, /enough/);
  });

  it('waits as long as Retry-After says after a 429', async () => {
    await using server = await HttpServer.start((_request, response) => {
      if (server.seen.length === 1) response.writeHead(429, { 'retry-after': '0' }).end('slow down');
      else response.end(JSON.stringify(emptyTables));
    });
    await server.api.tables({});
    assert.equal(server.seen.length, 2);
  });

  it('does not wait for a Retry-After beyond its deadline', async () => {
    await using server = await responding(429, 'slow down', { 'retry-after': '3600' });
    await using client = server.client({ readTimeout: () => 1000 });
    await assert.rejects(client.tables({}), unreachable('busy'));
    assert.equal(server.seen.length, 1);
  });
});

describe('A write', () => {
  it('is not repeated after a reset', async () => {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    await assert.rejects(async () => server.api.send(stopScheduledQueries([someGuid])), unreachable('reset'));
    assert.equal(server.seen.length, 1);
  });

  it('is not repeated after a 503', async () => {
    await using server = await responding(503, '', { 'retry-after': '0' });
    await assert.rejects(server.api.removeScheduledQueries([someGuid]), unreachable('unavailable'));
    assert.equal(server.seen.length, 1);
  });

  it('does not follow a redirect inside the origin', async () => {
    await using server = await responding(307, '', { location: '/elsewhere' });
    await assert.rejects(
      async () => server.api.send(stopScheduledQueries([someGuid])),
      unreachable('redirect'),
    );
    assert.equal(server.seen.length, 1);
  });
});

describe('An invalid response', () => {
  it('means a rejected key when it is a sign-in page', async () => {
    await using server = await responding(200, 'Sign in', { 'content-type': 'text/html' });
    await assert.rejects(server.api.tables({}), KeyRejectedError);
  });

  it('means a rejected key when it is an HTML page with another content type', async () => {
    await using server = await responding(200, ' \n<!DOCTYPE html>', { 'content-type': 'text/plain' });
    await assert.rejects(server.api.tables({}), (error) => error instanceof KeyRejectedError && error.isPage);
  });

  it('is valid when a value contains HTML', async () => {
    await using server = await responding(200, { note: '<html>', ...emptyTables });
    assert.equal((await server.api.tables({})).total, 0);
  });

  it('is malformed when it is a redirect without a location', async () => {
    await using server = await responding(302, '');
    await assert.rejects(server.api.tables({}), MalformedResponseError);
  });

  it('is malformed when the JSON is truncated', async () => {
    await using server = await responding(200, '{"total_count": 1, "tables": [');
    await assert.rejects(server.api.tables({}), MalformedResponseError);
    assert.equal(server.seen.length, 1);
  });

  it('names the field that has the wrong type', async () => {
    await using server = await responding(200, { total_count: 'many', tables: [] });
    await assert.rejects(server.api.tables({}), /'total_count' is not as documented/);
  });

  it('is too large when it exceeds the limit, with or without a content length', async () => {
    const body = JSON.stringify({ ...emptyTables, padding: 'x'.repeat(100_000) });
    await using announced = await responding(200, body, { 'content-length': String(body.length) });
    await using unannounced = await HttpServer.start((_request, response) => {
      response.write(body.slice(0, 60_000));
      response.end(body.slice(60_000));
    });
    for (const server of [announced, unannounced]) {
      await using client = server.client({ maximumBytes: 50_000 });
      await assert.rejects(
        client.tables({}),
        (error) => error instanceof TooLargeResponseError && !isMissingOperation(error),
      );
      await using patient = server.client({ maximumBytes: body.length });
      assert.equal((await patient.tables({})).total, 0, 'one that is just as large is not');
      await assert.rejects(
        async () => client.send(stopScheduledQueries([someGuid])),
        (error: TooLargeResponseError) => error.uncertain,
      );
    }
  });

  it('is too large in many small pieces too, and closes its connection', async () => {
    await using server = await HttpServer.start((_request, response) => {
      for (let piece = 0; piece < 10; piece++) response.write(' '.repeat(10_000));
      response.end(JSON.stringify(emptyTables));
    });
    await using client = server.client({ maximumBytes: 50_000 });
    await assert.rejects(client.tables({}), TooLargeResponseError);

    let announced: ServerResponse | undefined;
    await using other = await HttpServer.start((_request, response) => {
      announced = response;
      response.writeHead(200, { 'content-length': '1000000000' }).write('{');
    });
    await using waiting = other.client();
    await assert.rejects(waiting.tables({}), TooLargeResponseError);
    await eventually(() => announced?.destroyed, { within: 5000 });
  });
});

describe('A status of an error', () => {
  for (const status of [401, 403]) {
    it(`means a rejected key for ${status}`, async () => {
      await using server = await responding(status, {
        error_code: 'unauthorized',
        error_msg: 'invalid-api-key',
      });
      await assert.rejects(
        server.api.tables({}),
        (error) => error instanceof KeyRejectedError && error.status === status,
      );
      assert.equal(server.seen.length, 1);
    });
  }

  it('keeps the code and message of a 5xx with an error body', async () => {
    await using server = await responding(500, {
      error_code: 'illegal-state',
      error_msg: 'boom',
      uploaded_size: 7,
    });
    await assert.rejects(server.api.tables({}), (error) => {
      assert.ok(error instanceof RejectedError);
      assert.deepEqual(
        [error.code, error.message, error.details],
        ['illegal-state', 'boom', { uploaded_size: 7 }],
      );
      return true;
    });
  });

  for (const status of [500, 502, 503, 504]) {
    it(`means unreachable for a ${status} without an error body`, async () => {
      await using server = await responding(status, '<html>Bad Gateway</html>', { 'retry-after': '0' });
      await assert.rejects(server.api.tables({}), (error) => {
        assert.match(String(error), new RegExp(`HTTP ${status}`));
        return unreachable('unavailable')(error);
      });
      assert.equal(server.seen.length, status === 500 ? 1 : 3);
    });
  }

  it('leaves open whether a write took effect after a 502, but not after a 429', async () => {
    for (const [status, uncertain] of [
      [502, true],
      [429, false],
    ] as const) {
      await using server = await responding(status, '');
      const error = await server.api
        .send(stopScheduledQueries([someGuid]))
        .catch((reason: unknown) => reason);
      assert.equal((error as UnreachableError).uncertain, uncertain, String(status));
    }
  });

  it('is a rejection by the service when a 503 has an error body', async () => {
    const rejection = { error_code: 'illegal-state', error_msg: 'starting' };
    await using server = await responding(503, rejection, { 'retry-after': '0' });
    await assert.rejects(server.api.tables({}), RejectedError);
  });

  it('means a missing operation for a plain 404', async () => {
    await using server = await responding(404, 'not found');
    const error = await server.api.send(listTableGroups()).catch((reason: unknown) => reason);
    assert.equal(isMissingOperation(error), true);
  });
});

describe('A redirect', () => {
  it('does not send the key to another origin', async () => {
    await using elsewhere = await responding(200, emptyTables);
    await using server = await responding(302, '', { location: `${elsewhere.origin}/login` });
    await assert.rejects(server.api.tables({}), unreachable('redirect'));
    assert.equal(elsewhere.seen.length, 0);
    assert.equal(server.seen.length, 1);
  });

  it('is followed inside the origin, with its query string', async () => {
    const location = '/moved?keywords=a%2Bb&limit=7';
    await using server = await HttpServer.start((request, response) => {
      if (request.url === location) response.end(JSON.stringify(emptyTables));
      else if (request.url.startsWith('/moved')) response.writeHead(404).end();
      else response.writeHead(301, { location }).end();
    });
    assert.equal((await server.api.tables({})).total, 0);
    assert.equal(server.seen[1]?.headers.authorization, 'Bearer k3y');
  });

  for (const status of [302, 303, 307, 308]) {
    it(`is followed inside the origin for a ${status}`, async () => {
      await using server = await HttpServer.start((request, response) => {
        if (request.url === '/moved') response.end(JSON.stringify(emptyTables));
        else response.writeHead(status, { location: '/moved' }).end();
      });
      assert.equal((await server.api.tables({})).total, 0);
    });
  }

  it('is resolved relative to the last address', async () => {
    const ways: Readonly<Record<string, string>> = {
      '/api/core/tables': 'moved/first',
      '/api/core/moved/first': '../second?limit=7',
    };
    await using server = await HttpServer.start(({ url }, response) => {
      const location = ways[url];
      if (location === undefined) response.end(JSON.stringify(emptyTables));
      else response.writeHead(302, { location }).end();
    });
    await server.api.tables({});
    assert.equal(server.seen.at(-1)?.url, '/api/core/second?limit=7');
  });

  it('is followed when its page is long, and closes that connection', async () => {
    let page: ServerResponse | undefined;
    await using server = await HttpServer.start((request, response) => {
      if (request.url === '/moved') response.end(JSON.stringify(emptyTables));
      else (page = response).writeHead(302, { location: '/moved' }).end('x'.repeat(20_000_000));
    });
    await server.api.tables({});
    await eventually(() => page?.destroyed, { within: 5000 });
  });

  it('is given up after three in a row', async () => {
    await using server = await responding(302, '', { location: '/again' });
    await assert.rejects(server.api.tables({}), unreachable('redirect'));
    assert.equal(server.seen.length, 4);
  });
});

describe('A request without a key', () => {
  it('is rejected before it is sent', async () => {
    await using server = await responding(200, emptyTables);
    for (const none of [undefined, '']) {
      await using client = server.client({ readKey: () => Promise.resolve(none) });
      await assert.rejects(client.tables({}), KeyRejectedError);
    }
    assert.equal(server.seen.length, 0);
  });
});
