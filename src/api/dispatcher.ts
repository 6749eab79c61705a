import type { SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import type * as Undici from 'undici';

/** How the way to a service goes; a change takes effect with the next request. */
export interface NetworkSettings {
  /** The proxy for this origin, already chosen from settings, environment and system; undefined goes straight. */
  readonly proxy?: string | undefined;
  readonly proxyAuthorization?: string | undefined;
  /** Certificates in PEM that are trusted besides the usual ones. */
  readonly certificateAuthorities?: readonly string[] | undefined;
  /** False accepts any certificate: the user's own decision, in `http.proxyStrictSSL`. */
  readonly strictCertificates?: boolean | undefined;
}

/** Milliseconds after which a proxy that did not answer is not waited for any more; requests end before that. */
const tunnelTimeout = 60_000;

/** What sends requests on this way. Owned by the caller, who closes it. */
export async function openDispatcher(network: NetworkSettings): Promise<Dispatcher> {
  const { Agent, Pool, ProxyAgent } = await loadUndici();
  const tls = await tlsOptions(network);
  if (network.proxy === undefined) return new Agent({ connect: tls });
  return new ProxyAgent({
    uri: network.proxy,
    requestTls: tls,
    proxyTls: tls,
    // Many proxies make tunnels to the ports of encrypted services only.
    proxyTunnel: false,
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: tunnelTimeout }),
    ...(network.proxyAuthorization === undefined ? {} : { token: network.proxyAuthorization }),
  });
}

export function sameNetwork(one: NetworkSettings, other: NetworkSettings | undefined): boolean {
  return (
    one.proxy === other?.proxy &&
    one.proxyAuthorization === other?.proxyAuthorization &&
    one.strictCertificates === other?.strictCertificates &&
    sameTexts(one.certificateAuthorities ?? [], other?.certificateAuthorities ?? [])
  );
}

let undici: Promise<typeof Undici> | undefined;

/** Far larger than everything that the extension needs to start, so it is loaded with the first request. */
function loadUndici(): Promise<typeof Undici> {
  undici ??= import('undici');
  return undici;
}

async function tlsOptions(
  network: NetworkSettings,
): Promise<{ secureContext?: SecureContext; rejectUnauthorized?: boolean }> {
  const authorities = network.certificateAuthorities ?? [];
  const strict = network.strictCertificates ?? true;
  const { createSecureContext, rootCertificates } = await import('node:tls');
  // A custom list replaces the built-in one, so it must include it. Created once: parsing a few hundred certificates
  // for each connection would take longer than connecting.
  const secureContext =
    authorities.length === 0
      ? undefined
      : createSecureContext({ ca: [...new Set([...rootCertificates, ...authorities])] });
  return {
    ...(secureContext === undefined ? {} : { secureContext }),
    ...(strict ? {} : { rejectUnauthorized: false }),
  };
}

function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}
