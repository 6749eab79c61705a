import * as vscode from 'vscode';
import type { Connection } from '../../ui/connection';
import type { DocumentConnections } from '../../ui/documentConnections';
import { ConnectionNode } from '../../ui/explorerNode';
import { plainText } from '../../shared/plainText';
import type { PanelConnections } from '../../ui/panelConnections';
import type { ConnectedPlatforms } from './connectedPlatforms';
import { connectionInFront } from './connectionInFront';
import { statusText } from './statusText';

const second = 1000;

/** The status bar item: which connection the active editor belongs to, and whether it is locked. */
export function showConnectionStatus(
  platforms: ConnectedPlatforms,
  documents: DocumentConnections,
  panels: PanelConnections,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('logbench.connection', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Logbench';
  let clock: NodeJS.Timeout | undefined;
  const draw = (): void => {
    clearTimeout(clock);
    const connection = shownConnection(platforms, documents, panels);
    if (connection === undefined) {
      item.hide();
      return;
    }
    const remaining = platforms.locks.remaining(connection);
    drawItem(item, connection, platforms.isLocked(connection), remaining);
    // Ticks only while there is a countdown to show.
    if (remaining > 0) clock = setTimeout(draw, remaining % second || second);
  };
  draw();
  return vscode.Disposable.from(
    item,
    platforms.onDidChange(draw),
    documents.onDidChange(draw),
    panels.onDidChange(draw),
    vscode.window.onDidChangeActiveTextEditor(draw),
    vscode.window.tabGroups.onDidChangeTabs(draw),
    vscode.window.tabGroups.onDidChangeTabGroups(draw),
    new vscode.Disposable(() => {
      clearTimeout(clock);
    }),
  );
}

function drawItem(
  item: vscode.StatusBarItem,
  connection: Connection,
  locked: boolean,
  remaining: number,
): void {
  const { text, tooltip, accessibleLabel, warns } = statusText(connection, locked, remaining);
  item.text = text;
  item.tooltip = plainText(tooltip);
  item.accessibilityInformation = { label: accessibleLabel, role: 'button' };
  item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  const command = locked || warns ? 'logbench.connection.unlockWrites' : 'logbench.connection.test';
  item.command = { command, title: tooltip, arguments: [new ConnectionNode(connection)] };
  item.show();
}

/** That of the tab in front, else one that is open for writing, else the only one there is. */
function shownConnection(
  platforms: ConnectedPlatforms,
  documents: DocumentConnections,
  panels: PanelConnections,
): Connection | undefined {
  const all = platforms.all();
  const unlocked = all.find((connection) => platforms.locks.remaining(connection) > 0);
  const inFront = connectionOfLocalQuery(documents) ?? connectionInFront(all, panels);
  return inFront ?? unlocked ?? (all.length === 1 ? all[0] : undefined);
}

/** Its address does not tell; a person has chosen it. */
function connectionOfLocalQuery(documents: DocumentConnections): Connection | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === 'logbench-query' ? documents.of(document.uri) : undefined;
}
