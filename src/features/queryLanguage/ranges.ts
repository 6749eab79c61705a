import * as vscode from 'vscode';
import type { FileProblem } from '../../code/fileProblem';
import type { Located } from '../../language/expression';
import type { Fixable } from '../../language/problem';
import type { TextEdit } from '../../language/textEdit';
import { plainText } from '../../shared/plainText';

/** Converts offsets to editor positions. */
export function rangeOf(document: vscode.TextDocument, { from, to }: Located): vscode.Range {
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}

export function toTextEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(rangeOf(document, edit), edit.newText));
}

/** A diagnostic with the error code of the platform. */
export function toDiagnostic(
  document: vscode.TextDocument,
  { message, severity, code, ...range }: Fixable | FileProblem,
): vscode.Diagnostic {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  const shown = severity === 'error' ? Error : Warning;
  const diagnostic = new vscode.Diagnostic(rangeOf(document, range), plainText(message), shown);
  diagnostic.source = 'Logbench';
  diagnostic.code = code;
  return diagnostic;
}
