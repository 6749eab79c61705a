import * as vscode from 'vscode';

/**
 * The column of the editor group below the active one, created if needed. VS Code can create it only by
 * moving the focus, which is moved back.
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
