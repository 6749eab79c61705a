import * as vscode from 'vscode';
import type { OverviewAction } from '../../shared/protocol/overview';
import { pathOf } from '../../shared/queryAddress';
import type { Connection } from '../../ui/connections/connection';

/** Runs commands by ID, because other features implement the actions. */
export async function runAction(connection: Connection, action: OverviewAction): Promise<void> {
  const run = async (command: string, ...given: readonly unknown[]): Promise<void> => {
    await vscode.commands.executeCommand(command, ...given);
  };
  switch (action.kind) {
    case 'showTable':
      return run('logbench.table.show', connection.name, action.table);
    case 'queryTable':
      return run('logbench.table.query', connection.name, action.table);
    case 'showStatus':
      return run('logbench.query.status', connection.name, action.queryId);
    case 'searchAudit':
      return run('logbench.audit.search', connection.name);
    default:
      return run(queryCommands[action.kind], addressOf(connection, action));
  }
}

const queryCommands = {
  openQuery: 'logbench.scheduledQuery.open',
  editQuery: 'logbench.scheduledQuery.edit',
  enableQuery: 'logbench.scheduledQuery.enable',
  stopQuery: 'logbench.scheduledQuery.stop',
  deleteQuery: 'logbench.scheduledQuery.delete',
} as const;

function addressOf(
  connection: Connection,
  { guid, name }: { readonly guid: string; readonly name: string },
): vscode.Uri {
  return vscode.Uri.from({ scheme: 'logbench', path: pathOf({ connection: connection.name, guid }, name) });
}
