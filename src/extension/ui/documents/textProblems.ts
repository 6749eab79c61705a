import * as vscode from 'vscode';
import { plainText } from '../../../core/privacy/plainText';

export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly code: number | undefined;
  readonly message: string;
}

/** Shows errors that the platform found in a text as diagnostics, until the text changes. */
export class TextProblems implements vscode.Disposable {
  readonly #problems: vscode.DiagnosticCollection;
  readonly #listening = vscode.workspace.onDidChangeTextDocument(({ document }) => this.clear(document.uri));

  constructor(name: string) {
    this.#problems = vscode.languages.createDiagnosticCollection(name);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#problems.dispose();
  }

  clear(uri: vscode.Uri): void {
    // Deleting is sent to the window even if there is nothing to delete, and this runs for each key in every editor.
    if (this.#problems.has(uri)) this.#problems.delete(uri);
  }

  show(document: vscode.TextDocument, { from, to, code, message }: TextProblem): void {
    const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
    const problem = problemAt(range, message, code);
    if (!isShown(problem, document)) this.#problems.set(document.uri, [problem]);
  }
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
} as const;

export function problemAt(
  range: vscode.Range,
  message: string,
  code?: string | number,
  severity: keyof typeof severities = 'error',
): vscode.Diagnostic {
  const problem = new vscode.Diagnostic(range, plainText(message), severities[severity]);
  problem.source = 'Logbench';
  if (code !== undefined) problem.code = code;
  return problem;
}

/** The editor may already show the same error, which must not appear twice. */
function isShown({ code, range }: vscode.Diagnostic, { uri }: vscode.TextDocument): boolean {
  return vscode.languages
    .getDiagnostics(uri)
    .some((other) => other.code === code && other.range.isEqual(range));
}
