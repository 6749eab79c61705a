import * as vscode from 'vscode';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { RuleDiagnostics } from './ruleDiagnostics';
import type { SigmaDeps } from './sigmaDeps';
import { isMappingPath, isSigmaText } from './sigmaText';

/** Milliseconds; long enough to type a word, short enough to seem immediate. */
const pause = 150;

/**
 * Shows diagnostics of rules. The platform is requested when a rule is opened, saved or assigned to another
 * connection, not while typing.
 */
export function startDiagnostics(
  deps: Pick<SigmaDeps, 'platforms' | 'connections'>,
  load: () => Promise<RuleDiagnostics>,
): vscode.Disposable {
  const looks = new Looks(load);
  const lookAtAll = (): void => {
    for (const document of vscode.workspace.textDocuments) looks.schedule(document, 0, true);
  };
  lookAtAll();
  return vscode.Disposable.from(
    looks,
    deps.platforms.onDidChange((change) => {
      if (change !== 'connections') return;
      looks.askAgain();
      lookAtAll();
    }),
    deps.connections.onDidChange(lookAtAll),
    vscode.workspace.onDidOpenTextDocument((document) => looks.schedule(document, 0, true)),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (isMappingPath(document.uri.path)) lookAtAll();
      else looks.schedule(document, 0, true);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) looks.schedule(document, pause, false);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => looks.forget(document)),
  );
}

/** One check per document at a time; a newer one cancels it. */
class Looks implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('logbench.sigma');
  readonly #running = new Map<string, AbortController>();
  #rules: Promise<RuleDiagnostics> | undefined;

  constructor(private readonly load: () => Promise<RuleDiagnostics>) {}

  schedule(document: vscode.TextDocument, after: number, asks: boolean): void {
    if (!concerns(document)) {
      this.forget(document);
      return;
    }
    const { signal } = this.#begin(document);
    const timer = setTimeout(() => void this.#look(document, asks, signal), after);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  forget({ uri }: vscode.TextDocument): void {
    this.#running.get(uri.toString())?.abort();
    this.#running.delete(uri.toString());
    this.#problems.delete(uri);
  }

  askAgain(): void {
    void this.#rules?.then((rules) => rules.forget());
  }

  dispose(): void {
    for (const look of this.#running.values()) look.abort();
    this.#problems.dispose();
  }

  #begin({ uri }: vscode.TextDocument): AbortController {
    this.#running.get(uri.toString())?.abort();
    const abort = new AbortController();
    this.#running.set(uri.toString(), abort);
    return abort;
  }

  async #look(document: vscode.TextDocument, asks: boolean, signal: AbortSignal): Promise<void> {
    try {
      this.#rules ??= this.load();
      const rules = await this.#rules;
      const own = await rules.ofText(document);
      signal.throwIfAborted();
      this.#problems.set(document.uri, own);
      const missing = asks ? await rules.ofPlatform(document) : [];
      signal.throwIfAborted();
      if (missing.length > 0) this.#problems.set(document.uri, [...own, ...missing]);
    } catch (error) {
      // A canceled check is not a failure.
      if (!isCancellation(error)) throw error;
    }
  }
}

function concerns(document: vscode.TextDocument): boolean {
  const isYaml = document.languageId === 'yaml' || /\.ya?ml$/i.test(document.uri.path);
  return isYaml && (isMappingPath(document.uri.path) || isSigmaText(document.getText()));
}
