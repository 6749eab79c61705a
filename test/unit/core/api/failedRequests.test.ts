import assert from 'node:assert/strict';
import {
  stopScheduledQueries,
  removeScheduledQueries,
} from '../../../../src/core/api/operations/scheduledQueries';
import { isMissingOperation, KeyRejectedError, TooLargeResponseError } from '../../../../src/core/api/errors';
import { responding, HttpServer } from '../../../support/httpServer';
import { someGuid } from '../../../support/scheduledQueries';
import { listTables } from '../../../../src/core/api/operations/tables';

const emptyTables = { total_count: 0, tables: [] };

function unreachable(reason: string): object {
  return { name: 'UnreachableError', reason };
}

describe('A read without a response', () => {
  it('is repeated after a reset in the middle of the body', async () => {
    await using server = await HttpServer.start((_request, response) => {
      if (server.seen.length > 1) return void response.end(JSON.stringify(emptyTables));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"total_count":', () => response.destroy());
    });
    assert.deepEqual((await server.api.send(listTables({}))).items, []);
    assert.equal(server.seen.length, 2);
  });

  it('is given up after two repetitions', async () => {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    // Nothing was to be changed.
    const failure = { ...unreachable('reset'), uncertain: false };
    await assert.rejects(server.api.send(listTables({})), failure);
    assert.equal(server.seen.length, 3);
  });

  it('ends at its deadline although bytes keep arriving', async () => {
    await using server = await HttpServer.start((_request, response) => {
      const trickle = setInterval(() => response.write(' '), 10);
      response.on('close', () => {
        clearInterval(trickle);
      });
    });
    await using client = server.client({ readTimeout: () => 100 });
    await assert.rejects(client.send(listTables({})), unreachable('deadline'));
  });
});

describe('A write', () => {
  it('is sent once when its connection is reset', async () => {
    await using server = await HttpServer.start((_request, response) => response.destroy());
    await assert.rejects(async () => server.api.send(stopScheduledQueries([someGuid])), unreachable('reset'));
    assert.equal(server.seen.length, 1);
  });

  it('is not repeated after a 503, and not redirected', async () => {
    for (const [status, reason] of [
      [503, 'unavailable'],
      [307, 'redirect'],
    ] as const) {
      await using server = await responding(status, '', { 'retry-after': '0', location: '/elsewhere' });
      await assert.rejects(server.api.send(removeScheduledQueries([someGuid])), unreachable(reason));
      assert.equal(server.seen.length, 1);
    }
  });

  it('leaves open whether a write took effect after a 502, but not after a 429', async () => {
    for (const [status, uncertain] of [
      [502, true],
      [429, false],
    ] as const) {
      await using server = await responding(status, '');
      await assert.rejects(server.api.send(stopScheduledQueries([someGuid])), { uncertain }, String(status));
    }
  });
});

describe('An invalid response', () => {
  const errorBody = { error_code: 'illegal-state', error_msg: 'boom' };
  const page = { 'content-type': 'text/html' };
  const invalid: readonly (readonly [
    when: string,
    response: Parameters<typeof responding>,
    error: object,
  ])[] = [
    ['it is a sign-in page', [200, 'Sign in', page], { name: 'KeyRejectedError', isPage: true }],
    [
      'it is an HTML page with another content type',
      [200, ' \n<!DOCTYPE html>', { 'content-type': 'text/plain' }],
      { name: 'KeyRejectedError', isPage: true },
    ],
    ['it is a redirect without a location', [302, ''], { name: 'MalformedResponseError' }],
    ['the JSON is truncated', [200, '{"total_count": 1, "tables": ['], { name: 'MalformedResponseError' }],
    [
      'a field has the wrong type',
      [200, { total_count: 'many', tables: [] }],
      /'total_count' is not as documented/,
    ],
    ['the status is 401', [401, errorBody], { name: 'KeyRejectedError', status: 401 }],
    ['the status is 403', [403, errorBody], { name: 'KeyRejectedError', status: 403 }],
    [
      'the status is 500 with an error body',
      [500, { ...errorBody, uploaded_size: 7 }],
      { name: 'RejectedError', code: 'illegal-state', message: 'boom', details: { uploaded_size: 7 } },
    ],
    ['the status is 500 without an error body', [500, 'Bad'], { reason: 'unavailable', message: /HTTP 500/ }],
    ['it redirects to another origin', [302, '', { location: 'http://127.0.0.2/' }], { reason: 'redirect' }],
    ['it asks to retry after the deadline', [429, '', { 'retry-after': '3600' }], { reason: 'busy' }],
  ];
  for (const [when, response, error] of invalid) {
    it(`is rejected and not repeated when ${when}`, async () => {
      await using server = await responding(...response);
      await assert.rejects(server.api.send(listTables({})), error);
      assert.equal(server.seen.length, 1);
    });
  }

  it('is repeated twice after 502, 503 and 504', async () => {
    for (const status of [502, 503, 504]) {
      await using server = await responding(status, 'Bad Gateway', { 'retry-after': '0' });
      const failure = { ...unreachable('unavailable'), message: RegExp(`HTTP ${status}`) };
      await assert.rejects(server.api.send(listTables({})), failure);
      assert.equal(server.seen.length, 3);
    }
  });

  it('is a rejection by the platform when a 503 has an error body', async () => {
    await using server = await responding(503, errorBody, { 'retry-after': '0' });
    await assert.rejects(server.api.send(listTables({})), { name: 'RejectedError' });
  });

  it('is accepted when a value contains HTML', async () => {
    await using server = await responding(200, { note: '<html>', ...emptyTables });
    assert.equal((await server.api.send(listTables({}))).total, 0);
  });

  it('is too large when it exceeds the limit, with or without a content length', async () => {
    const body = JSON.stringify({ ...emptyTables, padding: 'x'.repeat(100_000) });
    await using announced = await responding(200, body, { 'content-length': String(body.length) });
    await using unannounced = await HttpServer.start((_request, response) => {
      response.write(body.slice(0, 60_000));
      response.end(body.slice(60_000));
    });
    for (const server of [announced, unannounced]) {
      await using client = server.client({ maxBytes: 50_000 });
      await assert.rejects(
        client.send(listTables({})),
        (error) => error instanceof TooLargeResponseError && !isMissingOperation(error),
      );
    }
  });
});

describe('A redirect', () => {
  it('is given up after three in a row', async () => {
    await using server = await responding(302, '', { location: '/again' });
    await assert.rejects(server.api.send(listTables({})), unreachable('redirect'));
    assert.equal(server.seen.length, 4);
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`is followed inside the origin, with its query string, for a ${status}`, async () => {
      const location = '/moved?keywords=a%2Bb&limit=7';
      await using server = await HttpServer.start((request, response) => {
        if (request.url === location) response.end(JSON.stringify(emptyTables));
        else response.writeHead(request.url.startsWith('/moved') ? 404 : status, { location }).end();
      });
      assert.equal((await server.api.send(listTables({}))).total, 0);
      assert.equal(server.seen[1]?.headers.authorization, 'Bearer k3y');
    });
  }
});

describe('A request without a key', () => {
  it('is rejected before it is sent', async () => {
    await using server = await responding(200, emptyTables);
    for (const none of [undefined, '']) {
      await using client = server.client({ readKey: () => Promise.resolve(none) });
      await assert.rejects(client.send(listTables({})), KeyRejectedError);
    }
    assert.equal(server.seen.length, 0);
  });
});
