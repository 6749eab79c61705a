import type * as vscode from 'vscode';

/** Remembers where the cursor is. The result tells later whether it is still there, in the same text. */
export function cursorAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): (editor: vscode.TextEditor | undefined) => boolean {
  const { version } = document;
  return (editor) =>
    editor?.document === document &&
    document.version === version &&
    editor.selection.isEmpty &&
    editor.selection.active.isEqual(position);
}
