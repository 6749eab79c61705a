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

/** A connection's name must be read back, so its slashes and brackets are written in a way that can be undone. */
function segment(name: string): string {
  // VS Code takes these for ways through folders, and looks for another file.
  if (/^\.{1,2}$/.test(name)) return name.replaceAll('.', '%2E');
  return name.replace(/[%/\\[\]]/g, encodeURIComponent);
}

function unsegment(text: string): string {
  return text.replace(/%(?:25|2F|5C|5B|5D|2E)/g, decodeURIComponent);
}
