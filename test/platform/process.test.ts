import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { parseCommandLine } from '../../src/platform/commandLine';
import { UsageError } from '../../src/platform/usageError';
import { call } from '../support/call';
import { startPlatformHere } from '../support/platformHere';
import { temporaryFolder } from '../support/temporaryFolder';

const run = promisify(execFile);
const bundle = path.resolve('dist', 'platform.js');
const listeningLine = z.object({
  event: z.literal('listening'),
  base_url: z.string(),
  product: z.string(),
  api_key: z.optional(z.string()),
});

interface Failure {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line that is expected to end by itself, badly. */
async function fails(...words: readonly string[]): Promise<Failure> {
  return run(process.execPath, [bundle, ...words]).then(
    () => assert.fail('it started'),
    (error: unknown) =>
      z.looseObject({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error),
  );
}

describe('the platform process', function () {
  this.timeout(60_000);

  it('makes a master account with a random key, tells it on one line and in the announced file, and tidies up', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'announced.json');
    const child = spawn(process.execPath, [bundle, '--announce', file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const announced = listeningLine.parse(JSON.parse(line));

    assert.match(announced.base_url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(announced.product, 'core');
    assert.ok((announced.api_key ?? '').length >= 32);
    assert.equal(await readFile(file, 'utf8'), `${line}\n`);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const answer = await call(announced.base_url, 'GET /api/core/audit-logs', { key: announced.api_key });
    assert.equal(answer.status, 200);

    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
    assert.deepEqual(await readdir(folder.path), []);
  });

  it('serves under the product it is given', async () => {
    await using platform = await startPlatformHere({ product: 'other' });
    assert.equal(platform.product, 'other');
    const options = { key: platform.key };
    assert.equal((await call(platform.baseUrl, 'GET /api/other/audit-logs', options)).status, 200);
    assert.equal((await call(platform.baseUrl, 'GET /api/core/audit-logs', options)).status, 404);
  });

  it('offers no operation that was designed here when it is told to be strict', async () => {
    await using platform = await startPlatformHere({ extra: ['--strict-interface'] });
    const options = { key: platform.key };
    assert.equal((await call(platform.baseUrl, 'GET /api/core/audit-logs', options)).status, 200);
    assert.equal((await call(platform.baseUrl, 'GET /api/core/batch-rules', options)).status, 404);
  });

  it('knows the accounts of an earlier start by their keys and makes no other', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'auditor', role: 'MASTER', key: 'auditor:key:with:colons' } as const;
    await (await startPlatformHere({ data: folder.path, accounts: [account] })).kill();
    const child = spawn(process.execPath, [bundle, '--data', folder.path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const announced = listeningLine.parse(JSON.parse(line));
    assert.equal(announced.api_key, undefined);
    const answer = await call(announced.base_url, 'GET /api/core/audit-logs', { key: account.key });
    assert.equal(answer.status, 200);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('keeps no key in its folder', async () => {
    await using folder = await temporaryFolder();
    const platform = await startPlatformHere({ data: folder.path });
    await platform.kill();
    const bytes = await readFile(path.join(folder.path, 'platform.duckdb'));
    assert.equal(bytes.includes(platform.key), false);
  });

  it('refuses a folder that another process uses, and says so', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatformHere({ data: folder.path });
    const { code, stdout, stderr } = await fails('--data', folder.path);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      `logbench-platform: Another platform process is already using the folder ${folder.path}.\n`,
    );
    assert.equal(
      (await call(platform.baseUrl, 'GET /api/core/audit-logs', { key: platform.key })).status,
      200,
    );
  });

  it('ends with 2 and its usage for a command line that it refuses, and repeats no key', async () => {
    const { code, stdout, stderr } = await fails('--api-key', 'somebody:KING:secret-key');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^logbench-platform: --api-key: .+\nlogbench-platform .*\[--data DIR\]/);
    assert.doesNotMatch(stderr, /secret-key/);
    assert.doesNotMatch(stderr, /^ {4}at /m);
  });

  it('ends with 2 where its store would lose its last MASTER', async () => {
    await using folder = await temporaryFolder();
    const reader = { login: 'reader', role: 'MEMBER', key: 'key-of-the-reader' } as const;
    await (await startPlatformHere({ data: folder.path, accounts: [reader] })).kill();
    const { code, stdout, stderr } = await fails('--data', folder.path, '--revoke', 'admin');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /the last account with the role MASTER/);
    assert.doesNotMatch(stderr, /^ {4}at /m);
  });

  for (const words of [
    ['--port', 'many'],
    ['--port', '65536'],
    ['--product', 'a/b'],
    ['--data', ''],
    ['--announce', ' '],
    ['--trust-proxy'],
    ['--trust-proxy', '0'],
    ['--trust-proxy', 'everybody'],
    ['--trust-proxy', '10.0.0.0/33'],
    ['--trust-proxy', '10.0.0.1,'],
    ['--audit-retention', 'long'],
    ['--query-timeout', 'long'],
    ['--query-timeout', '1y'],
    ['--api-key', 'somebody:KING:secret-key'],
    ['--api-key', 'secret-key'],
    ['--unknown'],
    ['word'],
  ]) {
    it(`refuses ${words.join(' ')} without repeating a key`, () => {
      assert.throws(
        () => parseCommandLine(words, {}),
        (error: unknown) => error instanceof UsageError && !error.message.includes('secret-key'),
      );
    });
  }

  for (const [extra, expected] of [
    [[], '127.0.0.1'],
    [['--trust-proxy', '1'], '203.0.113.7'],
    [['--trust-proxy', '2'], '198.51.100.9'],
    [['--trust-proxy', '127.0.0.1'], '203.0.113.7'],
    [['--trust-proxy', '127.0.0.0/8, 203.0.113.0/24'], '198.51.100.9'],
    [['--trust-proxy', '10.0.0.0/8,fd00::/8'], '127.0.0.1'],
  ] as const) {
    it(`believes of X-Forwarded-For what trusted proxies have appended: ${extra.join(' ')}`, async () => {
      await using platform = await startPlatformHere({ extra });
      const headers = { 'x-forwarded-for': '6.6.6.6, 198.51.100.9, 203.0.113.7' };
      assert.equal(await recordedAddress(platform, headers), expected);
    });
  }

  it('takes no address from X-Forwarded-For that is none', async () => {
    await using platform = await startPlatformHere({ extra: ['--trust-proxy', '1'] });
    assert.equal(await recordedAddress(platform, { 'x-forwarded-for': '<b>somebody</b>' }), '127.0.0.1');
  });

  it('takes the forms of the interface as cURL sends them, without any escapes', async () => {
    await using platform = await startPlatformHere();
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
