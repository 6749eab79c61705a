import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { startPlatform } from '../support/platform';
import { temporaryFolder } from '../support/temporaryFolder';

/** The full measure is 2048; the suite makes do with less. */
const megabytes = Number(process.env['LOGBENCH_UPLOAD_MEGABYTES'] ?? 256);
const maxGrowth = 128;

describe('a large upload', function () {
  this.timeout(600_000);

  it(`of ${megabytes} MB keeps memory flat while it arrives`, async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path });
    const { baseUrl, key } = platform;
    await call(baseUrl, 'POST /api/core/tables', { key, form: { table: 'logs' } });
    const size = megabytes * 1024 * 1024;
    const form = { file_name: 'a.ndjson', file_size: String(size), metadata: '{"table_name":"logs"}' };
    const opened = await call(baseUrl, 'POST /api/core/upload-streams', { key, form });
    const { token } = z.object({ token: z.string() }).parse(opened.body);

    const before = await peakMegabytes(platform.processId);
    await send(`${baseUrl}/api/core/upload-streams/${token}?offset=0`, size);
    const growth = (await peakMegabytes(platform.processId)) - before;
    assert.ok(growth < maxGrowth, `grew by ${growth} MB`);
  });
});

async function send(address: string, size: number): Promise<void> {
  const sending = request(address, { method: 'PUT', headers: { 'content-length': size } });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  const megabyte = Buffer.alloc(1024 * 1024, '{"a":1}\n');
  await pipeline(Readable.from(Array.from({ length: size / megabyte.length }, () => megabyte)), sending);
  assert.equal(await status, 200);
}

/** The most memory that the process has had so far; where the system does not tell, nothing can grow. */
async function peakMegabytes(processId: number | undefined): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${processId ?? 'self'}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
