import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { UsageError } from '../../src/platform/usageError';
import { call } from '../support/call';
import { startPlatform } from '../support/platform';
import { startPlatformHere } from '../support/platformHere';
import type { PlatformHere } from '../support/platformHere';
import { temporaryFolder } from '../support/temporaryFolder';

const longKey = 'a-key-that-is-long-enough:with-colon';
const otherKey = 'another-key-that-is-long-enough';

describe('the accounts of a platform', () => {
  it('come from a file and from the environment, where other users see no key', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `# who may call\r\n\r\nreader:MEMBER:${longKey}\r\n  writer:ADMIN:${otherKey}  \n`);
    const fromEnvironment = 'key-from-the-environment';
    const env = { LOGBENCH_PLATFORM_API_KEYS: `auditor:MASTER:${fromEnvironment}\n` };
    await using platform = await startPlatformHere({ extra: ['--api-key-file', file], env });
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
      const refusal = await refused(words, env);
      assert.match(refusal, named);
      assert.match(refusal, /at least 16 characters/);
      assert.doesNotMatch(refusal, /secret-key/);
    }
  });

  it('are refused from a file that cannot be read or holds something else', async () => {
    await using folder = await temporaryFolder();
    const missing = await refused(['--api-key-file', path.join(folder.path, 'nowhere')]);
    assert.match(missing, /nowhere/);
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `reader:KING:${longKey}\n`);
    const wrong = await refused(['--api-key-file', file]);
    assert.match(wrong, /keys, line 1/);
    assert.doesNotMatch(wrong, new RegExp(longKey));
  });

  it('are refused where two have the same key, which is not repeated', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `reader:MEMBER:${longKey}\nwriter:ADMIN:${longKey}\n`);
    const data = path.join(folder.path, 'data');
    const refusal = await refused(['--data', data, '--api-key-file', file]);
    assert.match(refusal, /reader and writer/);
    assert.doesNotMatch(refusal, new RegExp(longKey));
    assert.equal(existsSync(data), false);
  });

  it('may take over the key of an account that is revoked', async () => {
    await using folder = await temporaryFolder();
    const writer = { login: 'writer', role: 'ADMIN', key: longKey } as const;
    const first = await startPlatformHere({ data: folder.path, accounts: [writer] });
    await first.kill();
    const renamed = { login: 'author', role: 'MEMBER', key: longKey } as const;
    await using second = await first.restart({ accounts: [renamed], extra: ['--revoke', 'writer'] });
    assert.equal(await statusOf(second, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(second, longKey, 'GET /api/core/tables'), 200);
  });

  it('are refused with a key that another account of the store has', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformHere({ data: folder.path, accounts: [account] });
    await first.kill();
    const keys = ['--api-key', `writer:ADMIN:${longKey}`, '--api-key', `third:ADMIN:${otherKey}`];
    const refusal = await refused(['--data', folder.path, ...keys]);
    assert.match(refusal, /reader and writer/);
    assert.doesNotMatch(refusal, /key_hash/);
    await using second = await first.restart();
    assert.equal(await statusOf(second, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(second, otherKey, 'GET /api/core/tables'), 401);
  });

  it('are refused where one is revoked and given a key at once', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `reader:MEMBER:${longKey}\n`);
    const refusal = await refused(['--api-key-file', file, '--revoke', 'reader']);
    assert.match(refusal, /--revoke reader/);
  });

  it('lose their key when they get another', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformHere({ data: folder.path, accounts: [account] });
    await first.kill();
    await using second = await first.restart({ accounts: [{ ...account, key: otherKey }] });
    assert.equal(await statusOf(second, longKey, 'GET /api/core/tables'), 401);
    assert.equal(await statusOf(second, otherKey, 'GET /api/core/tables'), 200);
  });

  it('are audited when a key adds or changes them, and not when it does neither', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformHere({ data: folder.path, accounts: [account] });
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
    const first = await startPlatformHere({ data: folder.path, accounts: [account] });
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
    const first = await startPlatformHere({ data: folder.path, master: false });
    await first.kill();
    await using second = await first.restart({ extra: ['--revoke', 'admin'] });
    assert.equal(await statusOf(second, first.key, 'GET /api/core/tables'), 401);
    assert.equal(await statusOf(second, second.key, 'GET /api/core/audit-logs'), 200);
  });

  it('keep a MASTER: the last one is revoked only where another is given a key', async () => {
    await using folder = await temporaryFolder();
    const reader = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformHere({ data: folder.path, accounts: [reader] });
    await first.kill();
    const refusal = await refused(['--data', folder.path, '--revoke', 'admin']);
    assert.match(refusal, /--revoke admin: this is the last account with the role MASTER/);
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
async function accountMessages({ baseUrl, key }: PlatformHere): Promise<readonly string[]> {
  const { body } = await call(baseUrl, 'GET /api/core/audit-logs?keywords=account', { key });
  assert.doesNotMatch(JSON.stringify(body), new RegExp(`${longKey}|${otherKey}`));
  const { audit_logs: entries } = z
    .looseObject({ audit_logs: z.array(z.looseObject({ msg: z.string() })) })
    .parse(body);
  return entries.map(({ msg }) => msg);
}

async function statusOf(
  { baseUrl }: Pick<PlatformHere, 'baseUrl'>,
  key: string,
  operation: string,
): Promise<number> {
  return (await call(baseUrl, operation, { key })).status;
}

/** Why a platform with these words does not start. */
async function refused(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const error: unknown = await startPlatformHere({ master: false, extra: words, env }).then(
    () => assert.fail('it started'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof UsageError, String(error));
  return error.message;
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
