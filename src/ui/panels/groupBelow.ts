import * as vscode from 'vscode';

/**
 * The column of the editor group below the active one, which is opened where there is none. The focus goes back to
 * where it was: VS Code can open such a group only by moving there.
 */
export async function openGroupBelow(): Promise<vscode.ViewColumn | undefined> {
  const { tabGroups } = vscode.window;
  const before = tabGroups.activeTabGroup;
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  await vscode.commands.executeCommand('workbench.action.focusBelowGroup');
  if (tabGroups.activeTabGroup.viewColumn === before.viewColumn) {
    await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  }
  const below = tabGroups.activeTabGroup.viewColumn;
  await vscode.window.showTextDocument(editor.document, before.viewColumn);
  return below;
}
