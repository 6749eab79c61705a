import type { NetworkSettings } from './dispatcher';

/** VS Code's `http` settings, unchecked. */
export interface HttpSettings {
  readonly proxy?: unknown;
  readonly noProxy?: unknown;
  readonly proxySupport?: unknown;
  readonly proxyStrictSsl?: unknown;
  readonly proxyAuthorization?: unknown;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** The system proxy for an address, including PAC files; undefined for a direct connection. */
export type SystemProxy = (address: string) => Promise<string | undefined>;

/** Settings override the environment, which overrides the system. `off` disables all proxies. */
export async function resolveNetwork(
  baseUrl: string,
  settings: HttpSettings,
  variables: Variables,
  certificateAuthorities: readonly string[],
  systemProxy: SystemProxy,
): Promise<NetworkSettings> {
  const proxy = await proxyFor(new URL(baseUrl), settings, variables, systemProxy);
  return {
    proxy,
    proxyAuthorization: proxy === undefined ? undefined : text(settings.proxyAuthorization),
    certificateAuthorities,
    strictCertificates: settings.proxyStrictSsl !== false,
  };
}

async function proxyFor(
  address: URL,
  settings: HttpSettings,
  variables: Variables,
  systemProxy: SystemProxy,
): Promise<string | undefined> {
  const exceptions = [...exceptionsOf(settings.noProxy), ...exceptionsOf(variable(variables, 'no_proxy'))];
  if (settings.proxySupport === 'off' || exceptions.some((exception) => covers(exception, address)))
    return undefined;
  const named = text(settings.proxy) ?? proxyVariable(address, variables);
  const proxy = withScheme(named ?? (await systemProxy(address.href)));
  return proxy !== undefined && URL.canParse(proxy) ? proxy : undefined;
}

/** The scheme is often left out, and `host:port` alone would be parsed as a scheme and a path. */
function withScheme(proxy: string | undefined): string | undefined {
  return proxy === undefined || proxy.includes('://') ? proxy : `http://${proxy}`;
}

function proxyVariable(address: URL, variables: Variables): string | undefined {
  const own = address.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  return variable(variables, own) ?? variable(variables, 'all_proxy');
}

function variable(variables: Variables, name: string): string | undefined {
  return text(variables[name]) ?? text(variables[name.toUpperCase()]);
}

function exceptionsOf(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value : (text(value)?.split(',') ?? []);
  return entries.flatMap((entry) => text(entry)?.toLowerCase() ?? []);
}

/** `example.org` and `.example.org` match subdomains too; a port limits the match; `*` matches everything. */
function covers(exception: string, address: URL): boolean {
  if (exception === '*') return true;
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
  if (port !== undefined && port !== portOf(address)) return false;
  const domain = host.replace(/^\*?\./, '').replace(/^\[|\]$/g, '');
  const name = address.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return domain !== '' && (name === domain || name.endsWith(`.${domain}`));
}

function portOf(address: URL): string {
  if (address.port !== '') return address.port;
  return address.protocol === 'https:' ? '443' : '80';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
