import * as vscode from 'vscode';
import { pathOf } from '../../shared/queryAddress';
import type { Connection } from '../../ui/connections/connection';
import type { Target } from './bulkResults';

/** The address of a query's editor tab, which is another feature's. */
export function fileOf({ name: connection }: Connection, { guid, name }: Target): vscode.Uri {
  return vscode.Uri.from({ scheme: 'logbench', path: pathOf({ connection, guid }, name) });
}
