import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatformInProcess } from '../support/platformInProcess';
import type { PlatformInProcess } from '../support/platformInProcess';
import { temporaryFolder } from '../support/temporaryFolder';

const sent = 400_000;

interface HalfUpload extends AsyncDisposable {
  readonly platform: PlatformInProcess;
  readonly token: string;
  /** Stays open and silent after half of the announced body. */
  readonly socket: Socket;
}

/** A client that has sent half of its body, and a platform that has written all of that half. */
async function halfUpload(offset = 0): Promise<HalfUpload> {
  const folder = await temporaryFolder();
  const platform = await startPlatformInProcess({ data: folder.path });
  const options = { key: platform.key };
  await call(platform.baseUrl, 'POST /api/core/tables', { ...options, form: { table: 'logs' } });
  const { body } = await call(platform.baseUrl, 'POST /api/core/upload-streams', {
    ...options,
    form: { file_name: 'a.json', file_size: String(2 * sent), metadata: '{"table_name":"logs"}' },
  });
  const { token } = z.object({ token: z.string() }).parse(body);
  const socket = connect(Number(new URL(platform.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    `PUT /api/core/upload-streams/${token}?offset=${offset} HTTP/1.1`,
    'host: localhost',
    'content-type: application/octet-stream',
    `content-length: ${2 * sent}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, 'x'));
  if (offset === 0) await eventually(async () => (await arrived(folder.path, token)) === sent);
  return {
    platform,
    token,
    socket,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await platform[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function arrived(folder: string, token: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const file = files.find((name) => path.basename(name) === token);
  return file === undefined ? 0 : (await stat(path.join(folder, file))).size;
}

describe('The connection of a half-sent upload', function () {
  this.timeout(60_000);

  it('does not prevent the platform from ending, and what has arrived is kept after a restart', async () => {
    await using input = await halfUpload();
    await input.platform.kill();

    await using again = await input.platform.restart();

    const response = await call(again.baseUrl, `GET /api/core/upload-streams/${input.token}`, {
      key: again.key,
    });
    const { stream } = z.object({ stream: z.object({ uploaded_size: z.number() }) }).parse(response.body);
    assert.equal(stream.uploaded_size, sent);
  });

  it('is closed when the upload is canceled', async () => {
    await using input = await halfUpload();
    input.socket.resume();
    const closed = once(input.socket, 'close');

    await call(input.platform.baseUrl, `DELETE /api/core/upload-streams/${input.token}`);

    await closed;
  });

  it('is closed when the client continues on another connection', async () => {
    await using input = await halfUpload();
    input.socket.resume();
    const closed = once(input.socket, 'close');

    const append = `PUT /api/core/upload-streams/${input.token}?offset=${sent}`;
    const { body } = await call(input.platform.baseUrl, append, { bytes: Buffer.alloc(sent, 'y') });

    assert.deepEqual(body, { uploaded_size: 2 * sent });
    await closed;
  });

  it('does not prevent the platform from ending when the upload was rejected', async () => {
    await using input = await halfUpload(17);
    const [response] = (await once(input.socket, 'data')) as [Buffer];
    assert.match(response.toString(), /'offset' must be equal to 0/);

    await input.platform.kill();
  });
});
