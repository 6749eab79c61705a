import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import type { Answer, Call } from '../support/call';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { startPlatformHere } from '../support/platformHere';
import { temporaryFolder } from '../support/temporaryFolder';

const megabyte = 1024 * 1024;

type Platform = Pick<RunningPlatform, 'baseUrl' | 'key'>;

function ask(platform: Platform, operation: string, options: Call = {}): Promise<Answer> {
  const [method = '', path = ''] = operation.split(' ');
  return call(platform.baseUrl, `${method} /api/core${path}`, { key: platform.key, ...options });
}

const page = z.looseObject({ total_count: z.int() });

/** Adds scheduled queries of a megabyte each until one is not acknowledged, and returns how many were, and that answer. */
async function fill(platform: Platform): Promise<{ acknowledged: number; refusal: Answer }> {
  for (let acknowledged = 0; acknowledged < 200; acknowledged += 1) {
    const refusal = await addSchedule(platform, megabyte);
    if (refusal.status !== 200) return { acknowledged, refusal };
  }
  throw new Error('the disk never got full');
}

/** A scheduled query whose text has so many bytes and does not compress well. */
function addSchedule(platform: Platform, size: number): Promise<Answer> {
  const text = randomBytes(Math.floor((size / 4) * 3)).toString('base64');
  const schedule = { trigger_type: 'cron', cron_schedule: '0 0 1 1 *' };
  const json = { ...schedule, name: randomBytes(16).toString('hex'), query: `# ${text}` };
  return ask(platform, 'POST /scheduled-queries', { json });
}

/** The engine moves its log of changes into the store with the first change that finds the log larger than this. */
const checkpointAt = 16 * megabyte;

/** Makes the log of changes about so large. */
async function growLog(platform: Platform, data: string, wanted: number): Promise<void> {
  const log = path.join(data, 'platform.duckdb.wal');
  for (;;) {
    const missing = wanted - (await stat(log)).size;
    if (missing <= 0) return;
    const answer = await addSchedule(platform, Math.min(megabyte, Math.max(missing, 1024)));
    assert.equal(answer.status, 200);
  }
}

async function upload(platform: Platform, rows: readonly object[]): Promise<string> {
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { body } = await ask(platform, 'POST /upload-streams', {
    form: { file_name: 'a', file_size: String(bytes.length), metadata: '{"table_name":"logs"}' },
  });
  const { token } = z.object({ token: z.string() }).parse(body);
  assert.equal((await ask(platform, `PUT /upload-streams/${token}?offset=0`, { bytes })).status, 200);
  return token;
}

function complete(platform: Platform, token: string): Promise<Answer> {
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

describe('a full disk', function () {
  this.timeout(120_000);

  // Waited for without end, the process would be left behind, and keep the tests from ending.
  it('fails its test with a sentence where the platform should have ended and has not', async () => {
    await using platform = await startPlatform();
    await assert.rejects(platform.ended(1), /^Error: The platform has not ended by itself\./);
  });

  it('refuses an upload with the reason, and the service goes on', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path, largestFile: 4 });
    await ask(platform, 'POST /tables', { form: { table: 'logs' } });
    const bytes = Buffer.alloc(6 * megabyte, '{"n":1}\n');
    const { body } = await ask(platform, 'POST /upload-streams', {
      form: { file_name: 'a', file_size: String(bytes.length), metadata: '{"table_name":"logs"}' },
    });
    const { token } = z.object({ token: z.string() }).parse(body);
    assert.deepEqual(await ask(platform, `PUT /upload-streams/${token}?offset=0`, { bytes }), {
      status: 500,
      body: { error_code: 'illegal-state', error_msg: 'no space left for the upload stream' },
    });
    assert.deepEqual(await ask(platform, `DELETE /upload-streams/${token}`), { status: 200, body: {} });
  });

  for (const [title, largestFile, consequence] of [
    ['the log of changes', 8, 'goes on'],
    ['the store itself', 24, 'ends'],
  ] as const) {
    it(`refuses changes and loses none that was acknowledged: no room for ${title}`, async () => {
      await using folder = await temporaryFolder();
      await using platform = await startPlatform({ data: folder.path, largestFile });
      const { acknowledged, refusal } = await fill(platform);
      assert.deepEqual(refusal, { status: 500, body: noSpace });
      if (consequence === 'ends') {
        assert.equal(await platform.ended(), 1);
        assert.equal(platform.log.split('The store cannot continue.').length, 2, 'said once');
      } else {
        assert.equal((await ask(platform, 'GET /scheduled-queries?limit=0')).status, 200);
        assert.equal(await platform.kill(), 0);
      }

      await using again = await startPlatformHere({ data: folder.path });
      const { total_count: kept } = page.parse((await ask(again, 'GET /scheduled-queries?limit=0')).body);
      assert.ok(kept === acknowledged || kept === acknowledged + 1, `${kept} of ${acknowledged}`);
    });
  }

  it('loads an upload later whose rows there was no room to record', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path, largestFile: 8 });
    await ask(platform, 'POST /tables', { form: { table: 'logs' } });
    assert.deepEqual((await complete(platform, await upload(platform, [{ n: 1 }]))).body, { rows: 1 });
    const last = await upload(platform, [{ n: 2 }, { n: 3 }]);
    // Smaller and smaller, until there is no room for anything.
    for (const size of [megabyte, 64 * 1024, 4096, 256, 4]) {
      while ((await addSchedule(platform, size)).status === 200);
    }
    assert.deepEqual(await complete(platform, last), { status: 500, body: noSpace });
    assert.deepEqual(await numbersIn(platform), [1]);
    const files = await readdir(path.join(folder.path, 'segments', 'tables'), { recursive: true });
    assert.equal(files.filter((file) => file.endsWith('.parquet')).length, 1);
    assert.equal(await platform.kill(), 0);

    await using again = await startPlatformHere({ data: folder.path });
    assert.deepEqual(await complete(again, last), { status: 200, body: { rows: 2 } });
    assert.deepEqual(await numbersIn(again), [1, 2, 3]);
  });

  it('keeps the rows of an upload whose commit is durable though the store has no room', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path, largestFile: 18 });
    await ask(platform, 'POST /tables', { form: { table: 'logs' } });
    assert.deepEqual((await complete(platform, await upload(platform, [{ n: 1 }]))).body, { rows: 1 });
    const last = await upload(platform, [{ n: 2 }, { n: 3 }]);
    await growLog(platform, folder.path, checkpointAt + 1);
    assert.deepEqual(await complete(platform, last), { status: 500, body: noSpace });
    assert.equal(await platform.ended(), 1);

    await using again = await startPlatformHere({ data: folder.path });
    assert.deepEqual(await numbersIn(again), [1, 2, 3]);
  });

  it('keeps every row when the store has no room for the outcome of a compaction', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path, largestFile: 18 });
    await ask(platform, 'POST /tables', { form: { table: 'logs' } });
    // Rows of so long names that the log grows past the mark with the last of them: the next change is the compaction's.
    const wide = Array.from({ length: 60 }, (_, place) => [`${'field'.repeat(600)}${place}`, 1] as const);
    const row = { _time: new Date().toISOString(), ...Object.fromEntries(wide) };
    for (let n = 1; n <= 15; n += 1) await complete(platform, await upload(platform, [{ ...row, n }]));
    const last = await upload(platform, [{ ...row, n: 16 }]);
    await growLog(platform, folder.path, checkpointAt - 150_000);
    assert.deepEqual(await complete(platform, last), { status: 200, body: { rows: 1 } });
    assert.equal(await platform.ended(), 1);

    await using again = await startPlatformHere({ data: folder.path });
    assert.deepEqual(
      await numbersIn(again),
      Array.from({ length: 16 }, (_, index) => index + 1),
    );
  });
});
