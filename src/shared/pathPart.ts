import { noWidth } from './plainText';

/**
 * Encodes a name as one path segment that still reads like the name in tabs and messages of VS Code.
 * Characters that are not valid in a URI, that VS Code would turn into links, or that are invisible are
 * marked with a zero-width character and replaced by a similar character or their code.
 */
export function pathPart(name: string): string {
  const part = name
    .replace(unreadable, (sign) => `${noWidth}%${codeOf(sign)}`)
    .replace(/[/\\]|(?<=[\]$])\(/g, (sign) => `${noWidth}${alike.get(sign) ?? sign}`);
  // VS Code would treat names that consist of dots as relative paths.
  return /^\.+$/.test(part) ? `${noWidth}${part}` : part;
}

/** Decodes a segment to the name. */
export function nameOfPart(part: string): string {
  return part.replace(marked, (_, code: string | undefined, sign: string) =>
    code === undefined ? (original.get(sign) ?? sign) : String.fromCharCode(parseInt(code, 16)),
  );
}

/** The marker itself, control characters, bidirectional controls and lone surrogates. */
const unreadable =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]|\p{Surrogate}/gu;
const marked = /\u2060(?:%([0-9A-F]{4})|([∕⧵(.]))/g;

const alike: ReadonlyMap<string, string> = new Map([
  ['/', '∕'],
  ['\\', '⧵'],
]);
const original: ReadonlyMap<string, string> = new Map([...alike].map(([sign, shown]) => [shown, sign]));

function codeOf(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
