import * as vscode from 'vscode';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { RuleTarget } from '../../ui/access';
import type { QueryAddress } from '../../ui/queryAddress';
import { queryAddressOf } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { saveDocument } from '../../ui/documents/saveDocument';

/** A scheduled query or rule that a command applies to. */
export interface QueryTarget extends ShownQuery {
  readonly connection: Connection;
}

export function targetOf(connection: Connection, query: Pick<ScheduledQuery, 'guid' | 'name'>): QueryTarget {
  const address = { connection: connection.name, guid: query.guid.toLowerCase() };
  return { connection, address, name: query.name };
}

export function ruleTarget(connection: Connection, { kind, guid, name }: RuleTarget): QueryTarget {
  return { connection, address: { connection: connection.name, guid: guid.toLowerCase(), rule: kind }, name };
}

/** Working copies, as far as documents are found by them. */
interface Keys {
  keyOf(address: QueryAddress): string;
}

/** The documents of a query: several if it or its connection was renamed while it was open. */
export function documentsOf(copies: Keys, address: QueryAddress): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ uri }) => keyShownBy(copies, uri) === copies.keyOf(address),
  );
}

/** The key of the query in an editor. */
export function keyShownBy(copies: Keys, uri: vscode.Uri): string | undefined {
  const shown = queryAddressOf(uri);
  return shown && copies.keyOf(shown);
}

/** Saves unsaved changes, so that a command uses the visible text. */
export async function saveDocumentsOf(copies: Keys, { address, name }: QueryTarget): Promise<void> {
  for (const document of documentsOf(copies, address)) await saveDocument(document, name);
}

/** Replaces unsaved changes with the text of the file. */
export async function revertDocumentsOf(copies: Keys, address: QueryAddress): Promise<void> {
  for (const document of documentsOf(copies, address)) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document, { preserveFocus: false, preview: false });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}
