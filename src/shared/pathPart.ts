import { adjacent, hairSpace } from './plainText';
import { codeOf, eachInvisible } from './visibleText';

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
