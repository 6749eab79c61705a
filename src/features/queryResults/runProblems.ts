import * as vscode from 'vscode';
import { placeOfRefusal } from '../../language/services/refusedPlace';
import type { RunnableText } from './queryText';

/** Shows in Problems, at its place, why the service did not run a text; until the text changes. */
export class RunProblems implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('logbench.run');
  readonly #listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    this.#problems.delete(document.uri);
  });

  dispose(): void {
    this.#listening.dispose();
    this.#problems.dispose();
  }

  clear(uri: vscode.Uri): void {
    this.#problems.delete(uri);
  }

  show(document: vscode.TextDocument, { text, from }: RunnableText, reason: string): void {
    const place = placeOfRefusal(reason, text);
    const range = new vscode.Range(
      document.positionAt(from + place.from),
      document.positionAt(from + place.to),
    );
    const problem = new vscode.Diagnostic(range, place.message, vscode.DiagnosticSeverity.Error);
    problem.source = 'Logbench';
    if (place.code !== undefined) problem.code = place.code;
    this.#problems.set(document.uri, [problem]);
  }
}
