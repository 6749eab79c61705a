import { existsSync } from 'node:fs';
import * as tls from 'node:tls';
import { readCertificates } from './certificateFile';

/** Where the distributions of Linux keep what they trust. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * The certificates that the system trusts. VS Code itself adds them to `https` and `fetch` only, not to the
 * connections of a library. Empty where an old host has no way to ask Windows or macOS.
 */
export function systemAuthorities(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const added = certificatesIn(variables['NODE_EXTRA_CA_CERTS']);
  if (platform !== 'linux') return [...askedOfTheHost(), ...added];
  const bundle = [variables['SSL_CERT_FILE'], ...bundles].find((file) => file && existsSync(file));
  return [...certificatesIn(bundle), ...added];
}

/** None where the file cannot be read: no setting of ours names it, so nobody expects to hear of it. */
function certificatesIn(file: string | undefined): readonly string[] {
  try {
    return file === undefined || file === '' ? [] : readCertificates(file);
  } catch {
    return [];
  }
}

let asked: readonly string[] | undefined;

function askedOfTheHost(): readonly string[] {
  asked ??= hasSystemCertificates(tls) ? tls.getCACertificates('system') : [];
  return asked;
}

/** Newer than the oldest host. */
function hasSystemCertificates(
  module: object,
): module is { getCACertificates(store: 'system'): readonly string[] } {
  return 'getCACertificates' in module;
}
