import * as vscode from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import type { RuleTarget } from '../../ui/connections/rulesAccess';
import { queryUri } from '../../ui/documents/queryUri';

/** Opens the editor of a rule, which another feature owns. */
export async function openRule(
  { name: connection }: Connection,
  { kind, guid, name }: RuleTarget,
): Promise<void> {
  const uri = queryUri({ address: { connection, guid: guid.toLowerCase(), rule: kind }, name });
  await vscode.window.showTextDocument(uri, { preview: false });
}
