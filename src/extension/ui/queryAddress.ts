import { addressText, adjacent, truncatedText, hairSpace } from '../../core/privacy/plainText';
import { isGuid } from '../../core/interface/guid';
import type { RuleKind } from '../../core/interface/rule';
import { codeOf, eachInvisible } from '../../core/base/visibleText';

/** The scheduled query or detection rule of an editor tab. The GUID identifies it; the name is only shown. */
export interface QueryAddress {
  readonly connection: string;
  readonly guid: string;
  /** Undefined for a scheduled query. */
  readonly rule?: RuleKind | undefined;
}

const folder = 'scheduled-queries';
const extension = '.lq';
const ruleExtension = '.lqrule';
const maxNameLength = 120;

/**
 * The path of a `logbench:` URI: `/<connection>/scheduled-queries/<guid>/<name>.lq` or
 * `/<connection>/rules/<batch|stream>/<guid>/<name>.lqrule`.
 */
export function pathOf({ connection, guid, rule }: QueryAddress, name: string): string {
  const [below, end] = rule === undefined ? [folder, extension] : [`rules/${rule}`, ruleExtension];
  return `/${pathPart(connection)}/${below}/${guid}/${fileName(name)}${end}`;
}

/** Undefined for a path that is neither a scheduled query nor a rule: URIs also come from outside. */
export function parsePath(path: string): QueryAddress | undefined {
  const found = addressPath.exec(path)?.groups;
  if (found === undefined || !isGuid(found['guid'] ?? '')) return undefined;
  const address = {
    connection: nameOfPart(found['connection'] ?? ''),
    guid: (found['guid'] ?? '').toLowerCase(),
  };
  return found['rule'] === undefined ? address : { ...address, rule: found['rule'] as RuleKind };
}

const addressPath =
  /^\/(?<connection>[^/]*)\/(?:scheduled-queries\/(?=[^/]*\/[^/]*\.lq$)|rules\/(?<rule>batch|stream)\/(?=[^/]*\/[^/]*\.lqrule$))(?<guid>[^/]*)\//;

/** The kind of the rule in a `logbench:` file or in a file of a project; undefined for other files. */
export function ruleKindOfPath(path: string): RuleKind | undefined {
  if (!path.endsWith(ruleExtension)) return undefined;
  return /\/stream\/(?:[^/]*\/)?[^/]*$/.test(path) ? 'stream' : 'batch';
}

/** Identifies a query or rule on its platform. */
export function idOf({ guid, rule }: Omit<QueryAddress, 'connection'>): string {
  return `${rule === undefined ? '' : `${rule}-`}${guid.toLowerCase()}`;
}

/** The address with such an ID. */
export function addressOf(connection: string, id: string): QueryAddress {
  const [, rule, guid = id] = /^(batch|stream)-(.*)$/.exec(id) ?? [];
  return rule === undefined ? { connection, guid } : { connection, guid, rule: rule as RuleKind };
}

export function keyOf(address: QueryAddress): string {
  return `${pathPart(address.connection)}/${idOf(address)}`;
}

/** Invalid characters are replaced by similar ones; the name is never parsed back. */
function fileName(name: string): string {
  const inOneLine = name.replace(/[\t\r\n]/g, ' ');
  // VS Code inserts file names into its messages without escaping them.
  const safe = addressText(inOneLine).replaceAll('/', '∕').replaceAll('\\', '⧵').trim();
  return safe === '' ? 'query' : truncatedText(safe, maxNameLength);
}

/**
 * Encodes a name as one path segment that still reads like the name in tabs and messages of VS Code.
 * Characters that are not valid in a URI, that VS Code would turn into links, or that are invisible are
 * marked with a word joiner and replaced by a similar character or their code.
 */
export function pathPart(name: string): string {
  const part = eachInvisible(name, (sign) => `${marker}${codeOf(sign)}`)
    .replace(/[\t\r\n]/g, (sign) => `${marker}${codeOf(sign)}`)
    .replace(/[/\\]/g, (sign) => `${marker}${alike.get(sign) ?? sign}`)
    .replace(adjacent, `${marker}${hairSpace}`);
  // VS Code would treat names that consist of dots as relative paths.
  return /^\.+$/.test(part) ? `${marker}${part}` : part;
}

/** Decodes a segment to the name. */
export function nameOfPart(part: string): string {
  return part.replace(marked, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (original.get(sign ?? '') ?? sign ?? '') : String.fromCodePoint(parseInt(code, 16)),
  );
}

/** A word joiner, which is encoded itself. */
const marker = '\u2060';
const marked = /\u2060(?:\[U\+([0-9A-F]{4,5}|10[0-9A-F]{4})\]|([∕⧵.])|\u200a)/g;

const alike: ReadonlyMap<string, string> = new Map([
  ['/', '∕'],
  ['\\', '⧵'],
]);
const original: ReadonlyMap<string, string> = new Map([...alike].map(([sign, shown]) => [shown, sign]));
