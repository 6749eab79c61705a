import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { isCancellation } from '../prompts/cancelled';
import { onDidChangeHiding, shownText } from '../../shared/privacy/hiddenValues';
import { wordsOf } from '../../shared/privacy/words';
import { documentParts, documentPath, documentScheme } from './documentPath';
import type { DocumentAction, DocumentSource, ReadOnlyDocument } from './documentSource';
import type { Failures } from '../failures/failures';
import { fileOfTab, filesInTabs } from './filesInTabs';

interface ShownDocument extends ReadOnlyDocument {
  /** Milliseconds; content that was set directly never expires. */
  readonly readAt: number;
  /** Where it could not be read: undefined if it never could be, else what was read before. */
  readonly failed?: { readonly before: ReadOnlyDocument | undefined };
}

interface Reading {
  readonly document: Promise<ShownDocument | undefined>;
  readonly abort: AbortController;
}

/** How many documents are remembered after they were closed. */
const remembered = 20;
/** How long a document that is open already may take to show its new text. */
const redrawn = 2000;
/** What was read less long ago is not read again when its tab comes to the front. */
const freshFor = 15_000;

/** Documents that are only there to be read: details, results, requests. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #documents = new Map<string, ShownDocument>();
  /** By the folder below the connection. */
  readonly #sources = new Map<string, DocumentSource>();
  readonly #readings = new Map<string, Reading>();
  /** Closed ones, longest ago first. Opening one again may overtake the news that it was closed. */
  readonly #closed = new Set<string>();
  /** To be shown in another way at once, as they were read. */
  readonly #redrawn = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(private readonly failures: Pick<Failures, 'explain'>) {
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#forget(uri.toString());
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.scheme === documentScheme) void this.#lookAgain(editor.document.uri);
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const file of closed.map(fileOfTab)) if (file) this.#leave(file);
      }),
      new vscode.Disposable(
        onDidChangeHiding(() => {
          this.#redraw();
        }),
      ),
      this.#changed,
    );
  }

  /** Documents in this folder below a connection are read by the source from now on. */
  addSource(folder: string, source: DocumentSource): vscode.Disposable {
    this.#sources.set(folder, source);
    return new vscode.Disposable(() => this.#sources.delete(folder));
  }

  /**
   * Makes the document, or gives it its new text where it is open. The first part of the path is the connection,
   * the last one is what the tab is called and tells the language by its extension.
   */
  put(path: readonly string[], text: string, actions: readonly DocumentAction[] = []): vscode.Uri {
    const uri = documentUri(path);
    this.#keep(uri, { text, actions, readAt: Infinity });
    this.#changed.fire(uri);
    return uri;
  }

  /** Resolves when the text can be read. */
  async show(path: readonly string[], text: string, actions: readonly DocumentAction[] = []): Promise<void> {
    await this.#showText(this.put(path, text, actions));
  }

  /** Opens what a source reads, as it is now. Resolves when it can be read, or why it cannot. */
  async open(path: readonly string[]): Promise<void> {
    await this.renew(path);
    await this.#showText(documentUri(path));
  }

  isOpen(path: readonly string[]): boolean {
    const uri = documentUri(path).toString();
    return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
  }

  /** Reads what an open document shows again. */
  async renew(path: readonly string[]): Promise<void> {
    if (this.isOpen(path)) await this.#renew(documentUri(path));
  }

  /** There may be another key, or another connection of the name: what could not be read is tried again. */
  renewFailed(): void {
    for (const uri of filesInTabs(documentScheme)) {
      if (this.#documents.get(uri.toString())?.failed) void this.#renew(uri);
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const shown = this.#documents.get(uri.toString());
    const isRedrawn = this.#redrawn.delete(uri.toString());
    const document = isRedrawn || isFresh(shown) ? shown : await this.#read(uri);
    // A tab can be opened again after what it showed is forgotten.
    return textOf(document) ?? t('This document is no longer available. Open it again.');
  }

  /** What can be done with an open document; copying all of it always can. */
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

  /** Two who want the same document at once wait for the same answer. */
  async #read(uri: vscode.Uri): Promise<ShownDocument | undefined> {
    return this.#readings.get(uri.toString())?.document ?? this.#readAgain(uri);
  }

  /** An answer that was asked for earlier may be older than a change; who waits for it gets this one instead. */
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
    try {
      const read = await source(uri.path, signal);
      signal.throwIfAborted();
      return read && this.#keep(uri, { ...read, readAt: Date.now() });
    } catch (error) {
      if (!signal.aborted && !isCancellation(error)) return this.#keep(uri, this.#failedDocument(uri, error));
      const newer = this.#readings.get(uri.toString());
      if (newer && newer.abort.signal !== signal) return await newer.document;
      return this.#documents.get(uri.toString());
    } finally {
      this.#stopReading(uri, signal);
    }
  }

  /** Unless another read has started since then. */
  #stopReading(uri: vscode.Uri, signal: AbortSignal): void {
    const key = uri.toString();
    if (this.#readings.get(key)?.abort.signal === signal) this.#readings.delete(key);
  }

  /** What was read before stays below the reason why it could not be read now. */
  #failedDocument(uri: vscode.Uri, error: unknown): ShownDocument {
    const { sentence, actions } = this.failures.explain(error, { retry: async () => this.#renew(uri) });
    const last = this.#documents.get(uri.toString());
    const before = last?.failed === undefined ? last : last.failed.before;
    const rest = before === undefined ? [''] : ['', t('Previously read:'), '', wordsOf(before.text)];
    return {
      // A line for each sentence: what to do next is not to be beyond the edge.
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

/** Where VS Code finds a document that is only there to be read. */
export function documentUri(path: readonly string[]): vscode.Uri {
  return vscode.Uri.from({ scheme: documentScheme, path: documentPath(path) });
}

function isFresh(document: ShownDocument | undefined): boolean {
  return document !== undefined && Date.now() - document.readAt < freshFor;
}

function textOf(document: ReadOnlyDocument | undefined): string | undefined {
  return document && shownText(wordsOf(document.text));
}

/** VS Code keeps a document for a while after its tab was closed, and gives it its new text a little later. */
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

/** Puts a text into the clipboard when it is chosen. */
export function copyAction(label: string, text: () => string): DocumentAction {
  return {
    label,
    run: async () => {
      await vscode.env.clipboard.writeText(shownText(text()));
    },
  };
}
