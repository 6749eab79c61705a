import * as vscode from 'vscode';
import { isQueryRefusal } from '../../api/errors';
import { documentsOf } from './openDocuments';
import type { QueryTarget } from './queryTarget';

/** Shows in Problems, at its place, why the platform refused a text; until the text changes. */
export class RefusedTexts implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('logbench.publish');
  readonly #listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    this.#problems.delete(document.uri);
  });

  dispose(): void {
    this.#listening.dispose();
    this.#problems.dispose();
  }

  /** Does the work and lets its failure through, after having shown it where it belongs. */
  async showFor<Result>(target: QueryTarget, work: () => Promise<Result>): Promise<Result> {
    const documents = documentsOf(target.address);
    for (const { uri } of documents) this.#problems.delete(uri);
    try {
      return await work();
    } catch (error) {
      await this.#show(error, documents);
      throw error;
    }
  }

  async #show(error: unknown, documents: readonly vscode.TextDocument[]): Promise<void> {
    if (!isQueryRefusal(error)) return;
    // The parser comes with it, which nobody needs before a text was refused.
    const { placeOfRefusal } = await import('../../language/services/refusedPlace');
    for (const document of documents) {
      const { from, to, code, message } = placeOfRefusal(error.message, document.getText());
      const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
      const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
      problem.source = 'Logbench';
      if (code !== undefined) problem.code = code;
      this.#problems.set(document.uri, [problem]);
    }
  }
}
