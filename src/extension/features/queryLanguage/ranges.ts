import * as vscode from 'vscode';
import type { FileProblem } from '../../../core/project/fileProblem';
import type { Located } from '../../../core/language/expression';
import type { Fixable } from '../../../core/language/problem';
import type { Information } from '../../../core/language/services/diagnostics';
import type { TextEdit } from '../../../core/language/textEdit';
import { problemAt } from '../../ui/documents/textProblems';

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
  { message, severity, code, ...range }: Fixable | FileProblem | Information,
): vscode.Diagnostic {
  return problemAt(rangeOf(document, range), message, code, severity);
}
