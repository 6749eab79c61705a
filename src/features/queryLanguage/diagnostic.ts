import * as vscode from 'vscode';
import type { FileProblem } from '../../code/fileProblem';
import type { Problem } from '../../language/problem';
import { readableText } from '../../shared/plainText';
import { rangeOf } from './places';

/** A diagnostic with the error code of the platform. */
export function toDiagnostic(
  document: vscode.TextDocument,
  problem: Problem | FileProblem,
): vscode.Diagnostic {
  const { DiagnosticSeverity } = vscode;
  const severity = problem.severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
  const diagnostic = new vscode.Diagnostic(
    rangeOf(document, problem),
    readableText(problem.message),
    severity,
  );
  diagnostic.source = 'Logbench';
  diagnostic.code = problem.code;
  return diagnostic;
}
