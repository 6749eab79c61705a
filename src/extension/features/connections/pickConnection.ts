import type * as vscode from 'vscode';
import { environmentLabel } from '../../../core/base/environment';
import { t } from '../../../core/base/localize';
import type { Connection, OfferedConnections } from '../../ui/connections/connection';
import { documentScheme, isAbout } from '../../ui/documents/documentContents';
import { fileInFront } from '../../ui/documents/filesInTabs';
import { queryAddressOf } from '../../ui/documents/queryUri';
import type { PanelConnections } from '../../ui/panels/panelConnections';
import { withProgress } from '../../ui/prompts/progress';
import type { Choice, Prompts } from '../../ui/prompts/prompts';

interface ConnectionQuestion {
  readonly offered: readonly Connection[];
  readonly inFront: Connection | undefined;
  /** The name of the connection that was picked last. */
  readonly last: string | undefined;
  readonly isLocked: (connection: Connection) => boolean;
  readonly obstacle: OfferedConnections['obstacle'];
}

/** Offers the one that was picked last first, and those that cannot be used now last. */
export async function pickConnection(
  prompts: Prompts,
  title: string,
  { offered, inFront, last, isLocked, obstacle }: ConnectionQuestion,
): Promise<Connection> {
  const found = await withProgress(title, async () =>
    Promise.all(offered.map(async (connection) => ({ connection, reason: await obstacle?.(connection) }))),
  );
  const usable = found.filter(({ reason }) => reason === undefined).map(({ connection }) => connection);
  // If no connection is implied, Enter does not select production.
  const likely =
    usable.find(({ name }) => name === inFront?.name) ??
    usable.find(({ name }) => name === last) ??
    usable.find(({ environment }) => environment !== 'production');
  const rank = ({ connection, reason }: (typeof found)[number]): number =>
    reason === undefined ? Number(connection.name !== last) : 2;
  return prompts.pick({
    title,
    placeholder: t('Select a connection'),
    choices: found
      .toSorted((one, other) => rank(one) - rank(other))
      .map(({ connection, reason }) => ({
        ...choiceOf(connection, isLocked(connection), reason),
        picked: connection === likely,
      })),
  });
}

function choiceOf(connection: Connection, locked: boolean, reason: string | undefined): Choice<Connection> {
  return {
    label: connection.name,
    description: [environmentLabel(connection.environment), locked ? t('locked') : undefined, reason]
      .filter((part) => part !== undefined)
      .join(' · '),
    detail: connection.baseUrl,
    icon: reason === undefined ? (locked ? 'lock' : 'plug') : 'warning',
    value: connection,
  };
}

/** The connection of the active tab, from its URI or its panel. */
export function connectionInFront(
  connections: readonly Connection[],
  panels: PanelConnections,
): Connection | undefined {
  const shown = panels.inFront();
  if (shown !== undefined) return connections.find(({ name }) => name === shown);
  const file = fileInFront();
  return file && connections.find(({ name }) => belongsTo(file, name));
}

function belongsTo(uri: vscode.Uri, connectionName: string): boolean {
  if (uri.scheme === documentScheme) return isAbout(uri.path, connectionName);
  return queryAddressOf(uri)?.connection === connectionName;
}
