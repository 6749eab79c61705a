import { environments } from '../shared/environment';
import { t } from '../shared/localize';
import type { Connection } from './connection';

export interface Settings {
  readonly connections: readonly Connection[];
  /** What is wrong with entries that had to be left out. */
  readonly problems: readonly string[];
  /** Milliseconds. */
  readonly requestTimeout: number;
  readonly explorerPageSize: number;
  /** Milliseconds. */
  readonly queryStatusInterval: number;
  readonly confirmation: 'typeName' | 'button';
}

/** A value of the wrong kind counts as not set: a slip in one setting does not take the others away. */
export function parseSettings(read: (key: string) => unknown): Settings {
  const { connections, problems } = parseConnections(read('connections'));
  return {
    connections,
    problems,
    requestTimeout: within(read('request.timeout'), 1, 3600, 30) * 1000,
    explorerPageSize: within(read('explorer.pageSize'), 10, 5000, 200),
    queryStatusInterval: within(read('queryStatus.interval'), 200, 60_000, 1000),
    confirmation: read('confirmation') === 'button' ? 'button' : 'typeName',
  };
}

/** Keeps what can be understood; of several entries with one name the first. */
export function parseConnections(value: unknown): Pick<Settings, 'connections' | 'problems'> {
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const parsed = parseConnection(entry);
    if (typeof parsed === 'string') {
      problems.push(t('Connection {0}: “{1}” is missing or not valid.', titleOf(entry, index), parsed));
    } else if (connections.some(({ name }) => name === parsed.name)) {
      problems.push(t('Connection {0}: there is another one with this name.', titleOf(entry, index)));
    } else connections.push(parsed);
  }
  return { connections, problems };
}

/** Whether an entry of the settings is the connection of this name. */
export function isEntryOf(entry: unknown, name: string): boolean {
  const parsed = parseConnection(entry);
  return typeof parsed !== 'string' && parsed.name === name;
}

/** What a person finds it by: its name, else its place in the list. */
function titleOf(entry: unknown, index: number): string {
  const name = textOf(new Map<string, unknown>(Object.entries(entry ?? {})).get('name'));
  return name === undefined ? String(index + 1) : `“${name}”`;
}

/**
 * The entry, or the name of the field that makes it useless. By hand, because settings are read at
 * activation, and a library for this would more than double what is loaded then.
 */
function parseConnection(entry: unknown): Connection | string {
  const fields = new Map<string, unknown>(Object.entries(entry ?? {}));
  const name = textOf(fields.get('name'));
  const baseUrl = textOf(fields.get('baseUrl'));
  const caFile = textOf(fields.get('caFile'));
  if (name === undefined || name.includes('/')) return 'name';
  if (baseUrl === undefined || !isServiceAddress(baseUrl)) return 'baseUrl';
  return {
    name,
    baseUrl,
    product: textOf(fields.get('product')) ?? 'core',
    // What is not known to be harmless is treated with care.
    environment: environments.find((known) => known === fields.get('environment')) ?? 'production',
    readOnly: (fields.get('readOnly') ?? false) !== false,
    ...(caFile === undefined ? {} : { caFile }),
  };
}

/** HTTP or HTTPS, without a user name or password: those would end up in the settings file. */
export function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function within(value: unknown, minimum: number, maximum: number, fallback: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(maximum, Math.max(minimum, value));
}
