import { assistantAccesses, environments } from '../../../core/base/environment';
import { t } from '../../../core/base/localize';
import { defaultProduct, isPlatformAddress } from '../../../core/interface/platformAddress';
import type { Connection } from '../connections/connection';
import { settingValues } from './settingValues.generated';

type Read = (key: string) => unknown;

const readers = {
  /** Milliseconds. */
  requestTimeout: (read: Read) => numberOf('request.timeout', read) * 1000,
  explorerPageSize: (read: Read) => numberOf('explorer.pageSize', read),
  /** Milliseconds. */
  queryStatusInterval: (read: Read) => numberOf('queryStatus.interval', read),
  confirmation: (read: Read) => choiceOf('confirmation', read),
  /** What assistants may read of the local platform, which is not in the list of connections. */
  assistantLocalPlatform: (read: Read) => choiceOf('assistant.localPlatform', read),
  /** Columns that are always masked. */
  privacyColumns: (read: Read) => textsOf(read('privacy.columns')),
  /** Where results open, relative to the query editor. */
  resultsPlacement: (read: Read) => choiceOf('results.placement', read),
  notifyFailures: (read: Read) => choiceOf('notify.failures', read),
};

interface ParsedConnections {
  readonly connections: readonly Connection[];
  /** Problems of entries that are ignored or partly replaced by defaults. */
  readonly problems: readonly string[];
}

export type Settings = ParsedConnections & {
  readonly [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]>;
};

/** The value of the user, otherwise the default one; not that of a workspace. */
export function userValue(
  inspected: { readonly globalValue?: unknown; readonly defaultValue?: unknown } | undefined,
): unknown {
  return inspected?.globalValue ?? inspected?.defaultValue;
}

/**
 * An invalid value counts as not set and does not affect other settings. All but the connections are read on use: VS
 * Code takes up to a millisecond for each, and the start needs few of them.
 */
export function parseSettings(read: Read): Settings {
  const properties = Object.entries(readers).map(
    ([name, readOne]) => [name, { get: () => readOne(read), enumerable: true }] as const,
  );
  return Object.defineProperties(
    parseConnections(read('connections')),
    Object.fromEntries(properties),
  ) as Settings;
}

/** Keeps valid entries; of several with the same name, the first. */
export function parseConnections(value: unknown): ParsedConnections {
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
      problems.push(...invalidFields(entry, parsed, title));
    }
  }
  return { connections, problems };
}

/** Fields of a valid connection whose value is invalid and replaced by a default. */
function invalidFields(entry: unknown, parsed: Connection, title: string): readonly string[] {
  const fields = new Map<string, unknown>(Object.entries(entry ?? {}));
  const differing = (['environment', 'readOnly', 'assistant'] as const).filter(
    (field) => fields.has(field) && fields.get(field) !== parsed[field],
  );
  const invalid = differing.map((field) =>
    t('Connection {0}: “{1}” is not valid, so “{2}” is used.', title, field, String(parsed[field])),
  );
  const ignored = (['caFile', 'group'] as const).filter(
    (field) => fields.has(field) && parsed[field] === undefined,
  );
  return [
    ...invalid,
    ...ignored.map((field) => t('Connection {0}: “{1}” is not valid and is ignored.', title, field)),
  ];
}

/** Identifies an entry by its name, otherwise by its position in the list. */
function titleOf(entry: unknown, index: number): string {
  const name = asText(new Map<string, unknown>(Object.entries(entry ?? {})).get('name'));
  return name === undefined ? String(index + 1) : `“${name}”`;
}

/**
 * The parsed entry, or the name of the invalid field. Written by hand because settings are read at
 * activation, and a schema library would more than double the code loaded then.
 */
function parseConnection(entry: unknown): Connection | string {
  const fields = new Map<string, unknown>(Object.entries(entry ?? {}));
  const name = asText(fields.get('name'));
  const baseUrl = asText(fields.get('baseUrl'));
  if (name === undefined || name.includes('/')) return 'name';
  if (baseUrl === undefined || !isPlatformAddress(baseUrl)) return 'baseUrl';
  const product = productOf(fields);
  if (product === undefined) return 'product';
  return {
    name,
    baseUrl,
    product,
    // An unknown environment is treated as production.
    environment: environments.find((known) => known === fields.get('environment')) ?? 'production',
    readOnly: (fields.get('readOnly') ?? false) !== false,
    ...textsIn(fields),
    ...assistantIn(fields),
  };
}

/** The optional texts; an invalid one is as if it were missing. */
function textsIn(fields: ReadonlyMap<string, unknown>): Pick<Connection, 'caFile' | 'group'> {
  const caFile = asText(fields.get('caFile'));
  const group = asText(fields.get('group'));
  return { ...(caFile === undefined ? {} : { caFile }), ...(group === undefined ? {} : { group }) };
}

/** An unknown value allows nothing. */
function assistantIn(fields: ReadonlyMap<string, unknown>): Pick<Connection, 'assistant'> {
  const access = assistantAccesses.find((known) => known === fields.get('assistant')) ?? 'off';
  return fields.has('assistant') ? { assistant: access } : {};
}

function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string').filter((item) => item !== '');
}

function productOf(fields: ReadonlyMap<string, unknown>): string | undefined {
  const product = fields.has('product') ? asText(fields.get('product')) : defaultProduct;
  return product !== undefined && isProduct(product) ? product : undefined;
}

/** A single path segment. */
export function isProduct(text: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(text);
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

type SettingValues = typeof settingValues;
type KeyWith<Property> = {
  [Key in keyof SettingValues]: SettingValues[Key] extends Property ? Key : never;
}[keyof SettingValues];

function numberOf(key: KeyWith<{ readonly minimum: number }>, read: Read): number {
  const value = read(key);
  const { default: fallback, minimum, maximum } = settingValues[key];
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(maximum, Math.max(minimum, value));
}

function choiceOf<Key extends KeyWith<{ readonly choices: readonly string[] }>>(
  key: Key,
  read: Read,
): SettingValues[Key]['choices'][number] {
  const { choices, default: fallback } = settingValues[key];
  const value = read(key);
  return choices.find((choice) => choice === value) ?? fallback;
}

/**
 * The entries of the settings with one connection replaced, appended or removed. All others are kept, including
 * invalid ones, so that a typing mistake can be corrected later.
 */
export function replacedEntries(
  entries: readonly unknown[],
  name: string,
  connection: Connection | undefined,
): readonly unknown[] {
  const at = entries.findIndex((entry) => {
    const parsed = parseConnection(entry);
    return typeof parsed !== 'string' && parsed.name === name;
  });
  const put = connection === undefined ? [] : [entryOf(connection)];
  return at < 0 ? [...entries, ...put] : [...entries.slice(0, at), ...put, ...entries.slice(at + 1)];
}

/** Only the fields of the setting, and never a key. */
export function entryOf(connection: Connection): Connection {
  const { name, baseUrl, product, environment, readOnly, caFile, group, assistant } = connection;
  return {
    name,
    baseUrl,
    product,
    environment,
    readOnly,
    ...(caFile === undefined ? {} : { caFile }),
    ...(group === undefined ? {} : { group }),
    ...(assistant === undefined ? {} : { assistant }),
  };
}
