import * as vscode from 'vscode';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Converts offsets to editor positions. */
export function rangeOf(document: vscode.TextDocument, { from, to }: Stretch): vscode.Range {
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}

export function toTextEdits(
  document: vscode.TextDocument,
  edits: readonly (Stretch & { readonly newText: string })[],
): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(rangeOf(document, edit), edit.newText));
}
