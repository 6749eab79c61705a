import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { startPlatformInProcess } from '../support/platformInProcess';
import { temporaryFolder } from '../support/temporaryFolder';

describe('the platform process', () => {
  it('uses its product name in paths, offers only the interface if it is strict, and writes no key to its folder', async () => {
    await using folder = await temporaryFolder();
    const extra = ['--strict-interface'];
    await using platform = await startPlatformInProcess({ product: 'other', extra, data: folder.path });
    const { baseUrl, key, product } = platform;
    assert.equal(product, 'other');
    assert.equal((await call(baseUrl, 'GET /api/other/audit-logs', { key })).status, 200);
    assert.equal((await call(baseUrl, 'GET /api/core/audit-logs', { key })).status, 404);
    assert.equal((await call(baseUrl, 'GET /api/other/batch-rules', { key })).status, 404);
    await platform.kill();
    const bytes = await readFile(path.join(folder.path, 'platform.duckdb'));
    assert.equal(bytes.includes(key), false);
  });

  it('writes a reachable address to a file of its owner while it listens on all addresses', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'announced.json');
    await writeFile(file, 'of an earlier start', { mode: 0o644 });
    const extra = ['--host', '0.0.0.0', '--announce', file];
    await using platform = await startPlatformInProcess({ master: false, extra });
    const { baseUrl, key } = platform;
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await call(baseUrl, 'GET /api/core/audit-logs', { key })).status, 200);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
      event: 'listening',
      base_url: baseUrl,
      product: 'core',
      api_key: key,
    });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await platform.kill();
    assert.deepEqual(await readdir(folder.path), []);
  });

  for (const [host, announced] of [
    ['::', '127.0.0.1'],
    ['::1', '[::1]'],
  ] as const) {
    it(`prints a reachable address when it listens on ${host}`, async () => {
      await using platform = await startPlatformInProcess({ extra: ['--host', host] });
      const { baseUrl, key } = platform;
      assert.equal(new URL(baseUrl).hostname, announced);
      assert.equal((await call(baseUrl, 'GET /api/core/audit-logs', { key })).status, 200);
    });
  }

  for (const [extra, expected] of [
    [[], '127.0.0.1'],
    [['--trust-proxy', '127.0.0.0/8, 203.0.113.0/24'], '198.51.100.9'],
    [['--trust-proxy', '10.0.0.0/8,fd00::/8'], '127.0.0.1'],
  ] as const) {
    it(`uses only the part of X-Forwarded-For that trusted proxies appended: ${extra.join(' ')}`, async () => {
      await using platform = await startPlatformInProcess({ extra });
      const headers = { 'x-forwarded-for': '6.6.6.6, 198.51.100.9, 203.0.113.7' };
      assert.equal(await recordedAddress(platform, headers), expected);
      const none = { 'x-forwarded-for': '<b>somebody</b>' };
      assert.equal(await recordedAddress(platform, none), '127.0.0.1');
      const mapped = { 'x-forwarded-for': '::FFFF:10.1.2.3' };
      const isTrusted = expected !== '127.0.0.1';
      assert.equal(await recordedAddress(platform, mapped), isTrusted ? '10.1.2.3' : '127.0.0.1');
    });
  }

  it('accepts forms as cURL sends them, without escapes', async () => {
    await using platform = await startPlatformInProcess();
    const path = '/api/core/scheduled-queries';
    const send = async (operation: string, ...fields: readonly string[]): Promise<unknown> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { body } = await call(platform.baseUrl, operation, {
        key: platform.key,
        headers,
        bytes: fields.join('&'),
      });
      return body;
    };
    const fields = ['name=by curl', 'query=table a | stats count', 'trigger_type=cron'];
    const schedule = ['cron_schedule=0 * * * *', 'node_types=control,data'];
    const created = await send(`POST ${path}`, ...fields, ...schedule);
    const { guid } = z.object({ guid: z.string() }).parse(created);
    assert.deepEqual(await send(`PUT ${path}/${guid}`, ...fields, ...schedule, 'enabled=true'), {});
    assert.deepEqual(await send(`POST ${path}/stop`, `guids=${guid}`, 'force=true'), {
      succeeded: 0,
      failures: [],
    });
    const unknown = '11111111-2222-3333-4444-555555555555';
    assert.deepEqual(await send(`DELETE ${path}`, `guids=${guid},${unknown}`, 'policy=skip'), {
      succeeded: 1,
      failures: [{ id: unknown, reason: 'scheduled-query-not-found' }],
    });
    const { body } = await call(
      platform.baseUrl,
      'GET /api/core/audit-logs?keywords=by&keywords=curl',
      platform,
    );
    assert.equal(z.looseObject({ total: z.int() }).parse(body).total, 2);
  });
});

/** The address that the audit log has for a call with these headers. */
async function recordedAddress(
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
  headers: Record<string, string>,
): Promise<string | undefined> {
  await call(baseUrl, 'POST /api/core/scheduled-queries', { key, headers, form: {} });
  const { body } = await call(baseUrl, 'GET /api/core/audit-logs', { key });
  const entries = z.object({ audit_logs: z.array(z.looseObject({ remote_ip: z.string() })) });
  return entries.parse(body).audit_logs[0]?.remote_ip;
}
