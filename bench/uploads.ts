import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { PlatformClient } from '../src/core/api/client';
import { FileUpload } from '../src/extension/features/uploads/fileUpload';
import { startPlatform } from '../test/support/platform';
import type { RunningPlatform } from '../test/support/platform';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { judge, median, spreadOf } from './measurement';
import type { Measurement } from './measurement';
import { createTable } from '../src/core/api/operations/tables';
import { openUpload, cancelUpload } from '../src/core/api/operations/uploads';
import type { UploadRequest } from '../src/core/api/operations/uploads';

const megabyte = 1024 * 1024;
/** `LOGBENCH_BENCH_UPLOAD_MB=64` for a quick run. */
const size = Number(process.env['LOGBENCH_BENCH_UPLOAD_MB'] ?? 1024) * megabyte;
const rounds = 3;

/** Measures the transfer; loading the rows is the work of the platform. */
export async function measure(): Promise<Measurement[]> {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'log.json');
  await writeLog(file);
  await using platform = await startPlatform({ data: path.join(folder.path, 'data') });
  await using client = clientOf(platform);
  await client.send(createTable('logs'));
  const theirs: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const their = await bareStream(platform, client, file);
    const our = await ourUpload(client, file);
    if (round > 0) theirs.push(their);
    if (round > 0) ours.push(our);
  }
  const ratio = median(theirs) / median(ours);
  return [
    {
      name: `uploads: ${size / megabyte} MB sent`,
      value: median(ours),
      unit: 'ms',
      against: 'one bare undici stream',
      ratio,
      spread: spreadOf(ours),
      ...judge(ratio, { atLeast: 0.8 }),
    },
  ];
}

async function bareStream(platform: RunningPlatform, client: PlatformClient, file: string): Promise<number> {
  const token = await client.send(openUpload(requestFor()));
  const start = performance.now();
  const { statusCode, body } = await request(
    `${platform.baseUrl}/api/core/upload-streams/${token}?offset=0`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
      body: createReadStream(file),
      headersTimeout: 0,
    },
  );
  await body.dump();
  assert.equal(statusCode, 200);
  const milliseconds = performance.now() - start;
  await client.send(cancelUpload(token));
  return milliseconds;
}

async function ourUpload(client: PlatformClient, file: string): Promise<number> {
  const { mtimeMs } = await stat(file);
  let sentAt = 0;
  const upload: FileUpload = new FileUpload(
    { path: file, size, modified: mtimeMs },
    requestFor(),
    () => Promise.resolve(client),
    () => {
      if (upload.state.kind !== 'loading' || sentAt > 0) return;
      sentAt = performance.now();
      upload.cancel();
    },
  );
  const start = performance.now();
  await upload.run();
  assert.ok(sentAt > 0);
  return sentAt - start;
}

function requestFor(): UploadRequest {
  return { fileName: 'log.json', fileSize: size, tableName: 'logs', format: 'ndjson' };
}

function clientOf(platform: RunningPlatform): PlatformClient {
  return new PlatformClient({ baseUrl: platform.baseUrl, readKey: () => Promise.resolve(platform.key) });
}

async function writeLog(file: string): Promise<void> {
  const line = Buffer.from(`${JSON.stringify({ time: '2026-01-01T00:00:00Z', text: 'x'.repeat(980) })}\n`);
  const block = Buffer.alloc(megabyte, line);
  await using handle = await open(file, 'w');
  for (let written = 0; written < size; written += megabyte) await handle.write(block);
}
