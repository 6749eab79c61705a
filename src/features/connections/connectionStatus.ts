import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { ConnectionNode } from '../../ui/explorer/explorerNode';
import { plainText } from '../../shared/plainText';
import type { PanelConnections } from '../../ui/panels/panelConnections';
import { onDidChangeHiding } from '../../shared/privacy/hiddenValues';
import type { ConnectedPlatforms } from './connectedPlatforms';
import { connectionInFront } from './connectionInFront';
import { statusText } from './statusText';

const second = 1000;

/** The status bar items: which connection the active editor belongs to, and whether it is locked; and what else is unlocked. */
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
    const shown = shownConnection(platforms, documents, panels);
    const unlocked = unlockedConnections(platforms);
    drawItem(item, platforms, shown);
    // Whatever tab is in front: nobody may forget that something is open for changes.
    drawItem(
      other,
      platforms,
      unlocked.find((connection) => connection.name !== shown?.name),
    );
    const remaining = Math.max(0, ...unlocked.map((connection) => platforms.unlockedFor(connection)));
    // Ticks only while there is a countdown to show.
    if (remaining > 0) clock = setTimeout(draw, remaining % second || second);
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
    new vscode.Disposable(() => {
      clearTimeout(clock);
    }),
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

/** That of the tab in front, else one that is open for writing, else the only one there is. */
function shownConnection(
  platforms: ConnectedPlatforms,
  documents: DocumentConnections,
  panels: PanelConnections,
): Connection | undefined {
  const all = platforms.all();
  const [unlocked] = unlockedConnections(platforms);
  const inFront = connectionOfLocalQuery(documents) ?? connectionInFront(all, panels);
  return inFront ?? unlocked ?? (all.length === 1 ? all[0] : undefined);
}

/** Those that lock themselves again soonest come first. */
function unlockedConnections(platforms: ConnectedPlatforms): readonly Connection[] {
  return platforms
    .all()
    .filter((connection) => platforms.unlockedFor(connection) > 0)
    .sort((one, two) => platforms.unlockedFor(one) - platforms.unlockedFor(two));
}

/** Its address does not tell; a person has chosen it. */
function connectionOfLocalQuery(documents: DocumentConnections): Connection | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === 'logbench-query' ? documents.of(document.uri) : undefined;
}
