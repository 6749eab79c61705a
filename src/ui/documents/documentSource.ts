import { t } from '../../shared/localize';
import type { Connection, Platforms } from '../connections/connection';
import type { MaskedText } from '../../shared/privacy/masker';
import { ExplainedError } from '../failures/failureText';
import { nameOfPart, pathPart } from '../../shared/queryAddress';

/** An action on a read-only document; see `registerDocumentActions`. */
export interface DocumentAction {
  readonly label: string;
  readonly run: () => Promise<void>;
}

export interface ReadOnlyDocument {
  readonly text: MaskedText;
  readonly actions: readonly DocumentAction[];
}

/**
 * Reads a document by its path whenever VS Code opens it. Rejects if it cannot be read; the document then
 * shows why. Undefined if the path belongs to another source.
 */
export type DocumentSource = (path: string, signal: AbortSignal) => Promise<ReadOnlyDocument | undefined>;

/** Reads a document by its connection and the path below it. */
type ConnectionDocument = (
  connection: Connection,
  path: readonly string[],
  signal: AbortSignal,
) => Promise<ReadOnlyDocument | undefined>;

export function documentsOf(platforms: Platforms, read: ConnectionDocument): DocumentSource {
  return async (path, signal) => {
    const parts = documentParts(path);
    const connection = platforms.all().find(({ name }) => isAbout(path, name));
    if (connection !== undefined) return read(connection, parts.slice(1), signal);
    throw new ExplainedError(
      t('The connection “{0}” no longer exists. Add it again, or close this tab.', parts[0] ?? ''),
    );
  };
}

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
