import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openGroupBelow } from '../../src/extension/features/queryResults/resultsPanels';
import { closeAllTabs } from './support/closeAllTabs';
import { inNewest as test } from './support/vscodes';

describe('The editor group below', () => {
  beforeEach(closeAllTabs);
  afterEach(closeAllTabs);

  test('is opened once, and the editor keeps the focus', async () => {
    const { tabGroups } = vscode.window;
    const document = await vscode.workspace.openTextDocument({ content: 'above' });
    const { viewColumn } = await vscode.window.showTextDocument(document, { preview: false });
    const below = await openGroupBelow();
    assert.ok(below !== undefined && below !== viewColumn);
    const groups = tabGroups.all.length;
    const inFront = (): readonly unknown[] => {
      const editor = vscode.window.activeTextEditor;
      return [editor?.document, editor?.viewColumn, tabGroups.activeTabGroup.viewColumn];
    };
    assert.deepEqual(inFront(), [document, viewColumn, viewColumn]);
    // A group without tabs is closed when it loses the focus, unless something is in it.
    await vscode.window.showTextDocument(document, { viewColumn: below, preview: false });
    await vscode.window.showTextDocument(document, viewColumn);
    assert.equal(await openGroupBelow(), below);
    assert.deepEqual([inFront(), tabGroups.all.length], [[document, viewColumn, viewColumn], groups]);
  });

  test('is not opened if no editor has the focus', async () => {
    assert.equal(await openGroupBelow(), undefined);
    assert.equal(vscode.window.tabGroups.all.length, 1);
  });
});
