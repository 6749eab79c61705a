import type { AddressInfo } from 'node:net';
import { PlatformClient } from '../../src/core/api/client';
import { buildApp } from '../../src/platform/app';
import type { TrustedProxies } from '../../src/platform/commandLine';
import { openServices } from '../../src/platform/services';
import type { Services } from '../../src/platform/services';
import { call } from './call';
import type { ResponseBody, Call } from './call';
import { ofSuite } from './ofSuite';

export interface RunningApp extends AsyncDisposable {
  readonly baseUrl: string;
  readonly parts: Services;
  /** The logged errors of the platform; a test that expects none may assert so. */
  readonly logged: readonly string[];
  /** The keys of the three accounts, one per role. */
  readonly keys: Readonly<Record<Caller, string>>;
  /** Sends an HTTP request as one of the accounts, for example `app.call('admin', 'GET /api/core/tables')`. */
  call(caller: Caller, operation: string, options?: Call): Promise<ResponseBody>;
}

export type Caller = 'member' | 'admin' | 'master';

export interface AppOptions {
  readonly dataFolder?: string;
  readonly trustedProxies?: TrustedProxies;
  /** Whether only publicly documented operations are supported. */
  readonly strictInterface?: boolean;
  /** The maximum run time of a query in milliseconds; an hour by default. */
  readonly queryTimeout?: number;
  /** Milliseconds that audit entries are kept; forever by default. */
  readonly auditRetention?: number;
  /** Whether an empty store is filled with sample data. */
  readonly demo?: boolean;
  /** A file with the places of addresses. */
  readonly geoipFile?: string;
  /** UTC by default, whatever the time zone of the machine. */
  readonly timeZone?: string;
}

const keys = { member: 'key-of-member', admin: 'key-of-admin', master: 'key-of-master' };

/** The platform of a suite: it starts before the first test and ends after the last. */
export function suiteApp(options: AppOptions = {}): RunningApp {
  return Object.assign(
    ofSuite(() => startApp(options)),
    { keys },
  );
}

/** The client of the extension as one of the accounts. The caller disposes of it. */
export function clientFor(
  app: Pick<RunningApp, 'baseUrl' | 'keys'>,
  caller: Caller = 'master',
): PlatformClient {
  // The platform of a suite has an address only after its start.
  const service = {
    get baseUrl() {
      return app.baseUrl;
    },
    readKey: () => Promise.resolve(app.keys[caller]),
  };
  return new PlatformClient(service);
}

/** The client of a suite, which is disposed of after its last test. */
export function suiteClient(app: Pick<RunningApp, 'baseUrl' | 'keys'>, caller?: Caller): PlatformClient {
  const client = clientFor(app, caller);
  after(() => client[Symbol.asyncDispose]());
  return client;
}

/** Leaves no scheduled query and no rule, for the next test of a suite: a platform costs more than its records. */
export async function deleteRecords(app: RunningApp): Promise<void> {
  const { body } = await app.call('master', 'GET /api/core/scheduled-queries');
  const { scheduled_queries } = body as { scheduled_queries: readonly { readonly guid: string }[] };
  const form = { guids: scheduled_queries.map(({ guid }) => guid).join(), policy: 'force' };
  if (form.guids !== '') await app.call('master', 'DELETE /api/core/scheduled-queries', { form });
  const removeRules = 'DELETE FROM detection_rule; DELETE FROM rule_version';
  await app.parts.database.write(({ run }) => run(removeRules));
}

/** The real platform in this process, on a free port, with a real store: in memory unless a folder is given. */
export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
  const logged: string[] = [];
  const parts = await openParts(options, (message, error) =>
    logged.push(`${message} ${error instanceof Error ? (error.stack ?? '') : ''}`),
  );
  await parts.accounts.put('member', 'MEMBER', keys.member);
  await parts.accounts.put('admin', 'ADMIN', keys.admin);
  await parts.accounts.put('master', 'MASTER', keys.master);
  const app = buildApp(parts);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    parts,
    logged,
    keys,
    call: (caller, operation, options = {}) => call(baseUrl, operation, { key: keys[caller], ...options }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await parts[Symbol.asyncDispose]();
    },
  };
}

/** A platform without its HTTP server. */
export function openParts(
  options: AppOptions,
  log: (message: string, error?: unknown) => void,
): Promise<Services & AsyncDisposable> {
  return openServices({
    dataFolder: options.dataFolder,
    product: 'core',
    trustedProxies: options.trustedProxies,
    strictInterface: options.strictInterface ?? false,
    queryTimeout: options.queryTimeout ?? 3_600_000,
    auditRetention: options.auditRetention ?? Infinity,
    demo: options.demo ?? false,
    timeZone: options.timeZone ?? 'UTC',
    geoipFile: options.geoipFile,
    log,
  });
}
