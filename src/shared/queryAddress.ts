import { beginningOf, plainText } from './plainText';
import { isGuid } from './wire/guid';

/** Which scheduled query an editor tab shows. The name is for people; the GUID says which query it is. */
export interface QueryAddress {
  readonly connection: string;
  readonly guid: string;
}

const folder = 'scheduled-queries';
const extension = '.lq';
const longestName = 120;

/** The path of a `logbench:` address: `/<connection>/scheduled-queries/<guid>/<name>.lq`. */
export function pathOf(address: QueryAddress, name: string): string {
  return `/${segment(address.connection)}/${folder}/${address.guid}/${fileName(name)}${extension}`;
}

/** Undefined for every path that is not a scheduled query's: addresses also come from outside. */
export function parsePath(path: string): QueryAddress | undefined {
  const [start, connection, resource, guid, file, ...rest] = path.split('/');
  if (start !== '' || resource !== folder || rest.length > 0) return undefined;
  if (connection === undefined || guid === undefined || !isGuid(guid)) return undefined;
  if (file?.endsWith(extension) !== true) return undefined;
  return { connection: unsegment(connection), guid: guid.toLowerCase() };
}

/** A stable key for maps and file names. */
export function keyOf({ connection, guid }: QueryAddress): string {
  return `${encodeURIComponent(connection)}/${guid.toLowerCase()}`;
}

/** What a path cannot hold is shown as a similar sign; nothing is read back from it. */
function fileName(name: string): string {
  const inOneLine = name.replace(/[\u0000-\u001f\u007f]/g, ' ');
  // VS Code puts the names of files into its own messages as they are.
  const safe = plainText(inOneLine).replaceAll('/', '∕').replaceAll('\\', '⧵').trim();
  return safe === '' || /^\.+$/.test(safe) ? 'query' : beginningOf(safe, longestName);
}

/** What VS Code takes for ways through folders or for links, and what stands for it where a person reads it. */
const similar: ReadonlyMap<string, string> = new Map([
  ['/', '∕'],
  ['\\', '⧵'],
  ['[', '［'],
  [']', '］'],
  ['%', '％'],
]);
const original = new Map([...similar].map(([sign, like]) => [like, sign]));

/**
 * A connection's name must be read back from the address, and is shown in the tab: it is written with similar
 * signs, and these themselves, which hardly any name has, are escaped.
 */
function segment(name: string): string {
  if (/^\.{1,2}$/.test(name)) return name.replaceAll('.', '%2E');
  return name.replace(/[%/\\[\]∕⧵［］％]/g, (sign) => similar.get(sign) ?? encodeURIComponent(sign));
}

function unsegment(text: string): string {
  return text.replace(/[∕⧵［］％]|(?:%[\dA-F]{2})+/g, (found) => original.get(found) ?? unescaped(found));
}

/** Addresses also come from outside: what is no escape stays as it is. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
