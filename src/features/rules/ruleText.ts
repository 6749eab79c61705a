import { ellipsized } from '../../shared/plainText';
import { isJsonObject } from '../../shared/json';
import type { RawRecord } from '../../shared/wire/optional';

/**
 * A rule as a document: first its queries, highlighted and comparable line by line, then its settings as JSON
 * in a stable order.
 */
export function ruleText(rule: RawRecord, heading: readonly string[]): string {
  const queries = queriesOf(rule);
  const settings = settingsOf(rule);
  return [
    ...heading.map((line) => `// ${/^ */.exec(line)?.[0] ?? ''}${line.trim().replace(/\s+/g, ' ')}`),
    ...queries.flatMap(({ title, text }) => [`// ${separator} ${title}`, text.trimEnd(), '']),
    ...(Object.keys(settings).length === 0
      ? []
      : [
          ...(queries.length === 0 ? [] : [`// ${separator} settings`]),
          JSON.stringify(settings, undefined, 2),
          '',
        ]),
  ].join('\n');
}

/** The grammar of these documents recognizes a query by this separator, unless settings follow. */
const separator = '────';

/**
 * The settings, including queries, in which two rules differ, without those that only the platform sets: each with
 * its old and new value where both are short.
 */
export function changes(one: RawRecord, other: RawRecord): readonly string[] {
  const names = new Set([one, other].flatMap((rule) => Object.keys(comparable(rule))));
  return inOrder([...names])
    .filter((name) => stable(one[name]) !== stable(other[name]))
    .map((name) => {
      const [before, after] = [shortValue(one[name]), shortValue(other[name])];
      const isShown = before !== undefined && after !== undefined && before !== after;
      return isShown ? `${name}: ${before} → ${after}` : name;
    });
}

const maxValueLength = 40;

/** Undefined for a list or an object. */
function shortValue(value: unknown): string | undefined {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'object') return undefined;
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
  return ellipsized(text, maxValueLength);
}

/** Not compared, because they always differ between a rule and its versions. */
const setByPlatform = ['guid', 'enabled', 'user_name', 'created', 'updated'];

/** The fields of the rule itself, without those that the platform sets. */
export function comparable(rule: RawRecord): RawRecord {
  return Object.fromEntries(Object.entries(rule).filter(([name]) => !setByPlatform.includes(name)));
}

function queriesOf(rule: RawRecord): readonly { readonly title: string; readonly text: string }[] {
  const { query, commands } = rule;
  const own = typeof query === 'string' ? [{ title: 'query', text: query }] : [];
  const records = Array.isArray(commands) ? commands.filter(isJsonObject) : [];
  const inCommands = records.flatMap((command, index) => {
    const text = command['query'];
    return typeof text === 'string' && text !== '' ? [{ title: `commands[${index}].query`, text }] : [];
  });
  return [...own, ...inCommands];
}

/** Everything except the queries, including unknown fields. */
function settingsOf(rule: RawRecord): RawRecord {
  const names = inOrder(Object.keys(rule)).filter(
    (name) => !(name === 'query' && typeof rule[name] === 'string'),
  );
  const settings = names.map((name) => [name, sorted(rule[name])] as const);
  return Object.fromEntries(
    settings.map(([name, value]) => [name, name === 'commands' ? withoutQueries(value) : value]),
  );
}

function withoutQueries(commands: unknown): unknown {
  if (!Array.isArray(commands)) return commands;
  return commands.map((command: unknown) => {
    if (!isJsonObject(command) || typeof command['query'] !== 'string' || command['query'] === '')
      return command;
    return Object.fromEntries(Object.entries(command).filter(([name]) => name !== 'query'));
  });
}

/** The most important fields come first, the rest by name. */
const first = [
  'name',
  'description',
  'enabled',
  'priority',
  'category_name',
  'schedule',
  'duration',
  'msg',
  'dataset_name',
  'schema_name',
  'source_type',
];

function inOrder(names: readonly string[]): readonly string[] {
  const rank = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...names].sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}

/** Treats null and absent alike. */
function stable(value: unknown): string {
  return JSON.stringify(sorted(value ?? null));
}
