import type { LoggedRequest } from '../../ui/connections/recentRequests';
import type { Connection } from '../../ui/connections/connection';

/** What is collected for a bug report. */
export interface Diagnostics {
  readonly collected: Date;
  readonly versions: readonly (readonly [name: string, value: string])[];
  /** The settings of the user that differ from their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly connections: readonly ConnectionDiagnostics[];
  readonly requests: readonly LoggedRequest[];
}

export interface ConnectionDiagnostics {
  readonly name: string;
  readonly baseUrl: string;
  readonly environment: string;
  readonly locked: boolean;
  readonly hasKey: boolean;
  readonly probes: readonly Probe[];
}

/** What a platform responded to a small read. */
export interface Probe {
  readonly name: string;
  readonly milliseconds: number;
  readonly outcome: string;
}

/** A readable Markdown file, in English, because those who read bug reports may not know another language. */
export function diagnosticsText(diagnostics: Diagnostics): string {
  const { collected, versions, settings, connections, requests } = diagnostics;
  return [
    '# Logbench diagnostics',
    `Collected on ${collected.toISOString()}. Review this text before you share it.`,
    '## Versions',
    table(['What', 'Version'], versions),
    '## Settings',
    'Those that differ from their defaults. API keys are not stored in settings.',
    `\`\`\`json\n${JSON.stringify(settings, undefined, 2)}\n\`\`\``,
    '## Connections',
    ...(connections.length === 0 ? ['There are none.'] : connections.map(connectionText)),
    '## Last requests',
    requests.length === 0 ? 'There were none in this window.' : requestTable(requests),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function connectionText(connection: ConnectionDiagnostics): string {
  const { name, baseUrl, environment, locked, hasKey, probes } = connection;
  const facts = [
    ['Address', baseUrl],
    ['Environment', environment],
    ['Writes', locked ? 'locked' : 'unlocked'],
    ['API key', hasKey ? 'set' : 'not set'],
  ] as const;
  const rows = probes.map(({ name: probe, milliseconds, outcome }) => [probe, `${milliseconds} ms`, outcome]);
  return [
    `### ${cell(name)}`,
    table(['Property', 'Value'], facts),
    table(['Probe', 'Time', 'Response'], rows),
  ].join('\n\n');
}

function requestTable(requests: readonly LoggedRequest[]): string {
  return table(
    ['Time', 'Connection', 'Request', 'Took', 'Outcome'],
    requests.map(({ at, connection, method, path, milliseconds, error }) => [
      new Date(at).toISOString(),
      connection,
      `${method} ${path}`,
      `${milliseconds} ms`,
      error ?? 'ok',
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}

/** What comes from outside must not end the cell, or become markup. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]#]/g, (character) => `\\${character}`);
}

/**
 * Replaces hosts and connection names by numbered ones, everywhere in the text: the names of the platforms are as
 * telling as their addresses.
 */
export function withoutNames(
  text: string,
  connections: readonly Pick<Connection, 'name' | 'baseUrl' | 'group' | 'caFile'>[],
): string {
  const names = new Map<string, string>();
  connections.forEach(({ name, baseUrl, group = '', caFile = '' }, index) => {
    const parts = { group, file: caFile, host: hostOf(baseUrl), connection: name };
    for (const [kind, part] of Object.entries(parts)) {
      // As it is, in a table, and in JSON.
      const spellings = [part, cell(part), JSON.stringify(part).slice(1, -1)];
      for (const written of spellings) names.set(written, `${kind}-${index + 1}`);
    }
  });
  // A longer one first, because it may contain another.
  const all = [...names].filter(([name]) => name !== '').sort(([one], [other]) => other.length - one.length);
  if (all.length === 0) return text;
  const pattern = new RegExp(all.map(([name]) => escaped(name)).join('|'), 'gu');
  return text.replace(pattern, (name) => names.get(name) ?? name);
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
}

function escaped(name: string): string {
  // Whole words: a connection named `a` must not change every word with that letter.
  return `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`;
}
