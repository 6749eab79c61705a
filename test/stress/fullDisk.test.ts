import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import type { ResponseBody, Call } from '../support/call';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { startPlatformInProcess } from '../support/platformInProcess';
import { temporaryFolder } from '../support/temporaryFolder';

const megabyte = 1024 * 1024;

type Platform = Pick<RunningPlatform, 'baseUrl' | 'key'>;

function ask(platform: Platform, operation: string, options: Call = {}): Promise<ResponseBody> {
  const [method = '', path = ''] = operation.split(' ');
  return call(platform.baseUrl, `${method} /api/core${path}`, { key: platform.key, ...options });
}

const page = z.looseObject({ total_count: z.int() });

/** Adds scheduled queries of a size until one is rejected for want of room, and returns how many were acknowledged. */
async function fill(platform: Platform, size: number): Promise<number> {
  for (let acknowledged = 0; acknowledged < 200; acknowledged += 1) {
    const response = await addSchedule(platform, size);
    if (response.status === 200) continue;
    assert.deepEqual(response, { status: 500, body: noSpace });
    return acknowledged;
  }
  throw new Error('the disk never got full');
}

async function countSchedules(platform: Platform): Promise<number> {
  return page.parse((await ask(platform, 'GET /scheduled-queries?limit=0')).body).total_count;
}

/** A scheduled query whose text has so many bytes and does not compress well. */
function addSchedule(platform: Platform, size: number): Promise<ResponseBody> {
  const text = randomBytes(Math.floor((size / 4) * 3)).toString('base64');
  const schedule = { trigger_type: 'cron', cron_schedule: '0 0 1 1 *' };
  const json = { ...schedule, name: randomBytes(16).toString('hex'), query: `# ${text}` };
  return ask(platform, 'POST /scheduled-queries', { json });
}

/** The engine moves its log of changes into the store with the first change that finds the log larger than this. */
const checkpointAt = 16 * megabyte;

/** Makes the log of changes about so large by scheduled queries, and returns their number. */
async function growLog(platform: Platform, data: string, wanted: number): Promise<number> {
  const log = path.join(data, 'platform.duckdb.wal');
  for (let added = 0; ; added += 1) {
    const missing = wanted - (await stat(log)).size;
    if (missing <= 0) return added;
    const response = await addSchedule(platform, Math.min(megabyte, Math.max(missing, 1024)));
    assert.equal(response.status, 200);
  }
}

async function announce(platform: Platform, bytes: Buffer): Promise<string> {
  const { body } = await ask(platform, 'POST /upload-streams', {
    form: { file_name: 'a', file_size: String(bytes.length), metadata: '{"table_name":"logs"}' },
  });
  return z.object({ token: z.string() }).parse(body).token;
}

async function upload(platform: Platform, rows: readonly object[]): Promise<string> {
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const token = await announce(platform, bytes);
  assert.equal((await ask(platform, `PUT /upload-streams/${token}?offset=0`, { bytes })).status, 200);
  return token;
}

function complete(platform: Platform, token: string): Promise<ResponseBody> {
  return ask(platform, `POST /upload-streams/${token}/complete`);
}

/** What the table holds, in the order of `n`. */
async function numbersIn(platform: Platform): Promise<number[]> {
  const query = new URLSearchParams({
    q: 'table logs | sort n | fields n',
    format: 'json-single',
  }).toString();
  const { body } = await ask(platform, `GET /query?${query}`);
  return z
    .looseObject({ rows: z.array(z.object({ n: z.number() })) })
    .parse(body)
    .rows.map(({ n }) => n);
}

const noSpace = {
  error_code: 'internal-error',
  error_msg: 'no space left on the disk of the service',
};

describe('A full disk', function () {
  this.timeout(120_000);

  it('rejects uploads and changes with the reason, keeps all acknowledged ones, and loads an upload later', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path, largestFile: 8 });
    await ask(platform, 'POST /tables', { form: { table: 'logs' } });
    assert.deepEqual((await complete(platform, await upload(platform, [{ n: 1 }]))).body, { rows: 1 });
    const last = await upload(platform, [{ n: 2 }, { n: 3 }]);
    const bytes = Buffer.alloc(9 * megabyte, '{"n":1}\n');
    const token = await announce(platform, bytes);
    assert.deepEqual(await ask(platform, `PUT /upload-streams/${token}?offset=0`, { bytes }), {
      status: 500,
      body: { error_code: 'illegal-state', error_msg: 'no space left for the upload stream' },
    });
    assert.deepEqual(await ask(platform, `DELETE /upload-streams/${token}`), { status: 200, body: {} });
    let acknowledged = 0;
    const sizes = [megabyte, 64 * 1024, 4096, 256, 4];
    // Smaller and smaller, until there is no room for anything.
    for (const size of sizes) acknowledged += await fill(platform, size);
    assert.deepEqual(await complete(platform, last), { status: 500, body: noSpace });
    assert.deepEqual(await numbersIn(platform), [1]);
    const files = await readdir(path.join(folder.path, 'segments', 'tables'), { recursive: true });
    assert.equal(files.filter((file) => file.endsWith('.parquet')).length, 1);
    // Waited for without end, a process would be left behind, and keep the tests from ending.
    await assert.rejects(platform.ended(1), /^Error: The platform has not ended by itself\./);
    assert.equal(await platform.kill(), 0);
    {
      // Still full: it starts and can be read.
      await using full = await startPlatform({ data: folder.path, largestFile: 8 });
      assert.deepEqual(await numbersIn(full), [1]);
      assert.ok((await countSchedules(full)) >= acknowledged);
    }

    await using again = await startPlatformInProcess({ data: folder.path });
    const kept = await countSchedules(again);
    assert.ok(kept >= acknowledged && kept <= acknowledged + sizes.length, `${kept} of ${acknowledged}`);
    assert.deepEqual(await complete(again, last), { status: 200, body: { rows: 2 } });
    assert.deepEqual(await numbersIn(again), [1, 2, 3]);
  });

  it('ends the platform when the store has no space, and keeps all acknowledged changes', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path, largestFile: 18 });
    await ask(platform, 'POST /tables', { form: { table: 'logs' } });
    assert.deepEqual((await complete(platform, await upload(platform, [{ n: 1 }]))).body, { rows: 1 });
    const last = await upload(platform, [{ n: 2 }, { n: 3 }]);
    const acknowledged = await growLog(platform, folder.path, checkpointAt + 1);
    assert.deepEqual(await complete(platform, last), { status: 500, body: noSpace });
    assert.equal(await platform.ended(), 1);
    assert.equal(platform.log.split('The store cannot continue.').length, 2, 'said once');

    await using again = await startPlatformInProcess({ data: folder.path });
    assert.equal(await countSchedules(again), acknowledged);
    assert.deepEqual(await numbersIn(again), [1, 2, 3]);
  });

  it('keeps every row when the store has no space for the result of a compaction', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path, largestFile: 18 });
    await ask(platform, 'POST /tables', { form: { table: 'logs' } });
    // Rows of so long names that the log grows past the mark with the last of them: the next change is the compaction's.
    const wide = Array.from({ length: 60 }, (_, index) => [`${'field'.repeat(600)}${index}`, 1] as const);
    const row = { _time: new Date().toISOString(), ...Object.fromEntries(wide) };
    for (let n = 1; n <= 15; n += 1) await complete(platform, await upload(platform, [{ ...row, n }]));
    const last = await upload(platform, [{ ...row, n: 16 }]);
    await growLog(platform, folder.path, checkpointAt - 150_000);
    assert.deepEqual(await complete(platform, last), { status: 200, body: { rows: 1 } });
    assert.equal(await platform.ended(), 1);

    await using again = await startPlatformInProcess({ data: folder.path });
    assert.deepEqual(
      await numbersIn(again),
      Array.from({ length: 16 }, (_, index) => index + 1),
    );
  });
});
