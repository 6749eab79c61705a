import * as vscode from 'vscode';
import { parsePath } from '../../shared/queryAddress';
import type { Connection } from '../../ui/connection';
import { documentScheme, isAbout } from '../../ui/documentPath';
import { fileOfTab } from '../../ui/filesInTabs';

/** The connection that the tab in front belongs to: that of its address, or of a panel's title. */
export function connectionInFront(connections: readonly Connection[]): Connection | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab && connections.find(({ name }) => belongsTo(tab, name));
}

function belongsTo(tab: vscode.Tab, connectionName: string): boolean {
  const { input, label } = tab;
  if (input instanceof vscode.TabInputWebview) {
    return input.viewType.includes('logbench.') && label.endsWith(` · ${connectionName}`);
  }
  const uri = fileOfTab(tab);
  if (uri?.scheme === documentScheme) return isAbout(uri.path, connectionName);
  return uri?.scheme === 'logbench' && parsePath(uri.path)?.connection === connectionName;
}
