import * as vscode from 'vscode';
import { t } from '../shared/localize';
import { documentPath, documentScheme } from './documentPath';

/** Something to do with what a document shows; see `registerDocumentActions`. */
export interface DocumentAction {
  readonly label: string;
  readonly run: () => Promise<void>;
}

interface ReadOnlyDocument {
  readonly text: string;
  readonly actions: readonly DocumentAction[];
}

/** How many documents are remembered after they were closed. */
const remembered = 20;
/** How long a document that is open already may take to show its new text. */
const redrawn = 2000;

/** Documents that are only there to be read: details, results, requests. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #documents = new Map<string, ReadOnlyDocument>();
  /** Closed ones, longest ago first. Opening one again may overtake the news that it was closed. */
  readonly #closed = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#forget(uri.toString());
      }),
      this.#changed,
    );
  }

  /**
   * Makes the document, or gives it its new text where it is open. The first part of the path is the connection,
   * the last one is what the tab is called and tells the language by its extension.
   */
  put(path: readonly string[], text: string, actions: readonly DocumentAction[] = []): vscode.Uri {
    const uri = this.uriOf(path);
    this.#documents.set(uri.toString(), { text, actions });
    this.#closed.delete(uri.toString());
    this.#changed.fire(uri);
    return uri;
  }

  uriOf(path: readonly string[]): vscode.Uri {
    return vscode.Uri.from({ scheme: documentScheme, path: documentPath(path) });
  }

  /** Resolves when the text can be read. */
  async show(path: readonly string[], text: string, actions: readonly DocumentAction[] = []): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(path, text, actions));
    await vscode.window.showTextDocument(document, { preview: true });
    await untilItReads(document, text);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    // Tabs outlive a reload of the window, what they showed does not.
    return this.#documents.get(uri.toString())?.text ?? t('This was there only to be read. Open it again.');
  }

  /** What can be done with an open document; copying all of it always can. */
  actionsOf(uri: vscode.Uri): readonly DocumentAction[] {
    const document = this.#documents.get(uri.toString());
    if (document === undefined) return [];
    return [...document.actions, copyAction(t('Copy All'), () => document.text)];
  }

  dispose(): void {
    this.#registrations.dispose();
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

/** VS Code keeps a document for a while after its tab was closed, and gives it its new text a little later. */
async function untilItReads(document: vscode.TextDocument, text: string): Promise<void> {
  if (document.getText() === text) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const listening = vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document === document && document.getText() === text) done();
    });
    const timer = setTimeout(done, redrawn);
  });
}

/** Puts a text into the clipboard when it is chosen. */
export function copyAction(label: string, text: () => string): DocumentAction {
  return {
    label,
    run: async () => {
      await vscode.env.clipboard.writeText(text());
    },
  };
}
