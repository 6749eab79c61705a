import * as vscode from 'vscode';
import { parsePath } from '../../shared/queryAddress';
import type { Connection } from '../../ui/connections/connection';
import { documentScheme, isAbout } from '../../ui/documents/documentPath';
import { fileOfTab } from '../../ui/documents/filesInTabs';
import type { PanelConnections } from '../../ui/panels/panelConnections';

/** The connection of the active tab, from its URI or its panel. */
export function connectionInFront(
  connections: readonly Connection[],
  panels: PanelConnections,
): Connection | undefined {
  const shown = panels.inFront();
  if (shown !== undefined) return connections.find(({ name }) => name === shown);
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const file = tab && fileOfTab(tab);
  return file && connections.find(({ name }) => belongsTo(file, name));
}

function belongsTo(uri: vscode.Uri, connectionName: string): boolean {
  if (uri.scheme === documentScheme) return isAbout(uri.path, connectionName);
  return uri.scheme === 'logbench' && parsePath(uri.path)?.connection === connectionName;
}
