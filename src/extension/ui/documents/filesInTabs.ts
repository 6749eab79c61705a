import * as vscode from 'vscode';

/**
 * The files of this scheme with an open tab. VS Code keeps documents for minutes after their tabs are closed;
 * no requests should be made for those.
 */
export function filesInTabs(scheme: string): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap((tab) => fileOfTab(tab) ?? []).filter((file) => file.scheme === scheme);
}

/** Of closed tabs, the files of this scheme that now have none: a file can have a tab in each group. */
export function filesWithoutTabs(closed: readonly vscode.Tab[], scheme: string): readonly vscode.Uri[] {
  const open = new Set(filesInTabs(scheme).map(String));
  const files = closed.flatMap((tab) => fileOfTab(tab) ?? []);
  return files.filter((file) => file.scheme === scheme && !open.has(String(file)));
}

/**
 * The file of the active tab. Unlike the active text editor, it is known while a diff editor opens, and the
 * same on both of its sides.
 */
export function fileInFront(): vscode.Uri | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab && fileOfTab(activeTab);
}

/**
 * The document of the active editor, if a command has no arguments. VS Code passes `undefined` for a row that it is
 * reading again: such a command was not called on the editor.
 */
export function documentInFront(args: readonly unknown[]): vscode.TextDocument | undefined {
  return args.length === 0 ? vscode.window.activeTextEditor?.document : undefined;
}

/** The file of a tab; in a diff editor, the editable side. */
export function fileOfTab({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
