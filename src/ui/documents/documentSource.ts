import { t } from '../../shared/localize';
import type { Connection } from '../connections/connection';
import type { Words } from '../../shared/privacy/words';
import { documentParts, isAbout } from './documentPath';
import { ExplainedError } from '../failures/failureText';
import type { Platforms } from '../connections/platforms';

/** An action on a read-only document; see `registerDocumentActions`. */
export interface DocumentAction {
  readonly label: string;
  readonly run: () => Promise<void>;
}

export interface ReadOnlyDocument {
  readonly text: Words;
  readonly actions: readonly DocumentAction[];
}

/**
 * Reads a document by its path whenever VS Code opens it. Rejects if it cannot be read; the document then
 * shows why. Undefined if the path belongs to another source.
 */
export type DocumentSource = (path: string, signal: AbortSignal) => Promise<ReadOnlyDocument | undefined>;

/** Reads a document by its connection and the path below it. */
export type ConnectionDocument = (
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
