import assert from 'node:assert/strict';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { startPlatformInProcess } from '../support/platformInProcess';
import { segmentsIn } from '../support/segmentsIn';
import { temporaryFolder } from '../support/temporaryFolder';

const rowCount = 150_000;
const lines = Array.from({ length: rowCount }, (_, index) => `{"n":${index},"text":"row number ${index}"}\n`);
const bytes = Buffer.from(lines.join(''));
const slowQuery = `json "{'n':1}" | repeat count=100000 over=60s | stats count`;

type Platform = Pick<RunningPlatform, 'baseUrl' | 'key'>;

/** Steps of a write, by the files in the data folder at that time. */
const timestamps: Readonly<Record<string, (data: string) => Promise<boolean>>> = {
  'at once': () => Promise.resolve(true),
  'while files are written': (data) => hasFiles(data, 'staging'),
  'when files are in place': (data) => hasFiles(data, 'tables'),
};

describe('a platform that is killed', function () {
  this.timeout(120_000);

  for (const [timestamp, isThere] of Object.entries(timestamps)) {
    it(`has loaded an upload completely or not at all: ${timestamp}`, async () => {
      await using folder = await temporaryFolder();
      await using platform = await startPlatform({ data: folder.path });
      const token = await sendFile(platform);
      const completed = complete(platform, token).catch(() => undefined);
      await Promise.race([completed, eventually(() => isThere(folder.path), { every: 1, within: 60_000 })]);
      await platform.kill('SIGKILL');
      const acknowledged = (await completed)?.status === 200;

      await using again = await startPlatformInProcess({ data: folder.path });
      const rows = await countRows(again);
      assert.ok(rows === rowCount || (rows === 0 && !acknowledged), `${rows} rows`);
      if (rows === rowCount) return;
      assert.deepEqual(await complete(again, token), { status: 200, body: { rows: rowCount } });
      assert.equal(await countRows(again), rowCount);
    });
  }

  it('has imported the rows of a query completely or not at all', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path });
    await createTable(platform);
    const q = `json "{'n':1}" | repeat count=${rowCount} | import logs`;
    await ask(platform, 'POST /api/core/cursors', { q });
    // Files that are being written are renamed soon after, and may never be seen before.
    await eventually(async () => (await segmentsIn(folder.path)).length > 0, { every: 1, within: 60_000 });
    await platform.kill('SIGKILL');
    await using again = await startPlatformInProcess({ data: folder.path });
    assert.ok([0, rowCount].includes(await countRows(again)));
  });

  it('records the interrupted run as failed after its restart', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatform({ data: folder.path });
    const schedule = { trigger_type: 'cron', cron_schedule: '* * * * * *', enabled: 'true' };
    const made = await ask(platform, 'POST /api/core/scheduled-queries', {
      name: 'cut off',
      query: slowQuery,
      ...schedule,
    });
    const { guid } = z.object({ guid: z.string() }).parse(made);
    const read = async (from: Platform): Promise<Record<string, unknown>> =>
      scheduledQuery.parse(await ask(from, `GET /api/core/scheduled-queries/${guid}`)).scheduled_query;
    await eventually(async () => (await read(platform))['running_state'] === 'running');
    await platform.kill('SIGKILL');
    await using again = await startPlatformInProcess({ data: folder.path });
    const record = await read(again);
    assert.deepEqual([record['enabled'], record['result_state']], [true, 'failed']);
    assert.equal(record['last_failure_reason'], 'interrupted by a restart of the platform');
  });
});

const scheduledQuery = z.object({ scheduled_query: z.record(z.string(), z.unknown()) });
const counted = z.looseObject({ rows: z.array(z.object({ count: z.number() })) });

async function ask(
  platform: Platform,
  operation: string,
  form?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const response = await call(platform.baseUrl, operation, { key: platform.key, ...(form ? { form } : {}) });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body;
}

async function createTable(platform: Platform): Promise<void> {
  await ask(platform, 'POST /api/core/tables', { table: 'logs' });
}

async function sendFile(platform: Platform): Promise<string> {
  await createTable(platform);
  const opened = await ask(platform, 'POST /api/core/upload-streams', {
    file_name: 'logs.ndjson',
    file_size: String(bytes.length),
    metadata: '{"table_name":"logs"}',
  });
  const { token } = z.object({ token: z.string() }).parse(opened);
  const sent = await call(platform.baseUrl, `PUT /api/core/upload-streams/${token}?offset=0`, { bytes });
  assert.equal(sent.status, 200);
  return token;
}

function complete(platform: Platform, token: string): ReturnType<typeof call> {
  return call(platform.baseUrl, `POST /api/core/upload-streams/${token}/complete`);
}

async function countRows(platform: Platform): Promise<number> {
  const query = new URLSearchParams({ q: 'table logs | stats count', format: 'json-single' }).toString();
  return counted.parse(await ask(platform, `GET /api/core/query?${query}`)).rows[0]?.count ?? 0;
}

async function hasFiles(data: string, folder: string): Promise<boolean> {
  return (await segmentsIn(data)).some((file) => file.split(path.sep).includes(folder));
}
