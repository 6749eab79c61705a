import * as vscode from 'vscode';

const scheme = 'logbench-document';

/** Documents that are only there to be read: details, results, requests. Each lives until its tab is closed. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
      this.#changed,
    );
  }

  /**
   * Makes the document, or gives it its new text where it is open. The last part of the path is the tab's
   * name and tells the language by its extension.
   */
  put(path: readonly string[], text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${path.join('/')}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  async show(path: readonly string[], text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(path, text));
    await vscode.window.showTextDocument(document, { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#registrations.dispose();
  }
}
