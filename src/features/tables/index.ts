import type * as vscode from 'vscode';
import type { DocumentConnections } from '../../ui/documentConnections';
import type { Platforms } from '../../ui/platforms';
import type { Workbench } from '../../ui/workbench';

export function registerTables(
  workbench: Workbench,
  platforms: Platforms,
  connections: DocumentConnections,
): vscode.Disposable {
  return workbench.commands.registerAll({
    'logbench.table.show': async (...given) =>
      (await import('./tableActions')).showTable(workbench, platforms, given, connections),
    'logbench.table.query': async (...given) =>
      (await import('./tableActions')).queryTable(workbench.prompts, platforms, given, connections),
  });
}
