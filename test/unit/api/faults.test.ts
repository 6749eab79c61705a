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

describe('a read that gets no answer', () => {
  it('is unreachable when nobody listens', async () => {
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
    await using client = server.client();
    assert.deepEqual((await client.tables({})).items, []);
    assert.equal(server.seen.length, 2);
  });

  it('is given up after two repetitions', async () => {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    await using client = server.client();
    await assert.rejects(client.tables({}), (error) => {
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

  it('ends at its deadline although bytes trickle in', async () => {
    await using server = await HttpServer.start((_request, response) => {
      const trickle = setInterval(() => response.write(' '), 10);
      response.on('close', () => {
        clearInterval(trickle);
      });
    });
    await using client = server.client({ readTimeout: () => 100 });
    await assert.rejects(client.tables({}), unreachable('deadline'));
  });

  it('ends at once when the caller gives up, with the caller’s own reason', async () => {
    await using server = await HttpServer.start(() => undefined);
    await using client = server.client();
    const giveUp = new AbortController();
    const reading = client.tables({}, giveUp.signal);
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
    await using client = server.client();
    await client.tables({});
    assert.equal(server.seen.length, 2);
  });

  it('does not wait for a Retry-After beyond its deadline', async () => {
    await using server = await responding(429, 'slow down', { 'retry-after': '3600' });
    await using client = server.client({ readTimeout: () => 1000 });
    await assert.rejects(client.tables({}), unreachable('busy'));
    assert.equal(server.seen.length, 1);
  });
});

describe('a write', () => {
  it('is never repeated, whatever happens to it', async () => {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    await using client = server.client();
    await assert.rejects(async () => client.send(stopScheduledQueries([someGuid])), unreachable('reset'));
    assert.equal(server.seen.length, 1);
  });

  it('is never repeated after a 503', async () => {
    await using server = await responding(503, '', { 'retry-after': '0' });
    await using client = server.client();
    await assert.rejects(client.removeScheduledQueries([someGuid]), unreachable('unavailable'));
    assert.equal(server.seen.length, 1);
  });

  it('is not redirected, not even inside the origin', async () => {
    await using server = await responding(307, '', { location: '/elsewhere' });
    await using client = server.client();
    await assert.rejects(async () => client.send(stopScheduledQueries([someGuid])), unreachable('redirect'));
    assert.equal(server.seen.length, 1);
  });
});

describe('an answer that is not one', () => {
  it('is a rejected key when it is a page to sign in', async () => {
    await using server = await responding(200, 'Sign in', { 'content-type': 'text/html' });
    await using client = server.client();
    await assert.rejects(client.tables({}), KeyRejectedError);
  });

  it('is a rejected key when it is a page without a type of its own', async () => {
    await using server = await responding(200, ' \n<!DOCTYPE html>', { 'content-type': 'text/plain' });
    await using client = server.client();
    await assert.rejects(client.tables({}), (error) => error instanceof KeyRejectedError && error.isPage);
  });

  it('is one where it only quotes a page', async () => {
    await using server = await responding(200, { note: '<html>', ...emptyTables });
    await using client = server.client();
    assert.equal((await client.tables({})).total, 0);
  });

  it('is malformed when it is a redirect to nowhere', async () => {
    await using server = await responding(302, '');
    await using client = server.client();
    await assert.rejects(client.tables({}), MalformedResponseError);
  });

  it('is malformed when the JSON is truncated', async () => {
    await using server = await responding(200, '{"total_count": 1, "tables": [');
    await using client = server.client();
    await assert.rejects(client.tables({}), MalformedResponseError);
    assert.equal(server.seen.length, 1);
  });

  it('names the field that has the wrong type', async () => {
    await using server = await responding(200, { total_count: 'many', tables: [] });
    await using client = server.client();
    await assert.rejects(client.tables({}), /'total_count' is not as documented/);
  });

  it('is too large, and no sign of a missing operation, when it is larger than allowed, announced or not', async () => {
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

  it('is too large in many small pieces too, and its connection is not kept', async () => {
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

describe('a status that says no', () => {
  for (const status of [401, 403]) {
    it(`is a refused key when it is ${status}`, async () => {
      await using server = await responding(status, {
        error_code: 'unauthorized',
        error_msg: 'invalid-api-key',
      });
      await using client = server.client();
      await assert.rejects(
        client.tables({}),
        (error) => error instanceof KeyRejectedError && error.status === status,
      );
      assert.equal(server.seen.length, 1);
    });
  }

  it('keeps the code and words of a 5xx with an error body', async () => {
    await using server = await responding(500, {
      error_code: 'illegal-state',
      error_msg: 'boom',
      uploaded_size: 7,
    });
    await using client = server.client();
    await assert.rejects(client.tables({}), (error) => {
      assert.ok(error instanceof RejectedError);
      assert.deepEqual(
        [error.code, error.message, error.details],
        ['illegal-state', 'boom', { uploaded_size: 7 }],
      );
      return true;
    });
  });

  for (const status of [500, 502, 503, 504]) {
    it(`is no word of the service when it is a ${status} without an error body: nobody was reached`, async () => {
      await using server = await responding(status, '<html>Bad Gateway</html>', { 'retry-after': '0' });
      await using client = server.client();
      await assert.rejects(client.tables({}), (error) => {
        assert.match(String(error), new RegExp(`HTTP ${status}`));
        return unreachable('unavailable')(error);
      });
      assert.equal(server.seen.length, status === 500 ? 1 : 3);
    });
  }

  it('leaves open what a gateway cut off, but not what it did not let through', async () => {
    for (const [status, uncertain] of [
      [502, true],
      [429, false],
    ] as const) {
      await using server = await responding(status, '');
      await using client = server.client();
      const error = await client.send(stopScheduledQueries([someGuid])).catch((reason: unknown) => reason);
      assert.equal((error as UnreachableError).uncertain, uncertain, String(status));
    }
  });

  it('is the service’s own when a 503 has its error body', async () => {
    const rejection = { error_code: 'illegal-state', error_msg: 'starting' };
    await using server = await responding(503, rejection, { 'retry-after': '0' });
    await using client = server.client();
    await assert.rejects(client.tables({}), RejectedError);
  });

  it('is a missing operation when it is a plain 404', async () => {
    await using server = await responding(404, 'not found');
    await using client = server.client();
    const error = await client.send(listTableGroups()).catch((reason: unknown) => reason);
    assert.equal(isMissingOperation(error), true);
  });
});

describe('the key', () => {
  it('does not follow a redirect to another origin', async () => {
    await using elsewhere = await responding(200, emptyTables);
    await using server = await responding(302, '', { location: `${elsewhere.origin}/login` });
    await using client = server.client();
    await assert.rejects(client.tables({}), unreachable('redirect'));
    assert.equal(elsewhere.seen.length, 0);
    assert.equal(server.seen.length, 1);
  });

  it('follows a read inside its origin, the query string included', async () => {
    const location = '/moved?keywords=a%2Bb&limit=7';
    await using server = await HttpServer.start((request, response) => {
      if (request.url === location) response.end(JSON.stringify(emptyTables));
      else if (request.url.startsWith('/moved')) response.writeHead(404).end();
      else response.writeHead(301, { location }).end();
    });
    await using client = server.client();
    assert.equal((await client.tables({})).total, 0);
    assert.equal(server.seen[1]?.headers.authorization, 'Bearer k3y');
  });

  for (const status of [302, 303, 307, 308]) {
    it(`follows a read inside its origin by a ${status} too`, async () => {
      await using server = await HttpServer.start((request, response) => {
        if (request.url === '/moved') response.end(JSON.stringify(emptyTables));
        else response.writeHead(status, { location: '/moved' }).end();
      });
      await using client = server.client();
      assert.equal((await client.tables({})).total, 0);
    });
  }

  it('follows addresses that are relative to the last one', async () => {
    const ways: Readonly<Record<string, string>> = {
      '/api/core/tables': 'moved/first',
      '/api/core/moved/first': '../second?limit=7',
    };
    await using server = await HttpServer.start(({ url }, response) => {
      const location = ways[url];
      if (location === undefined) response.end(JSON.stringify(emptyTables));
      else response.writeHead(302, { location }).end();
    });
    await using client = server.client();
    await client.tables({});
    assert.equal(server.seen.at(-1)?.url, '/api/core/second?limit=7');
  });

  it('follows a read whose redirect has a long page, and does not leave that unread on its connection', async () => {
    let page: ServerResponse | undefined;
    await using server = await HttpServer.start((request, response) => {
      if (request.url === '/moved') response.end(JSON.stringify(emptyTables));
      else (page = response).writeHead(302, { location: '/moved' }).end('x'.repeat(20_000_000));
    });
    await using client = server.client();
    await client.tables({});
    await eventually(() => page?.destroyed, { within: 5000 });
  });

  it('is not asked for by an endless chain of redirects', async () => {
    await using server = await responding(302, '', { location: '/again' });
    await using client = server.client();
    await assert.rejects(client.tables({}), unreachable('redirect'));
    assert.equal(server.seen.length, 4);
  });

  it('must be there before anything is sent', async () => {
    await using server = await responding(200, emptyTables);
    for (const none of [undefined, '']) {
      await using client = server.client({ readKey: () => Promise.resolve(none) });
      await assert.rejects(client.tables({}), KeyRejectedError);
    }
    assert.equal(server.seen.length, 0);
  });
});
