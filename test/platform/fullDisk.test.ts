import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { type Answer, call, type Call } from '../support/call';
import { type RunningPlatform, startPlatform } from '../support/platform';
import { temporaryFolder } from '../support/temporaryFolder';

const megabyte = 1024 * 1024;

function ask(platform: RunningPlatform, operation: string, options: Call = {}): Promise<Answer> {
  const [method = '', path = ''] = operation.split(' ');
  return call(platform.baseUrl, `${method} /api/core${path}`, { key: platform.key, ...options });
}

const page = z.looseObject({ total_count: z.int() });

/** Adds scheduled queries of a megabyte each until one is not acknowledged, and returns how many were, and that answer. */
async function fill(platform: RunningPlatform): Promise<{ acknowledged: number; refusal: Answer }> {
  const schedule = { trigger_type: 'cron', cron_schedule: '0 0 1 1 *' };
  for (let acknowledged = 0; acknowledged < 200; acknowledged += 1) {
    const json = { ...schedule, name: `query ${acknowledged}`, query: `# ${randomText()}` };
    const refusal = await ask(platform, 'POST /scheduled-queries', { json });
    if (refusal.status !== 200) return { acknowledged, refusal };
  }
  throw new Error('the disk never got full');
}

/** A megabyte that does not compress well. */
function randomText(): string {
  return randomBytes((megabyte / 4) * 3).toString('base64');
}

const couldNotHandle = {
  error_code: 'internal-error',
  error_msg: 'the service could not handle this request',
};

describe('a full disk', function () {
  this.timeout(120_000);

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
      assert.deepEqual(refusal, { status: 500, body: couldNotHandle });
      if (consequence === 'ends') {
        assert.equal(await platform.ended(), 1);
        assert.equal(platform.log.split('The store cannot go on.').length, 2, 'said once');
      } else {
        assert.equal((await ask(platform, 'GET /scheduled-queries?limit=0')).status, 200);
        assert.equal(await platform.kill(), 0);
      }

      await using again = await platform.restart({ largestFile: 4096 });
      const { total_count: kept } = page.parse((await ask(again, 'GET /scheduled-queries?limit=0')).body);
      assert.ok(kept === acknowledged || kept === acknowledged + 1, `${kept} of ${acknowledged}`);
    });
  }
});
