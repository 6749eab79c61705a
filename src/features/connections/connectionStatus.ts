import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { ConnectionNode } from '../../ui/explorer/explorerSection';
import { plainText } from '../../shared/plainText';
import type { PanelConnections } from '../../ui/panels/panelConnections';
import { onDidChangeHiding } from '../../shared/privacy/hiddenValues';
import type { ConnectedPlatforms } from './connectedPlatforms';
import { connectionInFront } from './connectedPlatforms';
import { connectionsInStatus, statusText } from './statusText';

/** The status bar items: the connection of the active editor and its lock, and other unlocked connections. */
export function showConnectionStatus(
  platforms: ConnectedPlatforms,
  documents: DocumentConnections,
  panels: PanelConnections,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('logbench.connection', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Logbench';
  const other = vscode.window.createStatusBarItem('logbench.unlocked', vscode.StatusBarAlignment.Left, 9);
  other.name = t('Logbench: Unlocked');
  let clock: NodeJS.Timeout | undefined;
  const draw = (): void => {
    clearTimeout(clock);
    const inFront = connectionOfLocalQuery(documents) ?? connectionInFront(platforms.all(), panels);
    const status = connectionsInStatus(platforms, inFront);
    drawItem(item, platforms, status.shown);
    // Shown for any tab, so that an unlocked connection is not forgotten.
    drawItem(other, platforms, status.other);
    if (status.redrawIn !== undefined) clock = setTimeout(draw, status.redrawIn);
  };
  draw();
  return vscode.Disposable.from(
    item,
    other,
    platforms.onDidChange(draw),
    documents.onDidChange(draw),
    panels.onDidChange(draw),
    new vscode.Disposable(onDidChangeHiding(draw)),
    vscode.window.onDidChangeActiveTextEditor(draw),
    vscode.window.tabGroups.onDidChangeTabs(draw),
    vscode.window.tabGroups.onDidChangeTabGroups(draw),
    new vscode.Disposable(() => clearTimeout(clock)),
  );
}

function drawItem(
  item: vscode.StatusBarItem,
  platforms: ConnectedPlatforms,
  connection: Connection | undefined,
): void {
  if (connection === undefined) {
    item.hide();
    return;
  }
  const locked = platforms.isLocked(connection);
  const remaining = platforms.unlockedFor(connection);
  const { text, tooltip, accessibleLabel, warns } = statusText(connection, locked, remaining);
  item.text = text;
  item.tooltip = plainText(tooltip);
  item.accessibilityInformation = { label: plainText(accessibleLabel), role: 'button' };
  item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  const command = locked || warns ? 'logbench.connection.unlockWrites' : 'logbench.connection.test';
  item.command = { command, title: tooltip, arguments: [new ConnectionNode(connection)] };
  item.show();
}

/** For a local document, whose URI does not contain the connection. */
function connectionOfLocalQuery(documents: DocumentConnections): Connection | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === 'logbench-query' ? documents.of(document.uri) : undefined;
}
