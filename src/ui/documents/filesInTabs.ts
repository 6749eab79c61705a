import * as vscode from 'vscode';

/**
 * The files of this scheme that a person has open. VS Code keeps documents for minutes after their tabs were closed,
 * and no service is to be asked about those.
 */
export function filesInTabs(scheme: string): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap((tab) => fileOfTab(tab) ?? []).filter((file) => file.scheme === scheme);
}

/** The file that a tab shows; of a comparison, the side that can be edited. */
export function fileOfTab({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
