import { nameOfPart, pathPart } from './pathPart';
import { beginningOf, addressText } from './plainText';
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
  return `/${pathPart(address.connection)}/${folder}/${address.guid}/${fileName(name)}${extension}`;
}

/** Undefined for every path that is not a scheduled query's: addresses also come from outside. */
export function parsePath(path: string): QueryAddress | undefined {
  const [start, connection, resource, guid, file, ...rest] = path.split('/');
  if (start !== '' || resource !== folder || rest.length > 0) return undefined;
  if (connection === undefined || guid === undefined || !isGuid(guid)) return undefined;
  if (file?.endsWith(extension) !== true) return undefined;
  return { connection: nameOfPart(connection), guid: guid.toLowerCase() };
}

/** A stable key for maps. */
export function keyOf({ connection, guid }: QueryAddress): string {
  return `${pathPart(connection)}/${guid.toLowerCase()}`;
}

/** What a path cannot hold is shown as a similar sign; nothing is read back from it. */
function fileName(name: string): string {
  const inOneLine = name.replace(/[\u0000-\u001f\u007f]/g, ' ');
  // VS Code puts the names of files into its own messages as they are.
  const safe = addressText(inOneLine).replaceAll('/', '∕').replaceAll('\\', '⧵').trim();
  return safe === '' ? 'query' : beginningOf(safe, longestName);
}
