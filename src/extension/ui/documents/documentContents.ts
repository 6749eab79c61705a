import { t } from '../../../core/base/localize';
import { displayText } from '../../../core/privacy/masker';
import { isCancellation } from '../prompts/canceled';
import type { Connection, Platforms } from '../connections/connection';
import type { MaskedText } from '../../../core/privacy/masker';
import { ExplainedError } from '../failures/failureText';
import { nameOfPart, pathPart } from '../queryAddress';

interface ShownDocument extends ReadOnlyDocument {
  /** Epoch milliseconds; content that was set directly never expires. */
  readonly readAt: number;
  /** Set if the last read failed: the previous content, or undefined if there is none. */
  readonly failed?: { readonly before: ReadOnlyDocument | undefined };
}

interface Reading {
  readonly document: Promise<ShownDocument | undefined>;
  readonly abort: AbortController;
}

/** Says why a document could not be read, and what can be done. */
type Explain = (
  error: unknown,
  path: string,
) => { readonly sentence: string; readonly actions: readonly DocumentAction[] };

/** How many closed documents are remembered. */
const remembered = 20;
/** Milliseconds during which a document is not read again when its tab is activated. */
const freshFor = 15_000;

/** The contents of read-only documents, by path: set directly, or read from a source. */
export class DocumentContents {
  readonly #documents = new Map<string, ShownDocument>();
  /** By the folder below the connection. */
  readonly #sources = new Map<string, DocumentSource>();
  readonly #readings = new Map<string, Reading>();
  /** Closed documents, the oldest first. The event for the close may arrive after the document is opened again. */
  readonly #closed = new Set<string>();

  constructor(
    private readonly explain: Explain,
    private readonly now: () => number = Date.now,
  ) {}

  /** Adds the source for documents in this folder below a connection; returns how to remove it. */
  addSource(folder: string, source: DocumentSource): () => void {
    this.#sources.set(folder, source);
    return () => void this.#sources.delete(folder);
  }

  put(path: string, document: ReadOnlyDocument): void {
    this.#keep(path, { ...document, readAt: Infinity });
  }

  of(path: string): ReadOnlyDocument | undefined {
    return this.#documents.get(path);
  }

  isFresh(path: string): boolean {
    const document = this.#documents.get(path);
    return document !== undefined && this.now() - document.readAt < freshFor;
  }

  hasFailed(path: string): boolean {
    return this.#documents.get(path)?.failed !== undefined;
  }

  /** Concurrent reads share one request. Undefined if no source has the document. */
  async read(path: string): Promise<ReadOnlyDocument | undefined> {
    return this.#readings.get(path)?.document ?? this.readAgain(path);
  }

  /** A read that is in progress may miss a recent change, so its callers get this result instead. */
  async readAgain(path: string): Promise<ReadOnlyDocument | undefined> {
    const [, folder = ''] = documentParts(path);
    const source = this.#sources.get(folder);
    if (source === undefined) return undefined;
    this.#readings.get(path)?.abort.abort();
    const abort = new AbortController();
    const document = this.#ask(path, source, abort.signal);
    this.#readings.set(path, { abort, document });
    return document;
  }

  /** Called when its tab is closed: opening it again must show the current content. */
  leave(path: string): void {
    this.#readings.get(path)?.abort.abort();
    this.#readings.delete(path);
    const document = this.#documents.get(path);
    if (document !== undefined && document.readAt !== Infinity) {
      this.#documents.set(path, { ...document, readAt: 0 });
    }
  }

  /** Called when VS Code no longer has the document, which can still be opened again from the list of closed editors. */
  close(path: string): void {
    if (!this.#documents.has(path)) return;
    this.#closed.delete(path);
    this.#closed.add(path);
    const [oldest] = this.#closed;
    if (this.#closed.size <= remembered || oldest === undefined) return;
    this.#closed.delete(oldest);
    this.#documents.delete(oldest);
  }

  dispose(): void {
    for (const { abort } of this.#readings.values()) abort.abort();
  }

  async #ask(path: string, source: DocumentSource, signal: AbortSignal): Promise<ShownDocument | undefined> {
    try {
      const read = await source(path, signal);
      signal.throwIfAborted();
      return read && this.#keep(path, { ...read, readAt: this.now() });
    } catch (error) {
      if (!signal.aborted && !isCancellation(error))
        return this.#keep(path, this.#failedDocument(path, error));
      const newer = this.#readings.get(path);
      if (newer && newer.abort.signal !== signal) return await newer.document;
      return this.#documents.get(path);
    } finally {
      // A read that was replaced has waited for the newer one, so none is in progress any more.
      this.#readings.delete(path);
    }
  }

  /** Shows the failure above the previous content. */
  #failedDocument(path: string, error: unknown): ShownDocument {
    const { sentence, actions } = this.explain(error, path);
    const last = this.#documents.get(path);
    const before = last?.failed === undefined ? last : last.failed.before;
    const rest = before === undefined ? [''] : ['', t('Previously read:'), '', displayText(before.text)];
    return {
      // One line per sentence, so that the next step is not cut off.
      text: [...sentence.split(/(?<=[.!?]) /), ...rest].join('\n'),
      actions: [...actions, ...(before?.actions ?? [])],
      readAt: this.now(),
      failed: { before },
    };
  }

  #keep(path: string, document: ShownDocument): ShownDocument {
    this.#documents.set(path, document);
    this.#closed.delete(path);
    return document;
  }
}

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
