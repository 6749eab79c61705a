import { t } from '../../shared/localize';
import type { Connection } from '../connections/connection';
import type { Words } from '../../shared/privacy/words';
import { documentParts, isAbout } from './documentPath';
import { ExplainedError } from '../failures/failureText';
import type { Platforms } from '../connections/platforms';

/** Something to do with what a document shows; see `registerDocumentActions`. */
export interface DocumentAction {
  readonly label: string;
  readonly run: () => Promise<void>;
}

export interface ReadOnlyDocument {
  readonly text: Words;
  readonly actions: readonly DocumentAction[];
}

/**
 * Reads a document whenever VS Code opens it, by its path alone: that is all that a row of the explorer has to
 * know. Rejects where it cannot be read; the document then says why. Undefined where the path is none of its own.
 */
export type DocumentSource = (path: string, signal: AbortSignal) => Promise<ReadOnlyDocument | undefined>;

/** Reads a document by the connection that it is about and its path below that. */
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
