import * as vscode from 'vscode';
import { pathOf } from '../../shared/queryAddress';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';

/** The URI of a scheduled query. */
export function fileOfQuery(connection: Connection, { guid, name }: ScheduledQuery): vscode.Uri {
  const path = pathOf({ connection: connection.name, guid: guid.toLowerCase() }, name);
  return vscode.Uri.from({ scheme: 'logbench', path });
}

export async function openScheduledQuery(connection: Connection, query: ScheduledQuery): Promise<void> {
  await vscode.window.showTextDocument(fileOfQuery(connection, query), { preview: false });
}
