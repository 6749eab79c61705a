import { nameOfPart, pathPart } from './pathPart';
import { beginningOf, addressText } from './plainText';
import { isGuid } from './wire/guid';

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
