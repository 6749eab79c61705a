import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../support/eventually';

/** Closes whatever a test has opened. A tab that stays is in the way of each test after it, so it is reported at once. */
export async function closeAllTabs(): Promise<void> {
  await emptyNewDocuments();
  await revertUnsaved();
  await eventually(
    async () => {
      // Again if one has opened meanwhile: what a test began may still show its editor.
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      assert.deepEqual([...openTabs(), ...shownTexts()], []);
      return true;
    },
    { within: 10_000 },
  );
}

/** VS Code asks before it closes a new document with a text, and after a while shows one that has no tab. */
async function emptyNewDocuments(): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, isUntitled, isDirty, lineCount } of vscode.workspace.textDocuments) {
    if (isUntitled && isDirty) edit.delete(uri, new vscode.Range(0, 0, lineCount, 0));
  }
  if (edit.size > 0) await vscode.workspace.applyEdit(edit);
}

/** A failed test may leave an unsaved text, and VS Code shows no question in tests: the next try would fail too. */
async function revertUnsaved(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  if (!tabs.some(({ isDirty }) => isDirty)) return;
  for (const _ of tabs) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}

/** What the extension acts on as the text in front of the user. */
function shownTexts(): readonly string[] {
  return vscode.window.visibleTextEditors
    .filter(({ document }) => document.uri.scheme.startsWith('logbench'))
    .map(({ document }) => `the text of ${document.uri.path}`);
}

function openTabs(): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .map(({ label, isDirty }) => (isDirty ? `${label}, not saved` : label));
}
