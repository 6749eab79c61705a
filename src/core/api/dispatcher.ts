import type { Dispatcher } from 'undici';
import type * as Undici from 'undici';

/** How to connect to a platform. A change takes effect with the next request. */
export interface NetworkSettings {
  /** The proxy for this origin, resolved from settings, environment and system; undefined for a direct connection. */
  readonly proxy?: string | undefined;
  readonly proxyAuthorization?: string | undefined;
  /** Trusted certificates in PEM, in addition to the built-in ones. */
  readonly certificateAuthorities?: readonly string[] | undefined;
  /** False accepts any certificate, as the user set in `http.proxyStrictSSL`. */
  readonly strictCertificates?: boolean | undefined;
}

/** Milliseconds to wait for a proxy. Requests time out earlier. */
const tunnelTimeout = 60_000;

/** Opens connections with these settings. The caller closes the dispatcher. */
export async function openDispatcher(network: NetworkSettings): Promise<Dispatcher> {
  const { Agent, Pool, ProxyAgent } = await loadUndici();
  const tls = await tlsOptions(network);
  if (network.proxy === undefined) return new Agent({ connect: tls });
  return new ProxyAgent({
    uri: network.proxy,
    requestTls: tls,
    proxyTls: tls,
    // Many proxies allow tunnels only to HTTPS ports.
    proxyTunnel: false,
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: tunnelTimeout }),
    ...(network.proxyAuthorization === undefined ? {} : { token: network.proxyAuthorization }),
  });
}

/** The build leaves out all else. */
type UndiciParts = Pick<typeof Undici, 'Agent' | 'Pool' | 'ProxyAgent'>;

let undici: Promise<UndiciParts> | undefined;

/** Much larger than the rest of the startup code, so it is loaded with the first request. */
function loadUndici(): Promise<UndiciParts> {
  undici ??= import('undici');
  return undici;
}

async function tlsOptions(network: NetworkSettings) {
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
