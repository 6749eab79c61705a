import { parseArgs } from 'node:util';
import { t } from '../core/base/localize';
import { defaultProduct } from '../core/interface/platformAddress';
import { readTimeSpan, secondsPerUnit } from '../core/language/values';
import { UsageError } from './errors';
import { readApiKeys } from './apiKeyOptions';
import type { ApiKeyOption } from './apiKeyOptions';
import { isTimeZone, machineTimeZone } from '../core/time/zones';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export interface CommandLine {
  readonly host: string;
  readonly port: number;
  /** Undefined keeps everything in memory. */
  readonly dataFolder: string | undefined;
  readonly product: string;
  readonly demo: boolean;
  readonly apiKeys: readonly ApiKeyOption[];
  /** The login names of accounts whose keys are revoked. */
  readonly revoked: readonly string[];
  /** Undefined ignores `X-Forwarded-For`. */
  readonly trustedProxies: TrustedProxies | undefined;
  readonly strictInterface: boolean;
  /** The maximum run time of a query in milliseconds; Infinity for none. */
  readonly queryTimeout: number;
  /** Milliseconds that audit entries are kept; Infinity means forever. */
  readonly auditRetention: number;
  readonly timeZone: string;
  /** A file with the places of addresses. */
  readonly geoipFile: string | undefined;
  readonly announceFile: string | undefined;
}

export const usage =
  'logbench-platform [--host 127.0.0.1] [--port 0] [--data DIR] [--product core] [--demo]\n' +
  '                  [--api-key-file FILE] [--api-key LOGIN:ROLE:KEY]… [--revoke LOGIN]…\n' +
  '                  [--trust-proxy HOPS|NETWORKS] [--strict-interface] [--query-timeout 1h]\n' +
  '                  [--audit-retention 365d] [--time-zone ZONE] [--geoip FILE] [--announce FILE]\n' +
  '                  [--help]\n';

/** Undefined if only help was requested. */
export function parseCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine | undefined {
  const { values } = parseArguments(args);
  if (values.help) return undefined;
  const apiKeys = readApiKeys(values['api-key'], values['api-key-file'], environment);
  return {
    host: values.host,
    port: parsePort(values.port),
    dataFolder: parsePath('--data', values.data),
    product: parseProduct(values.product),
    demo: values.demo,
    apiKeys,
    revoked: checkRevoked(values.revoke, apiKeys),
    trustedProxies: parseProxies(values['trust-proxy']),
    strictInterface: values['strict-interface'],
    queryTimeout: parseSpan('--query-timeout', values['query-timeout'], maxTimer),
    auditRetention: parseSpan('--audit-retention', values['audit-retention'], Number.MAX_SAFE_INTEGER),
    timeZone: parseTimeZone(values['time-zone']),
    geoipFile: parsePath('--geoip', values.geoip),
    announceFile: parsePath('--announce', values.announce),
  };
}

const options = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  data: { type: 'string' },
  product: { type: 'string', default: defaultProduct },
  demo: { type: 'boolean', default: false },
  'api-key': { type: 'string', multiple: true, default: [] as string[] },
  'api-key-file': { type: 'string' },
  revoke: { type: 'string', multiple: true, default: [] as string[] },
  'trust-proxy': { type: 'string' },
  'strict-interface': { type: 'boolean', default: false },
  'query-timeout': { type: 'string', default: '1h' },
  'audit-retention': { type: 'string', default: '365d' },
  'time-zone': { type: 'string' },
  geoip: { type: 'string' },
  announce: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

// No return type, because it can only be inferred from `parseArgs`.
function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(t('--port must be a number from 0 to 65535.'));
  return port;
}

/** An empty value, as from an unset variable, would mean the current folder. */
function parsePath(option: string, text: string | undefined): string | undefined {
  if (text?.trim() === '') throw new UsageError(t('{0} must not be empty.', option));
  return text;
}

function parseTimeZone(name: string | undefined): string {
  if (name === undefined) return machineTimeZone();
  if (!isTimeZone(name))
    throw new UsageError(t('--time-zone: unknown time zone {0}. Use a name such as Asia/Seoul.', name));
  return name;
}

function parseProduct(text: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) {
    throw new UsageError(t('--product can contain only letters, digits, - and _.'));
  }
  return text;
}

/** The key of an account that is also given would stay valid. */
function checkRevoked(loginNames: readonly string[], apiKeys: readonly ApiKeyOption[]): readonly string[] {
  const key = apiKeys.find(({ loginName }) => loginNames.includes(loginName));
  if (key) {
    throw new UsageError(
      t('--revoke {0}: this account is also given a key. Remove the key or the option.', key.loginName),
    );
  }
  return loginNames;
}

function parseProxies(text: string | undefined): TrustedProxies | undefined {
  if (text === undefined) return undefined;
  const proxies = parseTrustedProxies(text);
  if (!proxies) {
    throw new UsageError(
      t('--trust-proxy must be a number of proxies, or their networks such as 10.0.0.0/8,::1.'),
    );
  }
  return proxies;
}

/** Milliseconds; 0 means no limit. */
function parseSpan(option: string, text: string, max: number): number {
  if (text === '0') return Infinity;
  const span = readTimeSpan(text);
  const seconds = typeof span === 'string' ? undefined : secondsPerUnit[span.unit];
  if (typeof span === 'string' || seconds === undefined || span.amount * seconds * 1000 > max) {
    throw new UsageError(
      t('{0} must be a time span such as 30s, 10m, 12h or 7d, or 0 for no limit.', option),
    );
  }
  return span.amount * seconds * 1000;
}

/** The longest delay of a timer in milliseconds, about 25 days. */
const maxTimer = 2_147_483_647;

/**
 * Whether an address is a proxy that is trusted to report its caller. Hop 0 is the connected peer, hop 1 the last
 * address in `X-Forwarded-For`, and so on backwards: everything before the first untrusted address can be forged by
 * the caller.
 */
export type TrustedProxies = (address: string, hop: number) => boolean;

const maxHops = 32;

/** Parses a number of hops, or networks such as `10.0.0.0/8,::1`; undefined if it is neither. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= maxHops ? (_address, hop) => hop < hops : undefined;
  }
  const networks = new BlockList();
  for (const part of text.split(',')) if (!addNetwork(networks, part.trim())) return undefined;
  return (address) => isWithin(networks, address);
}

function addNetwork(networks: BlockList, text: string): boolean {
  const [, address = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (family === 'ipv6' && !isIPv6(address)) return false;
  const addressBits = family === 'ipv4' ? 32 : 128;
  const bits = Number(prefix ?? addressBits);
  if (bits > addressBits) return false;
  networks.addSubnet(address, bits, family);
  return true;
}

function isWithin(networks: BlockList, address: string): boolean {
  if (isIPv4(address)) return networks.check(address, 'ipv4');
  return isIPv6(address) && networks.check(address, 'ipv6');
}
