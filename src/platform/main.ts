import './threadPool';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { t } from '../shared/localize';
import type { Role } from './account';
import { announce } from './announcement';
import type { Announcement } from './announcement';
import { parseCommandLine, usage } from './commandLine';
import type { CommandLine } from './commandLine';
import { systemEntry } from './audit/auditEntry';
import { auditedValues } from './audit/auditedValues';
import { sharedKey } from './givenKeys';
import type { GivenKey } from './givenKeys';
import { openServices } from './services';
import type { Services } from './services';
import { isStoreLost } from './store/database';
import { UsageError } from './usageError';

const exitCodes = { failed: 1, usage: 2 };

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2), process.env);
  if (commandLine) await serve(commandLine);
  else process.stdout.write(usage);
}

/** Returns when it listens; from then on the signals decide. */
async function serve(commandLine: CommandLine): Promise<void> {
  // Whatever it writes is for its owner alone, also in a folder that others may look into.
  process.umask(0o077);
  // The server is loaded while the engine opens the store, which it does on threads of its own.
  const [parts, { buildApp }] = await Promise.all([
    openServices({ ...commandLine, log: logUntilLost }),
    import('./app'),
  ]);
  const app = buildApp(parts);
  const closing: (() => PromiseLike<void>)[] = [() => app.close(), () => parts[Symbol.asyncDispose]()];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0)) await step();
  };
  try {
    const apiKey = await prepareAccounts(parts, commandLine);
    const { host, port } = commandLine;
    await app.listen({ host, port });
    const announcement = describeListening(commandLine, app.server.address(), apiKey);
    if (commandLine.announceFile) closing.unshift(await announce(commandLine.announceFile, announcement));
    closeOnSignals(close);
    process.stdout.write(`${JSON.stringify(announcement)}\n`);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The key that was made because otherwise nobody could get in. */
async function prepareAccounts(
  parts: Services,
  { apiKeys, revoked }: CommandLine,
): Promise<string | undefined> {
  for (const { loginName, apiKey } of apiKeys) {
    const holder = parts.accounts.findByKey(apiKey)?.loginName ?? loginName;
    if (holder !== loginName && !revoked.includes(holder)) throw sharedKey(holder, loginName);
  }
  refuseToLoseMasters(parts, apiKeys, revoked);
  for (const loginName of revoked) {
    const entry = {
      ...systemEntry('account', 'revoke'),
      messageParameters: auditedValues([['login_name', loginName]]),
    };
    const isRevoked = await parts.accounts.revoke(loginName, (transaction) => {
      parts.auditLog.appendWithin(transaction, entry);
    });
    log(
      isRevoked
        ? t('Revoked the account {0}.', loginName)
        : t('There is no account {0} to revoke.', loginName),
    );
  }
  for (const key of apiKeys) await putAccount(parts, key);
  if (parts.accounts.withKeys().length > 0) return undefined;
  const apiKey = randomBytes(32).toString('base64url');
  await putAccount(parts, { loginName: 'admin', role: 'MASTER', apiKey });
  return apiKey;
}

/** Others could still call, but nobody could read the audit log, or end what they do. */
function refuseToLoseMasters(
  { accounts }: Services,
  apiKeys: readonly GivenKey[],
  revoked: readonly string[],
): void {
  const isMaster = ({ role }: { readonly role: Role }): boolean => role === 'MASTER';
  const known = accounts.withKeys();
  const last = known.find((account) => isMaster(account) && revoked.includes(account.loginName));
  const left = [...known.filter(({ loginName }) => !revoked.includes(loginName)), ...apiKeys];
  if (last === undefined || left.length === 0 || left.some(isMaster)) return;
  throw new UsageError(
    t(
      '--revoke {0}: this is the last account with the role MASTER. Add another MASTER account at the same time.',
      last.loginName,
    ),
  );
}

async function putAccount(
  { accounts, auditLog }: Services,
  { loginName, role, apiKey }: GivenKey,
): Promise<void> {
  await accounts.put(loginName, role, apiKey, (transaction, change) => {
    const values = auditedValues([
      ['login_name', loginName],
      ['role', role],
    ]);
    auditLog.appendWithin(transaction, { ...systemEntry('account', change), messageParameters: values });
  });
}

function describeListening(
  { host, product }: CommandLine,
  address: AddressInfo | string | null,
  apiKey: string | undefined,
): Announcement {
  const port = typeof address === 'object' ? address?.port : undefined;
  // Listening on every address is no address to call; the local one always works.
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const authority = reachable.includes(':') ? `[${reachable}]` : reachable;
  return {
    event: 'listening',
    base_url: `http://${authority}:${port ?? ''}`,
    product,
    ...(apiKey === undefined ? {} : { api_key: apiKey }),
  };
}

function closeOnSignals(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          fail(error);
          process.exit();
        },
      );
    });
  }
}

/** A platform without its store can only reject requests, so it exits and can be restarted by a supervisor. */
function logUntilLost(message: string, error?: unknown): void {
  log(message, error);
  if (!isStoreLost(error) || process.exitCode !== undefined) return;
  fail(
    new Error(
      t(
        'The store cannot continue. Acknowledged changes are kept. Free up disk space, then start the platform again.',
      ),
    ),
  );
  setTimeout(() => process.exit(), exitTimeout).unref();
}

/** Milliseconds for the last answers to be read. */
const exitTimeout = 500;

function log(message: string, error?: unknown): void {
  const detail = error instanceof Error ? `: ${error.stack ?? error.message}` : '';
  process.stderr.write(`${new Date().toISOString()} ${message}${detail}\n`);
}

function fail(error: unknown): void {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`logbench-platform: ${message}\n${isUsage ? usage : ''}`);
  process.exitCode = isUsage ? exitCodes.usage : exitCodes.failed;
}

// The parent process may close its end of the pipe while the platform keeps running.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

main().catch(fail);
