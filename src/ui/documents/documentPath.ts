import { nameOfPart, pathPart } from '../../shared/pathPart';

export const documentScheme = 'logbench-document';

/**
 * The path of a document that is only there to be read. VS Code names a tab after its address, by a pattern in the
 * manifest: below a folder that nobody else has, the connection first and the title last, as a folder of its own
 * since a file's name ends for VS Code at the first dot.
 */
export function documentPath(parts: readonly string[]): string {
  const file = parts.at(-1) ?? '';
  const title = file.replace(/\.[^.]*$/, '');
  return ['', documentScheme, ...[...parts.slice(0, -1), title, file].map(pathPart)].join('/');
}

/** What the path was made of. */
export function documentParts(path: string): readonly string[] {
  const parts = path.split('/').slice(2).map(nameOfPart);
  return parts.filter((_, index) => index !== parts.length - 2);
}

/** Whether a document with this path is about the connection with this name. */
export function isAbout(path: string, connectionName: string): boolean {
  return path.split('/')[2] === pathPart(connectionName);
}
