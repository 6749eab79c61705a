import type * as vscode from 'vscode';

/** Returns the problems of a document step by step; each list replaces the one before. */
export type Check = () => AsyncIterable<readonly vscode.Diagnostic[]>;

/** Checks documents after a pause: one check per document at a time; a newer one cancels it. */
export class LatestChecks implements vscode.Disposable {
  readonly #latest = new Map<string, AbortController>();
  /** URIs with problems: VS Code is called about others for nothing, which every key in any file would do. */
  readonly #shown = new Set<string>();

  /** The owner of the problems disposes of them. */
  constructor(private readonly problems: Pick<vscode.DiagnosticCollection, 'set' | 'delete'>) {}

  schedule(uri: vscode.Uri, pause: number, check: Check): void {
    this.#cancel(uri);
    const abort = new AbortController();
    this.#latest.set(uri.toString(), abort);
    const { signal } = abort;
    const timer = setTimeout(() => void this.#run(uri, check, signal), pause);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** For a document that is closed or no longer checked. */
  forget(uri: vscode.Uri): void {
    this.#cancel(uri);
    if (this.#shown.delete(uri.toString())) this.problems.delete(uri);
  }

  dispose(): void {
    for (const check of this.#latest.values()) check.abort();
  }

  #cancel(uri: vscode.Uri): void {
    this.#latest.get(uri.toString())?.abort();
    this.#latest.delete(uri.toString());
  }

  async #run(uri: vscode.Uri, check: Check, signal: AbortSignal): Promise<void> {
    for await (const found of check()) {
      if (signal.aborted) return;
      this.#show(uri, found);
    }
  }

  #show(uri: vscode.Uri, found: readonly vscode.Diagnostic[]): void {
    if (found.length > 0) this.#shown.add(uri.toString());
    else if (!this.#shown.delete(uri.toString())) return;
    this.problems.set(uri, found);
  }
}
