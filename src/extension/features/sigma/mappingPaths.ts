import { posix } from 'node:path';
import { mappingNames } from '../../../core/project/newPath';

/**
 * Where the mapping for the rules of a folder can be, in order of precedence: in the folder and its parents up to
 * the root, in each of them the one for the connection first.
 */
export function mappingPaths(
  folder: string,
  root: string,
  connection: { readonly name: string } | undefined,
): readonly string[] {
  const here = mappingNames(connection?.name).map((name) => posix.join(folder, name));
  return folder.length <= root.length
    ? here
    : [...here, ...mappingPaths(posix.dirname(folder), root, connection)];
}
