import { addressText, adjacent, beginningOf, hairSpace } from './plainText';
import { isGuid } from './wire/guid';
import { codeOf, eachInvisible } from './visibleText';

/** The scheduled query of an editor tab. The GUID identifies it; the name is only shown. */
export interface QueryAddress {
  readonly connection: string;
  readonly guid: string;
}

const folder = 'scheduled-queries';
const extension = '.lq';
const maxNameLength = 120;

/** The path of a `logbench:` URI: `/<connection>/scheduled-queries/<guid>/<name>.lq`. */
export function pathOf(address: QueryAddress, name: string): string {
  return `/${pathPart(address.connection)}/${folder}/${address.guid}/${fileName(name)}${extension}`;
}

/** Undefined for a path that is not a scheduled query: URIs also come from outside. */
export function parsePath(path: string): QueryAddress | undefined {
  const [start, connection = '', resource, guid = '', file = '', ...rest] = path.split('/');
  if (start !== '' || resource !== folder || rest.length > 0) return undefined;
  if (!isGuid(guid) || !file.endsWith(extension)) return undefined;
  return { connection: nameOfPart(connection), guid: guid.toLowerCase() };
}

export function keyOf({ connection, guid }: QueryAddress): string {
  return `${pathPart(connection)}/${guid.toLowerCase()}`;
}

/** Invalid characters are replaced by similar ones; the name is never parsed back. */
function fileName(name: string): string {
  const inOneLine = name.replace(/[\t\r\n]/g, ' ');
  // VS Code inserts file names into its messages without escaping them.
  const safe = addressText(inOneLine).replaceAll('/', '∕').replaceAll('\\', '⧵').trim();
  return safe === '' ? 'query' : beginningOf(safe, maxNameLength);
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
