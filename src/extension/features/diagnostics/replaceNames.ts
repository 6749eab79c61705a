import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import type { Connection } from '../../ui/connections/connection';
import type { Diagnostics } from './diagnosticsText';

/** Diagnostics with changed texts, also in settings. */
export function withTexts(diagnostics: Diagnostics, change: (text: string) => string): Diagnostics {
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), inside(one)]));
  };
  const { versions, settings, connections, requests } = diagnostics;
  return {
    ...diagnostics,
    versions: versions.map(([name, value]) => [name, name === 'Remote' ? change(value) : value]),
    settings: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, inside(value)])),
    connections: connections.map((connection) => ({
      ...{ ...connection, name: change(connection.name), baseUrl: change(connection.baseUrl) },
      probes: connection.probes.map((probe) => ({ ...probe, outcome: change(probe.outcome) })),
    })),
    requests: requests.map((request) => ({
      ...{ ...request, connection: change(request.connection), path: change(request.path) },
      error: request.error && change(request.error),
    })),
  };
}

/** Replaced by its kind and a number. */
interface Name {
  readonly name: string;
  readonly label: string;
}

type Named = Partial<Record<'name' | 'baseUrl' | 'group' | 'caFile', unknown>>;

/**
 * Replaces hosts and connection names by numbered ones, however they are spelled: the names of the platforms are as
 * telling as their addresses. Settings count too, because an invalid connection is none of the connections.
 */
export function withoutNames(
  diagnostics: Diagnostics,
  connections: readonly Pick<Connection, 'name' | 'baseUrl' | 'group' | 'caFile'>[],
): Diagnostics {
  const ofSettings = diagnostics.settings['logbench.connections'];
  const set: readonly unknown[] = Array.isArray(ofSettings) ? ofSettings : [];
  const all: readonly Named[] = [...connections, ...set.map((one) => Object(one) as Named)];
  // A longer one first, because it may contain another.
  const names = all.flatMap(namesOf).sort((one, other) => other.name.length - one.name.length);
  const unknown = new Map<string, string>();
  const numbered = (host: string): string => {
    const label = unknown.get(host.toLowerCase()) ?? `address-${unknown.size + 1}`;
    unknown.set(host.toLowerCase(), label);
    return label;
  };
  const pattern = new RegExp(names.map(({ name }) => wholeWord(name)).join('|') || '(?!)', 'giu');
  const matchers = names.map(({ name, label }) => ({
    label,
    exactly: new RegExp(`^${escaped(name)}$`, 'iu'),
  }));
  return withTexts(diagnostics, (text) =>
    text
      .replace(pattern, (found) => matchers.find(({ exactly }) => exactly.test(found))?.label ?? found)
      .replace(addresses, (found) => {
        const [, address = found, port = ''] = isIP(found) === 0 ? (/^(.*)(:\d+)$/.exec(found) ?? []) : [];
        return isIP(address) === 0 ? found : numbered(address) + port;
      }),
  );
}

/** What may be an address, with a port or not. An error names those that a host stands for. */
const addresses = /[\da-f]*[:.][\da-f:.]+/gi;

function namesOf({ name, baseUrl, group, caFile }: Named, index: number): readonly Name[] {
  const spellingsByKind = { group: [group], file: [caFile], host: hostsOf(baseUrl), connection: [name] };
  return Object.entries(spellingsByKind).flatMap(([kind, spellings]) =>
    spellings.flatMap((one) =>
      typeof one === 'string' && one !== '' ? { name: one, label: `${kind}-${index + 1}` } : [],
    ),
  );
}

/** As it is written, which may not be valid, as it is sent, and as it is read. */
function hostsOf(baseUrl: unknown): readonly string[] {
  if (typeof baseUrl !== 'string') return [];
  const [, written = ''] =
    /^(?:[a-z][a-z\d+.-]*:[/\\]+)?(?:[^/\\?#@]*@)?(\[[^\]]*\]|[^/\\?#:]*)/i.exec(baseUrl.trim()) ?? [];
  const sent = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const hosts = [written, sent, domainToUnicode(sent)];
  return [...new Set(hosts.flatMap((host) => [host, host.replace(/^\[|\]$/g, '')]))];
}

/** A connection named `a` must not change every word with that letter. */
function wholeWord(name: string): string {
  return `(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
