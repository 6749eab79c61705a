import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import type { Call } from '../support/call';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';

/** The long form is 1: every step. The suite runs some of them. */
const stride = Number(process.env['LOGBENCH_KILL_STRIDE'] ?? 45);

const day = '2026-01-01';
/** One less than what makes the store compact the segments of a day. */
const stored = 15;
const uploaded = [100, 101, 102];
const bytes = uploaded.map((n) => `{"_time":"${day}T12:00:00Z","n":${n}}\n`).join('');

/** A table whose next append makes the store compact it; its rows are numbered from 0. */
async function makeStore(dataFolder: string): Promise<void> {
  await using app = await startApp({ dataFolder });
  await addTable(app, 'logs');
  for (let n = 0; n < stored; n += 1) {
    await addRows(app, 'logs', `SELECT TIMESTAMP '${day}' AS _time, ${n}::BIGINT AS n`);
  }
}

async function uploadFile(platform: RunningPlatform): Promise<unknown> {
  const ask = async (operation: string, options: Call = {}): Promise<unknown> => {
    const [method = '', below = ''] = operation.split(' ');
    const response = await call(platform.baseUrl, `${method} /api/core${below}`, {
      key: platform.key,
      ...options,
    });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const form = { file_name: 'a', file_size: String(bytes.length), metadata: '{"table_name":"logs"}' };
  const { token } = z.object({ token: z.string() }).parse(await ask('POST /upload-streams', { form }));
  await ask(`PUT /upload-streams/${token}?offset=0`, { bytes });
  return ask(`POST /upload-streams/${token}/complete`);
}

/** The rows in the store afterwards, in order, and its logged errors. */
async function readStore(dataFolder: string): Promise<{ numbers: unknown[]; logged: readonly string[] }> {
  await using app = await startApp({ dataFolder });
  const rows = await queryClient(app).rows('table logs | sort n | fields n');
  return { numbers: rows.map(({ n }) => n), logged: app.logged };
}

describe('A platform that is killed during an upload, its commit or the compaction after it', function () {
  this.timeout(600_000);

  it('has every acknowledged row once, and all or none of the upload', async () => {
    await using folder = await temporaryFolder();
    const template = path.join(folder.path, 'template');
    await makeStore(template);
    const before = Array.from({ length: stored }, (_, n) => n);
    const outcomes = new Set<string>();
    for (let step = 1, wasKilled = true; wasKilled; step += stride) {
      const data = path.join(folder.path, String(step));
      await cp(template, data, { recursive: true });
      await using platform = await startPlatform({
        data,
        env: {
          NODE_OPTIONS: `--require ${path.resolve('test/support/killAtStep.cjs')}`,
          LOGBENCH_TEST_KILL_AT: String(step),
        },
      });
      process.kill(platform.processId ?? 0, 'SIGUSR2');
      const response = await uploadFile(platform).catch((error: unknown) => {
        // Only the kill may cut off a response.
        assert.ok(error instanceof TypeError, String(error));
      });
      wasKilled = (await platform.kill('SIGTERM')) === null;
      const { numbers, logged } = await readStore(data);
      const isThere = numbers.length > stored;
      assert.deepEqual(numbers, isThere ? [...before, ...uploaded] : before, `step ${step}`);
      assert.ok(isThere || response === undefined, `acknowledged and lost at step ${step}`);
      assert.deepEqual(logged, [], `step ${step}`);
      outcomes.add(`${wasKilled ? 'killed' : 'ended'}, ${isThere ? 'all' : 'none'}`);
    }
    assert.deepEqual([...outcomes], ['killed, none', 'killed, all', 'ended, all']);
  });
});
