import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { UsageError } from '../../src/platform/errors';
import { call } from '../support/call';
import { startPlatformInProcess } from '../support/platformInProcess';
import type { PlatformInProcess } from '../support/platformInProcess';
import { temporaryFolder } from '../support/temporaryFolder';

const longKey = 'a-key-that-is-long-enough:with-colon';
const otherKey = 'another-key-that-is-long-enough';

describe('the accounts of a platform', () => {
  it('come from a file or the environment, so that other users see no key', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `# who may call\r\n\r\nreader:MEMBER:${longKey}\r\n  writer:ADMIN:${otherKey}  \n`);
    const fromEnvironment = 'key-from-the-environment';
    const env = { LOGBENCH_PLATFORM_API_KEYS: `auditor:MASTER:${fromEnvironment}\n` };
    await using platform = await startPlatformInProcess({ extra: ['--api-key-file', file], env });
    assert.equal(await statusOf(platform, longKey, 'GET /api/core/tables'), 200);
    assert.equal(await statusOf(platform, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(platform, otherKey, 'GET /api/core/scheduled-queries'), 200);
    assert.equal(await statusOf(platform, fromEnvironment, 'GET /api/core/audit-logs'), 200);
  });

  it('may use the key of a revoked account', async () => {
    await using folder = await temporaryFolder();
    const writer = { login: 'writer', role: 'ADMIN', key: longKey } as const;
    const first = await startPlatformInProcess({ data: folder.path, accounts: [writer] });
    await first.kill();
    const renamed = { login: 'author', role: 'MEMBER', key: longKey } as const;
    await using second = await first.restart({ accounts: [renamed], extra: ['--revoke', 'writer'] });
    assert.equal(await statusOf(second, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(second, longKey, 'GET /api/core/tables'), 200);
  });

  it('are rejected if another account has the same key', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformInProcess({ data: folder.path, accounts: [account] });
    await first.kill();
    const keys = ['--api-key', `third:ADMIN:${otherKey}`, '--api-key', `writer:ADMIN:${longKey}`];
    const rejection = await rejected(['--data', folder.path, ...keys]);
    assert.match(rejection, /reader and writer/);
    assert.doesNotMatch(rejection, /key_hash/);
    await using second = await first.restart();
    assert.equal(await statusOf(second, longKey, 'GET /api/core/scheduled-queries'), 500);
    assert.equal(await statusOf(second, otherKey, 'GET /api/core/tables'), 401);
  });

  it('are audited only when a key adds or changes them', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformInProcess({ data: folder.path, accounts: [account] });
    const added = ['Added account reader with the role MEMBER.', 'Added account admin with the role MASTER.'];
    assert.deepEqual(await accountMessages(first), added);
    await first.kill();
    const second = await first.restart();
    assert.deepEqual(await accountMessages(second), added);
    await second.kill();
    await using third = await second.restart({ accounts: [{ ...account, role: 'ADMIN' }] });
    const changed = 'Changed the key or role of account reader: ADMIN.';
    assert.deepEqual(await accountMessages(third), [changed, ...added]);
  });

  it('stay deleted after they are revoked', async () => {
    await using folder = await temporaryFolder();
    const account = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformInProcess({ data: folder.path, accounts: [account] });
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

  it('are created again when the only one with a key is revoked', async () => {
    await using folder = await temporaryFolder();
    const first = await startPlatformInProcess({ data: folder.path, master: false });
    await first.kill();
    await using second = await first.restart({ extra: ['--revoke', 'admin'] });
    assert.equal(await statusOf(second, first.key, 'GET /api/core/tables'), 401);
    assert.equal(await statusOf(second, second.key, 'GET /api/core/audit-logs'), 200);
  });

  it('keep a MASTER: the last one is revoked only if another one gets a key', async () => {
    await using folder = await temporaryFolder();
    const reader = { login: 'reader', role: 'MEMBER', key: longKey } as const;
    const first = await startPlatformInProcess({ data: folder.path, accounts: [reader] });
    await first.kill();
    const rejection = await rejected(['--data', folder.path, '--revoke', 'admin']);
    assert.match(rejection, /--revoke admin: this is the last account with the role MASTER/);
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

/** What the audit log tells of accounts, the newest first. */
async function accountMessages({
  baseUrl,
  key,
}: Pick<PlatformInProcess, 'baseUrl' | 'key'>): Promise<readonly string[]> {
  const { body } = await call(baseUrl, 'GET /api/core/audit-logs?keywords=account', { key });
  assert.doesNotMatch(JSON.stringify(body), new RegExp(`${longKey}|${otherKey}`));
  const { audit_logs: entries } = z
    .looseObject({ audit_logs: z.array(z.looseObject({ msg: z.string() })) })
    .parse(body);
  return entries.map(({ msg }) => msg);
}

async function statusOf(
  { baseUrl }: Pick<PlatformInProcess, 'baseUrl'>,
  key: string,
  operation: string,
): Promise<number> {
  return (await call(baseUrl, operation, { key })).status;
}

/** Why a platform with these words does not start. */
async function rejected(args: readonly string[]): Promise<string> {
  const error: unknown = await startPlatformInProcess({ master: false, extra: args }).then(
    () => assert.fail('it started'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof UsageError, String(error));
  return error.message;
}
