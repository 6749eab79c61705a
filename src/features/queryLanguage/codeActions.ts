import * as vscode from 'vscode';
import type { Located } from '../../language/expression';
import type { ParsedQuery } from '../../language/parseQuery';
import { quickFixes } from '../../language/services/quickFixes';
import { toDiagnostic } from './diagnostic';
import { toTextEdits } from './places';

export function codeActionsFor(
  document: vscode.TextDocument,
  parsed: ParsedQuery,
  range: Located,
): vscode.CodeAction[] {
  const fixes = quickFixes(parsed, range);
  return fixes.map(({ title, problem, edits }) => {
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.diagnostics = [toDiagnostic(document, problem)];
    action.edit = new vscode.WorkspaceEdit();
    action.edit.set(document.uri, toTextEdits(document, edits));
    action.isPreferred = fixes.length === 1;
    return action;
  });
}
