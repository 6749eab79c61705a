import { assistantAccesses } from '../../shared/assistantAccess';
import type { AssistantAccess } from '../../shared/assistantAccess';
import { environments } from '../../shared/environment';
import { t } from '../../shared/localize';
import type { Connection } from '../connections/connection';

export interface Settings {
  readonly connections: readonly Connection[];
  /** What is wrong with entries that had to be left out, or that count as something else than they say. */
  readonly problems: readonly string[];
  /** Milliseconds. */
  readonly requestTimeout: number;
  readonly explorerPageSize: number;
  /** Milliseconds. */
  readonly queryStatusInterval: number;
  readonly confirmation: 'typeName' | 'button';
  /** What assistants may have of the local platform, which is in no list of connections. */
  readonly assistantLocalPlatform: AssistantAccess;
  /** Columns that are masked whatever is in them. */
  readonly privacyColumns: readonly string[];
  /** Where the results of a query open, as seen from its editor. */
  readonly resultsPlacement: 'beside' | 'below';
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
    assistantLocalPlatform: accessOf(read('assistant.localPlatform')) ?? 'metadata',
    privacyColumns: textsOf(read('privacy.columns')),
    resultsPlacement: read('results.placement') === 'below' ? 'below' : 'beside',
  };
}

/** Keeps what can be understood; of several entries with one name the first. */
export function parseConnections(value: unknown): Pick<Settings, 'connections' | 'problems'> {
  const connections: Connection[] = [];
  const isList = value === undefined || Array.isArray(value);
  const problems = isList ? [] : [t('“{0}” is not a list.', 'logbench.connections')];
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const parsed = parseConnection(entry);
    const title = titleOf(entry, index);
    if (typeof parsed === 'string') {
      problems.push(t('Connection {0}: “{1}” is missing or not valid.', title, parsed));
    } else if (connections.some(({ name }) => name === parsed.name)) {
      problems.push(t('Connection {0}: another connection has the same name.', title));
    } else {
      connections.push(parsed);
      problems.push(...slipsIn(entry, parsed, title));
    }
  }
  return { connections, problems };
}

/** Fields of a connection that can be used which are set, and count as something else. */
function slipsIn(entry: unknown, parsed: Connection, title: string): readonly string[] {
  const fields = new Map<string, unknown>(Object.entries(entry ?? {}));
  const differing = (['environment', 'readOnly', 'assistant'] as const).filter(
    (field) => fields.has(field) && fields.get(field) !== parsed[field],
  );
  const slips = differing.map((field) =>
    t('Connection {0}: “{1}” is not valid, so “{2}” is used.', title, field, String(parsed[field])),
  );
  const hasFile = !fields.has('caFile') || parsed.caFile !== undefined;
  return hasFile
    ? slips
    : [...slips, t('Connection {0}: “{1}” is not valid and is ignored.', title, 'caFile')];
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
  const product = productOf(fields);
  if (product === undefined) return 'product';
  return {
    name,
    baseUrl,
    product,
    // What is not known to be harmless is treated with care.
    environment: environments.find((known) => known === fields.get('environment')) ?? 'production',
    readOnly: (fields.get('readOnly') ?? false) !== false,
    ...(caFile === undefined ? {} : { caFile }),
    ...assistantIn(fields),
  };
}

/** A word that nobody knows gives nothing away. */
function assistantIn(fields: ReadonlyMap<string, unknown>): Pick<Connection, 'assistant'> {
  return fields.has('assistant') ? { assistant: accessOf(fields.get('assistant')) ?? 'off' } : {};
}

function accessOf(value: unknown): AssistantAccess | undefined {
  return assistantAccesses.find((known) => known === value);
}

function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string').filter((item) => item !== '');
}

function productOf(fields: ReadonlyMap<string, unknown>): string | undefined {
  const product = fields.has('product') ? textOf(fields.get('product')) : 'core';
  return product !== undefined && isProduct(product) ? product : undefined;
}

/** One segment of a path, which leads nowhere else. */
export function isProduct(text: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(text);
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
