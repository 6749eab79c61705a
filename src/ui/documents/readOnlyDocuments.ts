import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { isCancellation } from '../prompts/cancelled';
import { onDidChangeHiding, shownText } from '../../shared/privacy/hiddenValues';
import { wordsOf } from '../../shared/privacy/words';
import { documentParts, documentPath, documentScheme } from './documentSource';
import type { DocumentAction, DocumentSource, ReadOnlyDocument } from './documentSource';
import type { Failures } from '../failures/failures';
import { fileOfTab, filesInTabs } from './filesInTabs';

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

/** How many closed documents are remembered. */
const remembered = 20;
/** How long to wait for VS Code to show the new text of an open document. */
const redrawn = 2000;
/** Milliseconds during which a document is not read again when its tab is activated. */
const freshFor = 15_000;

/** Read-only documents: details, results, requests. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #documents = new Map<string, ShownDocument>();
  /** By the folder below the connection. */
  readonly #sources = new Map<string, DocumentSource>();
  readonly #readings = new Map<string, Reading>();
  /** Closed documents, the oldest first. The event for the close may arrive after the document is opened again. */
  readonly #closed = new Set<string>();
  /** To be rendered again from their last content. */
  readonly #redrawn = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(private readonly failures: Pick<Failures, 'explain'>) {
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri.toString())),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.scheme === documentScheme) void this.#lookAgain(editor.document.uri);
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const file of closed.map(fileOfTab)) if (file) this.#leave(file);
      }),
      new vscode.Disposable(onDidChangeHiding(() => this.#redraw())),
      this.#changed,
    );
  }

  /** Registers the source for documents in this folder below a connection. */
  addSource(folder: string, source: DocumentSource): vscode.Disposable {
    this.#sources.set(folder, source);
    return new vscode.Disposable(() => this.#sources.delete(folder));
  }

  /**
   * Creates the document or updates its text if it is open. The first segment of the path is the connection;
   * the last one is the title of the tab, whose extension sets the language.
   */
  put(path: readonly string[], text: string, actions: readonly DocumentAction[] = []): vscode.Uri {
    const uri = documentUri(path);
    this.#keep(uri, { text, actions, readAt: Infinity });
    this.#changed.fire(uri);
    return uri;
  }

  /** Resolves when the text is visible. */
  async show(path: readonly string[], text: string, actions: readonly DocumentAction[] = []): Promise<void> {
    await this.#showText(this.put(path, text, actions));
  }

  /**
   * Opens a document of a source with its current content. Resolves when the content, or the reason of a
   * failure, is visible.
   */
  async open(path: readonly string[]): Promise<void> {
    await this.renew(path);
    await this.#showText(documentUri(path));
  }

  isOpen(path: readonly string[]): boolean {
    const uri = documentUri(path).toString();
    return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
  }

  /** Reads an open document again. */
  async renew(path: readonly string[]): Promise<void> {
    if (this.isOpen(path)) await this.#renew(documentUri(path));
  }

  /** Retries failed documents, for example after the key or the connection has changed. */
  renewFailed(): void {
    for (const uri of filesInTabs(documentScheme)) {
      if (this.#documents.get(uri.toString())?.failed) void this.#renew(uri);
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const shown = this.#documents.get(uri.toString());
    const isRedrawn = this.#redrawn.delete(uri.toString());
    const document = isRedrawn || isFresh(shown) ? shown : await this.#read(uri);
    // A tab can be reopened after its content was discarded.
    return textOf(document) ?? t('This document is no longer available. Open it again.');
  }

  /** The actions of an open document; copying is always available. */
  actionsOf(uri: vscode.Uri): readonly DocumentAction[] {
    const document = this.#documents.get(uri.toString());
    if (document === undefined) return [];
    return [...document.actions, copyAction(t('Copy All'), () => wordsOf(document.text))];
  }

  dispose(): void {
    for (const { abort } of this.#readings.values()) abort.abort();
    this.#registrations.dispose();
  }

  async #showText(uri: vscode.Uri): Promise<void> {
    const { document } = await vscode.window.showTextDocument(uri, { preview: true });
    await untilItReads(document, () => textOf(this.#documents.get(uri.toString())));
  }

  #redraw(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme !== documentScheme || !this.#documents.has(uri.toString())) continue;
      this.#redrawn.add(uri.toString());
      this.#changed.fire(uri);
    }
  }

  /** Concurrent reads share one request. */
  async #read(uri: vscode.Uri): Promise<ShownDocument | undefined> {
    return this.#readings.get(uri.toString())?.document ?? this.#readAgain(uri);
  }

  /** A read that is in progress may miss a recent change, so its callers get this result instead. */
  async #readAgain(uri: vscode.Uri): Promise<ShownDocument | undefined> {
    const [, folder = ''] = documentParts(uri.path);
    const source = this.#sources.get(folder);
    if (source === undefined) return undefined;
    this.#readings.get(uri.toString())?.abort.abort();
    const abort = new AbortController();
    const document = this.#ask(uri, source, abort.signal);
    this.#readings.set(uri.toString(), { abort, document });
    return document;
  }

  async #ask(
    uri: vscode.Uri,
    source: DocumentSource,
    signal: AbortSignal,
  ): Promise<ShownDocument | undefined> {
    const key = uri.toString();
    try {
      const read = await source(uri.path, signal);
      signal.throwIfAborted();
      return read && this.#keep(uri, { ...read, readAt: Date.now() });
    } catch (error) {
      if (!signal.aborted && !isCancellation(error)) return this.#keep(uri, this.#failedDocument(uri, error));
      const newer = this.#readings.get(key);
      if (newer && newer.abort.signal !== signal) return await newer.document;
      return this.#documents.get(key);
    } finally {
      // Another read may have started.
      if (this.#readings.get(key)?.abort.signal === signal) this.#readings.delete(key);
    }
  }

  /** Shows the failure above the previous content. */
  #failedDocument(uri: vscode.Uri, error: unknown): ShownDocument {
    const { sentence, actions } = this.failures.explain(error, { retry: async () => this.#renew(uri) });
    const last = this.#documents.get(uri.toString());
    const before = last?.failed === undefined ? last : last.failed.before;
    const rest = before === undefined ? [''] : ['', t('Previously read:'), '', wordsOf(before.text)];
    return {
      // One line per sentence, so that the next step is not cut off.
      text: [...sentence.split(/(?<=[.!?]) /), ...rest].join('\n'),
      actions: [...actions, ...(before?.actions ?? [])],
      readAt: Date.now(),
      failed: { before },
    };
  }

  #keep(uri: vscode.Uri, document: ShownDocument): ShownDocument {
    this.#documents.set(uri.toString(), document);
    this.#closed.delete(uri.toString());
    return document;
  }

  async #renew(uri: vscode.Uri): Promise<void> {
    if ((await this.#readAgain(uri)) !== undefined) this.#changed.fire(uri);
  }

  async #lookAgain(uri: vscode.Uri): Promise<void> {
    if (isFresh(this.#documents.get(uri.toString()))) return;
    if ((await this.#read(uri)) !== undefined) this.#changed.fire(uri);
  }

  /** Opening it again must show the current content. */
  #leave(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#readings.get(key)?.abort.abort();
    this.#readings.delete(key);
    const document = this.#documents.get(key);
    if (document !== undefined && document.readAt !== Infinity) {
      this.#documents.set(key, { ...document, readAt: 0 });
    }
  }

  #forget(key: string): void {
    if (!this.#documents.has(key)) return;
    this.#closed.delete(key);
    this.#closed.add(key);
    const [oldest] = this.#closed;
    if (this.#closed.size <= remembered || oldest === undefined) return;
    this.#closed.delete(oldest);
    this.#documents.delete(oldest);
  }
}

/** The URI of a read-only document. */
export function documentUri(path: readonly string[]): vscode.Uri {
  return vscode.Uri.from({ scheme: documentScheme, path: documentPath(path) });
}

function isFresh(document: ShownDocument | undefined): boolean {
  return document !== undefined && Date.now() - document.readAt < freshFor;
}

function textOf(document: ReadOnlyDocument | undefined): string | undefined {
  return document && shownText(wordsOf(document.text));
}

/** VS Code keeps a document for a while after its tab is closed, and updates its text with a delay. */
async function untilItReads(document: vscode.TextDocument, text: () => string | undefined): Promise<void> {
  const isThere = (): boolean => document.getText() === text();
  if (isThere()) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const listening = vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document === document && isThere()) done();
    });
    const timer = setTimeout(done, redrawn);
  });
}

/** An action that copies text to the clipboard. */
export function copyAction(label: string, text: () => string): DocumentAction {
  return {
    label,
    run: async () => {
      await vscode.env.clipboard.writeText(shownText(text()));
    },
  };
}
