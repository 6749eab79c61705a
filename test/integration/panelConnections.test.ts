import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PanelConnections } from '../../src/extension/ui/panels/panelConnections';
import { eventually } from '../support/eventually';
import { closeAllTabs } from './support/closeAllTabs';
import { inNewest as test } from './support/vscodes';

describe('The connection of the active panel', () => {
  afterEach(closeAllTabs);

  const open = (
    connections: PanelConnections,
    name: string,
    column: vscode.ViewColumn,
  ): vscode.WebviewPanel => {
    const panel = vscode.window.createWebviewPanel('logbench.test', name, column);
    connections.add(panel);
    connections.set(panel, name);
    return panel;
  };

  test('is that of the active tab, not of a hidden panel, of another column, or while a text is active', async () => {
    const connections = new PanelConnections();
    let changes = 0;
    connections.onDidChange(() => (changes += 1));
    const first = open(connections, 'A', vscode.ViewColumn.One);
    assert.equal(changes, 1);
    await eventually(() => connections.inFront() === 'A');
    const second = open(connections, 'B', vscode.ViewColumn.One);
    await eventually(() => connections.inFront() === 'B' && !first.visible);
    open(connections, 'C', vscode.ViewColumn.Two);
    await eventually(() => connections.inFront() === 'C');
    assert.equal(second.visible, true);
    second.reveal();
    await eventually(() => connections.inFront() === 'B');
    connections.set(second, 'D');
    assert.equal(connections.inFront(), 'D');

    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }), {
      viewColumn: vscode.ViewColumn.Two,
    });
    await eventually(() => connections.inFront() === undefined);
    first.dispose();
    second.reveal();
    changes = 0;
    await eventually(() => connections.inFront() === 'D');
    assert.ok(changes > 0);
    connections.dispose();
  });
});
