import * as vscode from 'vscode';
import { parsePath, pathOf } from '../queryAddress';
import type { QueryAddress } from '../queryAddress';
import { fileInFront } from './filesInTabs';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { Connection } from '../connections/connection';
import type { RuleTarget } from '../access';

/** The scheme of the editors of scheduled queries and detection rules. */
export const queryScheme = 'logbench';

/** The scheme of the read-only side of a comparison with the platform. */
export const platformScheme = 'logbench-platform';

/** A scheduled query or rule, with or without a connection. */
export interface ShownQuery {
  readonly address: QueryAddress;
  readonly name: string;
}

export function queryUri({ address, name }: ShownQuery): vscode.Uri {
  return vscode.Uri.from({ scheme: queryScheme, path: pathOf(address, name) });
}

/** The editor of a scheduled query. */
export function scheduledQueryUri(
  { name: connection }: Connection,
  { guid, name }: Pick<ScheduledQuery, 'guid' | 'name'>,
): vscode.Uri {
  return queryUri({ address: { connection, guid: guid.toLowerCase() }, name });
}

/** The editor of a detection rule. */
export function ruleUri({ name: connection }: Connection, { kind, guid, name }: RuleTarget): vscode.Uri {
  return queryUri({ address: { connection, guid: guid.toLowerCase(), rule: kind }, name });
}

/** The query of an editor; undefined for other values and documents. */
export function queryOf(uri: unknown): ShownQuery | undefined {
  if (!(uri instanceof vscode.Uri) || uri.scheme !== queryScheme) return undefined;
  const address = parsePath(uri.path);
  const file = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return address && { address, name: file.replace(/\.lq(rule)?$/, '') };
}

/** The query of the active editor; of a diff editor, whichever of its sides has the focus. */
export function queryInFront(): ShownQuery | undefined {
  return queryOf(vscode.window.activeTextEditor?.document.uri) ?? queryOf(fileInFront());
}

/** The query of the URI on which a command was called; without arguments, that of the active editor. */
export function shownQuery(args: readonly unknown[]): ShownQuery | undefined {
  return args.length === 0 ? queryInFront() : queryOf(args[0]);
}

export function queryAddressOf(uri: vscode.Uri | undefined): QueryAddress | undefined {
  return queryOf(uri)?.address;
}
