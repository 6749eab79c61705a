import { noWidth } from './plainText';

/**
 * A name as one part of an address, which reads like the name wherever VS Code shows it, in tabs and in its own
 * messages, and leads back to it. What an address cannot hold, what VS Code would make a link of, and what cannot be
 * seen is marked by a sign of no width and followed by a sign that looks alike, or by its code.
 */
export function pathPart(name: string): string {
  const part = name
    .replace(unreadable, (sign) => `${noWidth}%${codeOf(sign)}`)
    .replace(/[/\\]|(?<=[\]$])\(/g, (sign) => `${noWidth}${alike.get(sign) ?? sign}`);
  // VS Code takes names of dots alone for ways through folders.
  return /^\.+$/.test(part) ? `${noWidth}${part}` : part;
}

/** The name that a part was made of. */
export function nameOfPart(part: string): string {
  return part.replace(marked, (_, code: string | undefined, sign: string) =>
    code === undefined ? (original.get(sign) ?? sign) : String.fromCharCode(parseInt(code, 16)),
  );
}

/** The mark itself, control characters, what turns the direction of a text, and halves of characters. */
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
