import * as vscode from 'vscode';
import type { DocumentConnections } from '../../ui/documentConnections';
import { documentsOf } from '../../ui/documentSource';
import { noteDone } from '../../ui/milestones';
import type { Platforms } from '../../ui/platforms';
import type { Workbench } from '../../ui/workbench';
import { tableFolder } from './tableItem';

export function registerTables(
  workbench: Workbench,
  platforms: Platforms,
  connections: DocumentConnections,
): vscode.Disposable {
  const source = documentsOf(platforms, async (connection, parts, signal) => {
    const { readTableDocument } = await import('./tableDocuments');
    const client = await platforms.clientFor(connection);
    const document = await readTableDocument(client, connection, parts.at(-1) ?? '', connections, signal);
    // Whichever way it was opened: a row opens it without the command.
    noteDone('logbench.table.show');
    return document;
  });
  return vscode.Disposable.from(
    workbench.documents.addSource(tableFolder, source),
    workbench.commands.registerAll({
      'logbench.table.show': async (...given) =>
        (await import('./tableActions')).showTable(workbench, platforms, given),
      'logbench.table.query': async (...given) =>
        (await import('./tableActions')).queryTable(workbench.prompts, platforms, given, connections),
    }),
  );
}
