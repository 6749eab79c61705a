import { markdownCode, markdownLine } from '../../../core/base/markdownText';
import type { LoggedRequest } from '../../ui/connections/recentRequests';

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
    markdownCode(JSON.stringify(settings, undefined, 2), 'json'),
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
    `### ${markdownLine(name)}`,
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
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownLine).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}
