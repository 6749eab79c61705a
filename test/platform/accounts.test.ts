import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { temporaryFolder } from '../support/temporaryFolder';

const bundle = path.resolve('dist', 'platform.js');
const longKey = 'a-key-that-is-long-enough:with-colon';
const otherKey = 'another-key-that-is-long-enough';

describe('the accounts of a platform', function () {
  this.timeout(60_000);

  it('come from a file and from the environment, where other users see no key', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `# who may call\r\n\r\nreader:MEMBER:${longKey}\r\n  writer:ADMIN:${otherKey}  \n`);
    const fromEnvironment = 'key-from-the-environment';
    const env = { LOGBENCH_PLATFORM_API_KEYS: `auditor:MASTER:${fromEnvironment}\n` };
    await using platform = await startPlatform({ extra: ['--api-key-file', file], env });
    assert.equal(await statusOf(platform, longKey, 'GET /api/core/tables'), 200);
    assert.equal(await statusOf(platform, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(platform, otherKey, 'GET /api/core/scheduled-queries'), 200);
    assert.equal(await statusOf(platform, fromEnvironment, 'GET /api/core/audit-logs'), 200);
  });

  it('are refused with a short key, which is not repeated', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `reader:MEMBER:${longKey}\nwriter:ADMIN:secret-key\n`);
    for (const [words, env, named] of [
      [['--api-key', 'a:MEMBER:secret-key'], {}, /--api-key/],
      [['--api-key-file', file], {}, /keys, line 2/],
      [[], { LOGBENCH_PLATFORM_API_KEYS: 'a:MEMBER:secret-key' }, /LOGBENCH_PLATFORM_API_KEYS/],
    ] as const) {
      const { code, stderr } = await failure(words, env);
      assert.equal(code, 2);
      assert.match(stderr, named);
      assert.match(stderr, /at least 16 characters/);
      assert.doesNotMatch(stderr, /secret-key/);
    }
  });

  it('are refused from a file that cannot be read or holds something else', async () => {
    await using folder = await temporaryFolder();
    const missing = await failure(['--api-key-file', path.join(folder.path, 'nowhere')], {});
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /nowhere/);
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `reader:KING:${longKey}\n`);
    const wrong = await failure(['--api-key-file', file], {});
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /keys, line 1/);
    assert.doesNotMatch(wrong.stderr, new RegExp(longKey));
  });

  it('are refused where two have the same key, which is not repeated', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `reader:MEMBER:${longKey}\nwriter:ADMIN:${longKey}\n`);
    const data = path.join(folder.path, 'data');
    const { code, stderr } = await failure(['--data', data, '--api-key-file', file], {});
    assert.equal(code, 2);
    assert.match(stderr, /reader and writer/);
    assert.doesNotMatch(stderr, new RegExp(longKey));
    assert.equal(existsSync(data), false);
  });

  it('may take over the key of an account that is revoked', async () => {
    await using folder = await temporaryFolder();
    const writer = { login: 'writer', role: 'ADMIN', key: longKey } as const;
    const first = await startPlatform({ data: folder.path, accounts: [writer] });
    await first.kill();
    const renamed = { login: 'author', role: 'MEMBER', key: longKey } as const;
    await using second = await first.restart({ accounts: [renamed], extra: ['--revoke', 'writer'] });
    assert.equal(await statusOf(second, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(second, longKey, 'GET /api/core/tables'), 200);
  });

  it('are refused with a key that another account of the store has', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatform({ data: folder.path, accounts: [account] });
    await first.kill();
    const { code, stderr } = await failure(
      ['--data', folder.path, '--api-key', `writer:ADMIN:${longKey}`, '--api-key', `third:ADMIN:${otherKey}`],
      {},
    );
    assert.equal(code, 2);
    assert.match(stderr, /reader and writer/);
    assert.doesNotMatch(stderr, /key_hash/);
    await using second = await first.restart();
    assert.equal(await statusOf(second, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(second, otherKey, 'GET /api/core/tables'), 401);
  });

  it('are refused where one is revoked and given a key at once', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `reader:MEMBER:${longKey}\n`);
    const { code, stderr } = await failure(['--api-key-file', file, '--revoke', 'reader'], {});
    assert.equal(code, 2);
    assert.match(stderr, /--revoke reader/);
  });

  it('lose their key when they get another', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatform({ data: folder.path, accounts: [account] });
    await first.kill();
    await using second = await first.restart({ accounts: [{ ...account, key: otherKey }] });
    assert.equal(await statusOf(second, longKey, 'GET /api/core/tables'), 401);
    assert.equal(await statusOf(second, otherKey, 'GET /api/core/tables'), 200);
  });

  it('are audited when a key adds or changes them, and not when it does neither', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatform({ data: folder.path, accounts: [account] });
    const added = ['Added account reader with the role MEMBER.', 'Added account admin with the role MASTER.'];
    assert.deepEqual(await accountMessages(first), added);
    await first.kill();
    const second = await first.restart();
    assert.deepEqual(await accountMessages(second), added);
    await second.kill();
    await using third = await second.restart({ accounts: [{ ...account, role: 'ADMIN', key: otherKey }] });
    const changed = 'Changed the key or role of account reader: ADMIN.';
    assert.deepEqual(await accountMessages(third), [changed, ...added]);
  });

  it('are gone when they are revoked, and stay so', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatform({ data: folder.path, accounts: [account] });
    assert.equal(await statusOf(first, longKey, 'GET /api/core/tables'), 200);
    await first.kill();
    const second = await first.restart({ accounts: [], extra: ['--revoke', 'reader', '--revoke', 'nobody'] });
    assert.equal(await statusOf(second, longKey, 'GET /api/core/tables'), 401);
    assert.equal(await statusOf(second, second.key, 'GET /api/core/tables'), 200);
    assert.match(second.log, /Revoked the account reader\./);
    assert.match(second.log, /There is no account nobody to revoke\./);
    const { body } = await call(second.baseUrl, 'GET /api/core/audit-logs?keywords=reader', {
      key: second.key,
    });
    assert.match(JSON.stringify(body), /Revoked account reader\./);
    await second.kill();
    await using third = await second.restart({ extra: [] });
    assert.equal(await statusOf(third, longKey, 'GET /api/core/tables'), 401);
  });

  it('are made anew where the only one that had a key is revoked', async () => {
    await using folder = await temporaryFolder();
    const first = await startPlatform({ data: folder.path, master: false });
    await first.kill();
    await using second = await first.restart({ extra: ['--revoke', 'admin'] });
    assert.equal(await statusOf(second, first.key, 'GET /api/core/tables'), 401);
    assert.equal(await statusOf(second, second.key, 'GET /api/core/audit-logs'), 200);
  });

  it('keep a MASTER: the last one is revoked only where another is given a key', async () => {
    await using folder = await temporaryFolder();
    const reader = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatform({ data: folder.path, accounts: [reader] });
    await first.kill();
    const { code, stderr } = await failure(['--data', folder.path, '--revoke', 'admin'], {});
    assert.equal(code, 2);
    assert.match(stderr, /--revoke admin: this is the last account with the role MASTER/);
    const next = { login: 'next', role: 'MASTER', key: otherKey } as const;
    await using second = await first.restart({
      master: false,
      accounts: [next],
      extra: ['--revoke', 'admin'],
    });
    assert.equal(await statusOf(second, otherKey, 'GET /api/core/audit-logs'), 200);
    assert.equal(await statusOf(second, first.key, 'GET /api/core/audit-logs'), 401);
  });
});

describe('the files of a store', () => {
  it('are for their owner alone, also in a folder that was there before and open to others', async () => {
    await using folder = await temporaryFolder();
    const data = path.join(folder.path, 'data');
    await mkdir(path.join(data, 'segments'), { recursive: true });
    await chmod(data, 0o755);
    await chmod(path.join(data, 'segments'), 0o755);
    const platform = await startPlatform({ data });
    await call(platform.baseUrl, 'POST /api/core/tables', { key: platform.key, form: { table: 'logs' } });
    const text = encodeURIComponent(`json "{'n':1}" | import logs`);
    await call(platform.baseUrl, `GET /api/core/query?q=${text}`, { key: platform.key });
    assert.deepEqual(await readableByOthers(data), []);
    await platform.kill();
    assert.deepEqual(await readableByOthers(data), []);

    const database = path.join(data, 'platform.duckdb');
    await chmod(database, 0o644);
    await using again = await platform.restart();
    assert.equal(await statusOf(again, again.key, 'GET /api/core/tables'), 200);
    assert.deepEqual(await readableByOthers(data), []);
  });
});

/** What the audit log tells of accounts, the newest first. */
async function accountMessages({ baseUrl, key }: RunningPlatform): Promise<readonly string[]> {
  const { body } = await call(baseUrl, 'GET /api/core/audit-logs?keywords=account', { key });
  assert.doesNotMatch(JSON.stringify(body), new RegExp(`${longKey}|${otherKey}`));
  const { audit_logs: entries } = z
    .looseObject({ audit_logs: z.array(z.looseObject({ msg: z.string() })) })
    .parse(body);
  return entries.map(({ msg }) => msg);
}

async function statusOf({ baseUrl }: RunningPlatform, key: string, operation: string): Promise<number> {
  return (await call(baseUrl, operation, { key })).status;
}

/** How a command line that is expected to end by itself, badly, has ended. */
async function failure(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stderr: string }> {
  return promisify(execFile)(process.execPath, [bundle, ...words], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  }).then(
    () => assert.fail('it started'),
    (error: unknown) => z.looseObject({ code: z.number(), stderr: z.string() }).parse(error),
  );
}

/** What others than the owner may read, and the way to it is open to them. */
async function readableByOthers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    const isOpen = ((await stat(file)).mode & 0o077) !== 0;
    if (isOpen) found.push(file);
    if (isOpen && entry.isDirectory()) found.push(...(await readableByOthers(file)));
  }
  return found;
}
