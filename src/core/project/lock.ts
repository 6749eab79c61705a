import type { RawRecord } from '../interface/optional';
import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';
import { bigintAsText, inStableOrder, isJsonObject, tryParseJson } from '../base/json';
import { t } from '../base/localize';
import { lockFileName, staysInside } from './fileNames';
import { ProjectError } from './fileProblem';

/** The record of a file on a platform, as last applied or pulled. */
export interface LockEntry {
  readonly guid: string;
  readonly record: ScheduledQueryFields;
  /** Whether the file says so, for when it is deleted. */
  readonly protect?: boolean;
}

/** A detection rule as last applied or pulled. */
export interface RuleEntry {
  readonly guid: string;
  /** Undefined if the platform has no versions. */
  readonly version?: number;
  readonly rule: RawRecord;
}

/** The entries of one platform, by file path. */
export type PlatformLock = ReadonlyMap<string, LockEntry>;

/** Where a platform is. A platform at another address is another one, whatever its name in the project. */
export interface PlatformAddress {
  readonly baseUrl: string;
  readonly product: string;
}

export type NamedPlatform = PlatformAddress & { readonly name: string };

/** All entries, by platform. */
export class Lock {
  readonly #platforms = new Map<string, Map<string, LockEntry>>();
  /** By platform and path: `lab/rules/lab/batch/Scan.lqrule`. */
  readonly #rules = new Map<string, RuleEntry>();
  readonly #addresses = new Map<string, PlatformAddress>();
  /** Cached lines, because the file is written after every change. */
  readonly #lines = new Map<string, string>();

  of(platform: string): PlatformLock {
    return this.#platforms.get(platform) ?? new Map<string, LockEntry>();
  }

  /** The address of the platform that the entries belong to; undefined if none was applied or pulled. */
  addressOf(platform: string): PlatformAddress | undefined {
    return this.#addresses.get(platform);
  }

  /** Whether the entries belong to this platform, as far as known. */
  belongsTo({ name, ...address }: NamedPlatform): boolean {
    const known = this.#addresses.get(name);
    return known === undefined || platformOf(known) === platformOf(address);
  }

  /** Notes the address of a platform. The entries of one at another address are replaced. */
  bind(platform: NamedPlatform, entries: PlatformLock): void {
    const { name, baseUrl, product } = platform;
    if (this.belongsTo(platform) && this.#addresses.has(name)) return;
    if (!this.belongsTo(platform)) {
      this.#platforms.set(name, new Map(entries));
      for (const [key] of this.#rulesOf(name)) this.#rules.delete(key);
    }
    this.#addresses.set(name, { baseUrl, product });
    this.#lines.clear();
  }

  /** The platforms that have an entry for a query or a rule in this file. */
  platformsOf(path: string): readonly string[] {
    const names = [...this.#platforms].flatMap(([name, entries]) => (entries.has(path) ? name : []));
    const keys = [...this.#rules.keys()].filter((key) => key.slice(key.indexOf('/') + 1) === path);
    return [...names, ...keys.map((key) => key.slice(0, key.indexOf('/')))];
  }

  /** The rules of a platform by GUID, which a rule keeps when its file is renamed. */
  rulesOf(platform: string): ReadonlyMap<string, RuleEntry> {
    return new Map(this.#rulesOf(platform).map(([, entry]) => [entry.guid, entry]));
  }

  setRule(platform: string, path: string, entry: RuleEntry): void {
    for (const [key, { guid }] of this.#rulesOf(platform)) if (guid === entry.guid) this.#rules.delete(key);
    this.#rules.set(`${platform}/${path}`, entry);
  }

  #rulesOf(platform: string): readonly (readonly [key: string, entry: RuleEntry])[] {
    return [...this.#rules].filter(([key]) => key.startsWith(`${platform}/`));
  }

  /** The paths of all entries. */
  paths(): ReadonlySet<string> {
    return new Set([...this.#platforms.values()].flatMap((entries) => [...entries.keys()]));
  }

  set(platform: string, path: string, entry: LockEntry): void {
    let entries = this.#platforms.get(platform);
    if (entries === undefined) this.#platforms.set(platform, (entries = new Map<string, LockEntry>()));
    entries.set(path, entry);
    // Lines are cached only after printing, and files are read far more often than written.
    if (this.#lines.size > 0) this.#lines.delete(`${platform}/${path}`);
  }

  delete(platform: string, path: string): void {
    this.#platforms.get(platform)?.delete(path);
    this.#rules.delete(`${platform}/${path}`);
  }

  /**
   * One line per entry, sorted, and the version last, so that every line of an entry ends with a comma: Git
   * then merges entries of two branches without a conflict.
   */
  print(): string {
    const keys: string[] = [];
    for (const [platform, { baseUrl, product }] of this.#addresses) {
      keys.push(this.#keepLine(`${platform}/`, { base_url: baseUrl, product }));
    }
    for (const [platform, entries] of this.#platforms) {
      for (const [path, entry] of entries) keys.push(this.#keepLine(`${platform}/${path}`, written(entry)));
    }
    // Other integers than those of JavaScript are texts, which compare alike.
    for (const [key, entry] of this.#rules) {
      const text = JSON.stringify({ ...entry, rule: inStableOrder(entry.rule) }, bigintAsText);
      this.#lines.set(key, `  ${JSON.stringify(key)}: ${text},\n`);
      keys.push(key);
    }
    return `{\n${keys
      .sort()
      .map((key) => this.#lines.get(key))
      .join('')}  "version": 1\n}\n`;
  }

  #keepLine(key: string, value: object): string {
    if (!this.#lines.has(key)) this.#lines.set(key, `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`);
    return key;
  }
}

/** Equal for addresses of the same platform. */
function platformOf({ baseUrl, product }: PlatformAddress): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl;
  return `${url.replace(/\/+$/, '')} ${product}`;
}

export function parseLock(text: string): Lock {
  const lock = new Lock();
  const parsed = parseJson(text);
  for (const key of Object.keys(parsed)) {
    if (key === 'version') continue;
    const slash = key.indexOf('/');
    const [platform, path] = [key.slice(0, slash), key.slice(slash + 1)];
    if (slash <= 0 || !staysInside(path) || !addEntry(lock, platform, path, parsed[key])) {
      throw new ProjectError(t('{0} cannot be read: the entry “{1}” is damaged.', lockFileName, key));
    }
  }
  return lock;
}

/** Whether the value is an entry. The address of a platform has no path. */
function addEntry(lock: Lock, platform: string, path: string, value: unknown): boolean {
  if (path === '') {
    if (!isAddress(value)) return false;
    lock.bind({ name: platform, baseUrl: value.base_url, product: value.product }, new Map());
  } else if (isRuleEntry(value)) lock.setRule(platform, path, { ...value, guid: value.guid.toLowerCase() });
  else if (isWritten(value)) lock.set(platform, path, entryOf(value));
  else return false;
  return true;
}

function entryOf(value: WrittenEntry): LockEntry {
  const protection = value.protect === true && { protect: true };
  return { guid: value.guid.toLowerCase(), record: recordOf(value), ...protection };
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  const parsed = tryParseJson(text.replace(/^\uFEFF/, ''));
  if (!isJsonObject(parsed) || parsed['version'] !== 1) {
    throw new ProjectError(
      t('{0} is not valid. Check for unresolved merge conflicts, or run logbench lock repair.', lockFileName),
    );
  }
  // JSON.parse would silently use the last of two entries with the same key.
  const twice = countLines(text) === Object.keys(parsed).length ? undefined : findTwice(text);
  if (twice !== undefined) {
    throw new ProjectError(
      t(
        '{0} has two entries for {1}. Remove one of the lines, or run logbench lock repair.',
        lockFileName,
        twice,
      ),
    );
  }
  return parsed;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf(lineStart); at !== -1; at = text.indexOf(lineStart, at + 1)) count++;
  return count;
}

const lineStart = '\n  "';

function findTwice(text: string): string | undefined {
  const seen = new Set<string>();
  const keys = [...text.matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map(([, key = '']) => key);
  return keys.find((key) => seen.size === seen.add(key).size);
}

/** An entry as stored in the file. */
interface WrittenEntry {
  readonly guid: string;
  readonly name: string;
  readonly description?: string;
  readonly enabled: boolean;
  readonly schedule?: string;
  readonly after?: string;
  readonly when?: string;
  readonly type?: string;
  readonly node_types?: readonly string[];
  readonly output_parameter: boolean;
  readonly query: string;
  readonly protect?: unknown;
}

const requiredTypes = Object.entries({
  guid: 'string',
  name: 'string',
  query: 'string',
  enabled: 'boolean',
  output_parameter: 'boolean',
});
const optionalTexts = ['description', 'schedule', 'after', 'when', 'type'];

/** Without a schema library, which takes as long for a thousand entries as everything else that a plan does. */
function isWritten(value: unknown): value is WrittenEntry {
  return (
    isJsonObject(value) &&
    requiredTypes.every(([key, type]) => typeof value[key] === type) &&
    optionalTexts.every((key) => ['undefined', 'string'].includes(typeof value[key])) &&
    isTextList(value['node_types'])
  );
}

function isAddress(value: unknown): value is { readonly base_url: string; readonly product: string } {
  return isJsonObject(value) && typeof value['base_url'] === 'string' && typeof value['product'] === 'string';
}

function isRuleEntry(value: unknown): value is RuleEntry {
  if (!isJsonObject(value) || typeof value['guid'] !== 'string' || !isJsonObject(value['rule'])) return false;
  return value['version'] === undefined || typeof value['version'] === 'number';
}

function isTextList(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function recordOf(entry: WrittenEntry): ScheduledQueryFields {
  return {
    name: entry.name,
    description: entry.description,
    enabled: entry.enabled,
    query: entry.query,
    triggerType: entry.type ?? (entry.after === undefined ? 'cron' : 'workflow'),
    cronSchedule: entry.schedule,
    precedingGuid: entry.after?.toLowerCase(),
    precedingAction: entry.when,
    nodeTypes: entry.node_types ?? [],
    outputParameter: entry.output_parameter,
  };
}

function written({ guid, record, protect }: LockEntry): Record<string, unknown> {
  const defaultType = record.precedingGuid === undefined ? 'cron' : 'workflow';
  return {
    guid,
    ...(protect === true && { protect }),
    name: record.name,
    description: record.description,
    enabled: record.enabled,
    ...(record.triggerType === defaultType ? {} : { type: record.triggerType }),
    schedule: record.cronSchedule,
    after: record.precedingGuid,
    when: record.precedingAction,
    ...(record.nodeTypes.length === 0 ? {} : { node_types: record.nodeTypes }),
    output_parameter: record.outputParameter,
    query: record.query,
  };
}
