export interface PlatformOptions {
  /** The data folder; in memory if undefined. */
  readonly data?: string;
  /** Whether an empty store is filled with sample data. */
  readonly demo?: boolean;
  readonly product?: string;
  readonly port?: number;
  /** UTC by default, whatever the time zone of the machine. */
  readonly timeZone?: string;
  /** False: no master account is given, so the platform creates one if needed. */
  readonly master?: false;
  /** Accounts in addition to the master account. */
  readonly accounts?: readonly PlatformAccount[];
  readonly env?: Readonly<Record<string, string>>;
  /** Further command line arguments, such as `--trust-proxy`. */
  readonly extra?: readonly string[];
  /** Kills the process when aborted, also before it listens. */
  readonly kill?: AbortSignal;
  /** The maximum file size in megabytes, to simulate a full disk. */
  readonly largestFile?: number;
}

interface PlatformAccount {
  readonly login: string;
  readonly role: 'MASTER' | 'ADMIN' | 'MEMBER';
  readonly key: string;
}

/** Tests set the key, because the platform prints a created key only at its first start. */
export const masterAccount: PlatformAccount = {
  login: 'admin',
  role: 'MASTER',
  key: 'test-master-key-0123456789abcdef',
};

/** The command line of a platform. */
export function argsOf({
  data,
  demo,
  product,
  port = 0,
  timeZone = 'UTC',
  master,
  accounts = [],
  extra = [],
}: PlatformOptions): string[] {
  return [
    ...['--port', String(port), '--time-zone', timeZone],
    ...(data === undefined ? [] : ['--data', data]),
    ...(demo ? ['--demo'] : []),
    ...(product === undefined ? [] : ['--product', product]),
    ...[...(master === false ? [] : [masterAccount]), ...accounts].flatMap(({ login, role, key }) => [
      '--api-key',
      `${login}:${role}:${key}`,
    ]),
    ...extra,
  ];
}
