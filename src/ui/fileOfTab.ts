import * as vscode from 'vscode';

/** The file that a tab shows; of a comparison, the side that can be edited. */
export function fileOfTab({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
