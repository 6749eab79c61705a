import { nameOfPart, pathPart } from '../../shared/pathPart';

export const documentScheme = 'logbench-document';

/**
 * The path of a read-only document. VS Code labels the tab by a pattern in the manifest: below a unique
 * folder, the connection comes first and the title last. The title is a folder because VS Code cuts a file
 * name at its first dot.
 */
export function documentPath(parts: readonly string[]): string {
  const file = parts.at(-1) ?? '';
  const title = file.replace(/\.[^.]*$/, '');
  return ['', documentScheme, ...[...parts.slice(0, -1), title, file].map(pathPart)].join('/');
}

/** The segments of such a path. */
export function documentParts(path: string): readonly string[] {
  const parts = path.split('/').slice(2).map(nameOfPart);
  return parts.filter((_, index) => index !== parts.length - 2);
}

/** Whether a document with this path is about the connection with this name. */
export function isAbout(path: string, connectionName: string): boolean {
  return path.split('/')[2] === pathPart(connectionName);
}
