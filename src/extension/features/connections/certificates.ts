import { readFileSync, statSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UnreachableError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import type { Connection } from '../../ui/connections/connection';
import * as tls from 'node:tls';
import { createRequire } from 'node:module';

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const read = new Map<string, { readonly changed: number; readonly certificates: readonly string[] }>();

/** The certificates to trust on a connection; none without TLS. */
export function authoritiesFor(
  { baseUrl, caFile }: Pick<Connection, 'baseUrl' | 'caFile'>,
  trustsSystem: boolean,
): readonly string[] {
  if (!baseUrl.toLowerCase().startsWith('https:')) return [];
  const own = caFile === undefined ? [] : readAuthorities(caFile);
  return trustsSystem ? [...systemAuthorities(process.platform, process.env), ...own] : own;
}

/** The certificates of a PEM file, cached until it changes, because every request reads them. */
export function readAuthorities(file: string): readonly string[] {
  try {
    return readCertificates(file.startsWith('~') ? path.join(homedir(), file.slice(1)) : file);
  } catch (error) {
    throw new UnreachableError('certificate', t('The CA file {0} cannot be read.', file), { cause: error });
  }
}

/** Throws if the file cannot be read. Returns the same array while the file is unchanged. */
function readCertificates(resolved: string): readonly string[] {
  const changed = statSync(resolved).mtimeMs;
  const cached = read.get(resolved);
  if (cached?.changed === changed) return cached.certificates;
  const certificates = readFileSync(resolved, 'utf8').match(certificate) ?? [];
  read.set(resolved, { changed, certificates });
  return certificates;
}

/** The certificate bundles of Linux distributions. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * The certificates that the system trusts. VS Code adds them only to `https` and `fetch`, not to connections
 * of libraries. Empty on Windows and macOS if an old host does not offer them.
 */
export function systemAuthorities(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const added = certificatesIn(variables['NODE_EXTRA_CA_CERTS']);
  if (platform !== 'linux') return [...systemCertificates(), ...added];
  const bundle = [variables['SSL_CERT_FILE'], ...bundles].find((file) => file && existsSync(file));
  return [...certificatesIn(bundle), ...added];
}

/** Ignores a missing file, because no setting of ours refers to it. */
function certificatesIn(file: string | undefined): readonly string[] {
  try {
    return file === undefined || file === '' ? [] : readCertificates(file);
  } catch {
    return [];
  }
}

let asked: readonly string[] | undefined;

function systemCertificates(): readonly string[] {
  // The oldest supported host lacks it.
  const host = tls as { readonly getCACertificates?: (store: 'system') => readonly string[] };
  asked ??= host.getCACertificates?.('system') ?? [];
  return asked;
}

/** The module with which VS Code resolves proxies; there is no API for it. */
const proxyModule = '@vscode/proxy-agent';

type Resolve = (address: string) => Promise<unknown>;

/** The system proxy for an address; undefined for a direct connection. */
export type SystemProxy = (address: string) => Promise<string | undefined>;

/**
 * Finds the system proxy, including PAC files, as the VS Code in this folder does, which on a remote host asks the
 * local machine if the settings require it.
 */
export function systemProxyOf(appRoot: string): SystemProxy {
  const resolve = findResolver(appRoot);
  return async (address) => {
    const proxy = await resolve(address).catch(() => undefined);
    return typeof proxy === 'string' && proxy !== '' ? proxy : undefined;
  };
}

/** If VS Code moves the module, only settings and environment are used. */
function findResolver(appRoot: string): Resolve {
  const load = createRequire(path.join(appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      const found = Object(load(path.join(appRoot, folder, proxyModule))) as {
        readonly resolveProxyURL?: Resolve;
      };
      if (typeof found.resolveProxyURL === 'function')
        return async (address) => found.resolveProxyURL?.(address);
    } catch {
      // Not in this folder.
    }
  }
  return () => Promise.resolve(undefined);
}
