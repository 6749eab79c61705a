import { readFileSync } from 'node:fs';
import { t } from '../core/base/localize';
import { roles } from './account';
import type { Role } from './account';
import { UsageError } from './errors';

export interface ApiKeyOption {
  readonly loginName: string;
  readonly role: Role;
  readonly apiKey: string;
}

/** Keys are stored as plain hashes, which are safe only for long keys. */
const minKeyLength = 16;

/** Accounts in the format of a key file, for scripts. */
const keyVariable = 'LOGBENCH_PLATFORM_API_KEYS';

/** The accounts of the command line, a file and the environment; of duplicates, the last one counts. */
export function readApiKeys(
  args: readonly string[],
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ApiKeyOption[] {
  const keys = [
    ...readLines(environment[keyVariable] ?? '', keyVariable),
    ...(file === undefined ? [] : readLines(readKeyFile(file), file)),
    ...args.map((word) => parseKey(word, '--api-key')),
  ];
  const accounts = [...new Map(keys.map((key) => [key.loginName, key])).values()];
  const holders = new Map<string, string>();
  for (const { loginName, apiKey } of accounts) {
    const holder = holders.get(apiKey);
    if (holder !== undefined) throw sharedKey(holder, loginName);
    holders.set(apiKey, loginName);
  }
  return accounts;
}

/** A key identifies the account, so accounts cannot share one. */
export function sharedKey(holder: string, loginName: string): UsageError {
  return new UsageError(t('The accounts {0} and {1} must not have the same key.', holder, loginName));
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(t('The file {0} of --api-key-file cannot be read: {1}', file, reason));
  }
}

/** One account per line; blank lines and lines that start with `#` are ignored. */
function readLines(text: string, source: string): ApiKeyOption[] {
  return text.split('\n').flatMap((line, index) => {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) return [];
    return [parseKey(content, t('{0}, line {1}', source, index + 1))];
  });
}

function parseKey(text: string, location: string): ApiKeyOption {
  // The key may contain colons. It is not part of the message, because messages are logged.
  const [loginName = '', roleName, ...parts] = text.split(':');
  const role = roles.find((candidate) => candidate === roleName);
  const apiKey = parts.join(':');
  if (loginName === '' || role === undefined || !/^\S+$/.test(apiKey)) {
    throw new UsageError(
      t('{0}: an account must be LOGIN:ROLE:KEY, with ROLE one of {1}.', location, roles.join(', ')),
    );
  }
  if (apiKey.length < minKeyLength) {
    throw new UsageError(t('{0}: a key must have at least {1} characters.', location, minKeyLength));
  }
  return { loginName, role, apiKey };
}
