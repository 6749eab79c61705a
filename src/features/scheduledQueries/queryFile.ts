import * as vscode from 'vscode';
import { pathOf } from '../../shared/queryAddress';
import type { Connection } from '../../ui/connections/connection';
import type { Target } from './bulkResults';

/** The URI of a query's editor, which another feature owns. */
export function fileOf({ name: connection }: Connection, { guid, name }: Target): vscode.Uri {
  return vscode.Uri.from({ scheme: 'logbench', path: pathOf({ connection, guid }, name) });
}
