import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../support/eventually';

/** Closes whatever a test has opened. A tab that stays is in the way of each test after it, so it is told at once. */
export async function closeAllTabs(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await eventually(
    () => {
      assert.deepEqual(openTabs(), []);
      return true;
    },
    { within: 10_000 },
  );
}

function openTabs(): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .map(({ label, isDirty }) => (isDirty ? `${label}, not saved` : label));
}
