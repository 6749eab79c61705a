import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { t } from '../core/base/localize';
import type { PlatformAnnouncement } from '../core/interface/platformAnnouncement';
import type { Role } from './account';
import { systemEntry } from './audit/auditEntry';
import type { CommandLine } from './commandLine';
import { sharedKey } from './apiKeyOptions';
import type { ApiKeyOption } from './apiKeyOptions';
import { openServices } from './services';
import type { Services } from './services';
import { UsageError } from './errors';
import { listenFailure } from './startFailure';
import type { Log } from './errors';
import { rename, rm, writeFile } from 'node:fs/promises';

/** A listening platform. */
export interface Served {
  readonly announcement: PlatformAnnouncement;
  readonly close: () => Promise<void>;
}

/** Starts the platform of a command line. The caller closes it. */
export async function serve(commandLine: CommandLine, log: Log): Promise<Served> {
  // The server is loaded while the engine opens the store in its own threads.
  const [services, { buildApp }] = await Promise.all([
    openServices({ ...commandLine, log }),
    import('./app'),
  ]);
  const app = buildApp(services);
  const closing: (() => PromiseLike<void>)[] = [() => app.close(), () => services[Symbol.asyncDispose]()];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0)) await step();
  };
  try {
    const apiKey = await prepareAccounts(services, commandLine);
    const { host, port } = commandLine;
    await app.listen({ host, port }).catch((error: unknown) => {
      throw listenFailure(error, commandLine);
    });
    const announcement = describeListening(commandLine, app.server.address(), apiKey);
    if (commandLine.announceFile) closing.unshift(await announce(commandLine.announceFile, announcement));
    return { announcement, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the key that was created because there was no other way to sign in. */
async function prepareAccounts(
  services: Services,
  { apiKeys, revoked }: CommandLine,
): Promise<string | undefined> {
  for (const { loginName, apiKey } of apiKeys) {
    const holder = services.accounts.findByKey(apiKey)?.loginName ?? loginName;
    if (holder !== loginName && !revoked.includes(holder)) throw sharedKey(holder, loginName);
  }
  keepOneMaster(services, apiKeys, revoked);
  for (const loginName of revoked) {
    const entry = systemEntry('account', 'revoke', { login_name: loginName });
    const isRevoked = await services.accounts.revoke(loginName, (transaction) =>
      services.auditLog.appendWithin(transaction, entry),
    );
    services.log(
      isRevoked
        ? t('Revoked the account {0}.', loginName)
        : t('There is no account {0} to revoke.', loginName),
    );
  }
  for (const key of apiKeys) await putAccount(services, key);
  if (services.accounts.withKeys().length > 0) return undefined;
  const apiKey = randomBytes(32).toString('base64url');
  await putAccount(services, { loginName: 'admin', role: 'MASTER', apiKey });
  return apiKey;
}

/** Without a MASTER, the audit log could not be read and queries of others could not be stopped. */
function keepOneMaster(
  { accounts }: Services,
  apiKeys: readonly ApiKeyOption[],
  revoked: readonly string[],
): void {
  const isMaster = ({ role }: { readonly role: Role }): boolean => role === 'MASTER';
  const accountsWithKeys = accounts.withKeys();
  const last = accountsWithKeys.find((account) => isMaster(account) && revoked.includes(account.loginName));
  const left = [...accountsWithKeys.filter(({ loginName }) => !revoked.includes(loginName)), ...apiKeys];
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
  { loginName, role, apiKey }: ApiKeyOption,
): Promise<void> {
  await accounts.put(loginName, role, apiKey, (transaction, change) =>
    auditLog.appendWithin(transaction, systemEntry('account', change, { login_name: loginName, role })),
  );
}

function describeListening(
  { host, product }: CommandLine,
  address: AddressInfo | string | null,
  apiKey: string | undefined,
): PlatformAnnouncement {
  const port = typeof address === 'object' ? address?.port : undefined;
  // A wildcard address cannot be connected to; the loopback address always works.
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const authority = reachable.includes(':') ? `[${reachable}]` : reachable;
  return {
    event: 'listening',
    base_url: `http://${authority}:${port ?? ''}`,
    product,
    ...(apiKey === undefined ? {} : { api_key: apiKey }),
  };
}

/** Writes the announcement to a file that only this user can read. The returned function deletes it. */
async function announce(file: string, announcement: PlatformAnnouncement): Promise<() => Promise<void>> {
  // Renamed into place: an existing file may be readable by others, and a reader never sees a partial file.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(announcement)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  return () => rm(file, { force: true });
}
