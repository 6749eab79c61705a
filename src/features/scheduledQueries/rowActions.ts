import * as vscode from 'vscode';
import { curlOf } from '../../api/curl';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { updateScheduledQuery } from '../../api/operations/scheduledQueries';
import { iconLabel } from '../../shared/plainText';
import { t } from '../../shared/localize';
import type { ActionDeps } from './actionDeps';
import { shownText } from '../../shared/privacy/hiddenValues';
import { chooseQueries, chooseQuery } from './chosenQueries';
import { fileOf } from './queryFile';
import { reportMissingQuery } from './saveEdit';

const shownFor = 5000;

/** *Run Query Text*: runs the draft if there is one, as shown in the editor. */
export async function runText(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const { connection, query } = await chooseQuery(deps, given, t('Run Query Text'));
  await vscode.commands.executeCommand('logbench.query.run', fileOf(connection, query));
}

/** *Copy GUID*: copies those of all selected queries, one per line. */
export async function copyGuids(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const { queries } = await chooseQueries(deps, given, t('Copy GUID'));
  await copy(queries.map(({ guid }) => guid).join('\n'));
}

/** *Copy as cURL*: the request that writes the current record, without the key. */
export async function copyAsCurl(deps: ActionDeps, given: readonly unknown[]): Promise<void> {
  const { connection, query } = await chooseQuery(deps, given, t('Copy as cURL'));
  const client = await deps.platforms.clientFor(connection);
  const record = await findScheduledQuery(client, query.guid);
  if (record === undefined) await reportMissingQuery(deps, connection, query);
  else await copy(curlOf(updateScheduledQuery(record.guid, record), connection));
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(shownText(text));
  vscode.window.setStatusBarMessage(iconLabel('check', t('Copied to the clipboard.')), shownFor);
}
