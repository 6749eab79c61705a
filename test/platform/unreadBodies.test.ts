import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import * as z from 'zod/mini';
import { suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addTable } from '../support/tables';

const bodyBytes = 128 * 1024 * 1024;
/** More than the buffers of both ends of a connection hold. */
const largestRead = bodyBytes / 2;
const form = 'content-type: application/x-www-form-urlencoded';

describe('the body of a request', () => {
  const app = suiteApp({ trustedProxies: () => true });
  let token: string;
  before(async () => {
    await addTable(app, 'logs');
    const metadata = JSON.stringify({ table_name: 'logs' });
    const upload = { file_name: 'a.json', file_size: '3', metadata };
    const { body } = await app.call('admin', 'POST /api/core/upload-streams', { form: upload });
    ({ token } = z.object({ token: z.string() }).parse(body));
  });

  for (const [title, operation, status, headers] of [
    ['without a key', 'POST /api/core/cursors', 401, [form]],
    ['with an unknown key', 'POST /api/core/cursors', 401, [form, 'authorization: Bearer unknown']],
    [
      'without a key, in chunks',
      'PUT /api/core/tables/logs/retention',
      401,
      [form, 'transfer-encoding: chunked'],
    ],
    ['without a key, when a body is not expected', 'GET /api/core/tables', 401, [form]],
    ['to an unknown path', 'POST /api/core/unknown', 404, [form]],
    ['to an unknown path outside of the interface', 'POST /unknown', 404, ['content-type: application/json']],
    ['to a path that cannot be decoded', 'POST /%zz', 400, ['content-type: application/json']],
    ['with a method that the path does not have', 'PATCH /api/core/tables', 405, [form]],
    ['with an unknown token', `PUT /api/core/upload-streams/${randomUUID()}?offset=0`, 500, []],
    [
      'with an unknown token, to complete',
      `POST /api/core/upload-streams/${randomUUID()}/complete`,
      500,
      [form],
    ],
    ['with an unknown token, to cancel', `DELETE /api/core/upload-streams/${randomUUID()}`, 500, [form]],
  ] as const) {
    it(`${title} is not read, and the client gets its response`, async () => {
      await expectUnread(operation, status, headers);
    });
  }

  it('is not read with a token from another address', async () => {
    const other = ['x-forwarded-for: 192.0.2.1'];
    for (const [operation, headers] of [
      [`PUT /api/core/upload-streams/${token}?offset=0`, other],
      [`POST /api/core/upload-streams/${token}/complete`, [...other, form]],
      [`DELETE /api/core/upload-streams/${token}`, [...other, form]],
    ] as const) {
      await expectUnread(operation, 500, headers);
    }
  });

  it('keeps the connection open for the next request if it is short', async () => {
    using client = await open(app);
    for (let time = 0; time < 2; time++) {
      client.socket.write(head('POST /api/core/cursors', [form, 'content-length: 3'], app) + 'q=1');
      assert.match(await client.response(), /^HTTP\/1\.1 401 /);
    }
  });

  async function expectUnread(operation: string, status: number, headers: readonly string[]): Promise<void> {
    using client = await open(app);
    const isChunked = headers.includes('transfer-encoding: chunked');
    const length = isChunked ? [] : [`content-length: ${bodyBytes}`];
    client.socket.write(head(operation, [...headers, ...length], app));
    const sent = client.sendBody(isChunked);
    assert.match(await client.response(), new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.ok((await sent) < largestRead);
  }
});

function head(operation: string, headers: readonly string[], { baseUrl }: RunningApp): string {
  return `${[`${operation} HTTP/1.1`, `host: ${new URL(baseUrl).host}`, ...headers].join('\r\n')}\r\n\r\n`;
}

interface Client extends Disposable {
  readonly socket: Socket;
  /** The head of the next response. */
  response(): Promise<string>;
  /** Sends until the connection is closed, and returns the number of bytes that left. */
  sendBody(isChunked: boolean): Promise<number>;
}

async function open({ baseUrl }: RunningApp): Promise<Client> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let closed = false;
  const received: string[] = [];
  const closing = new Promise<void>((resolve) => {
    socket.on('close', () => {
      closed = true;
      resolve();
    });
  });
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => received.push(bytes.toString()));
  return {
    socket,
    async response() {
      while (!received.join('').includes('\r\n\r\n') && !closed) {
        await Promise.race([once(socket, 'data'), closing]);
      }
      return received.splice(0).join('');
    },
    async sendBody(isChunked) {
      const part = Buffer.alloc(256 * 1024, 'a');
      const size = `${part.length.toString(16)}\r\n`;
      let sent = 0;
      while (sent < bodyBytes && !closed) {
        const bytes = isChunked ? Buffer.concat([Buffer.from(size), part, Buffer.from('\r\n')]) : part;
        const isSent = await Promise.race([
          new Promise<boolean>((resolve) => socket.write(bytes, (error) => resolve(!error))),
          closing.then(() => false),
        ]);
        if (!isSent) break;
        sent += part.length;
      }
      return sent;
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
}
