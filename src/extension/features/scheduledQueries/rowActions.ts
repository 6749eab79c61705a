import * as vscode from 'vscode';
import { curlOf } from '../../../core/api/operation';
import { updateScheduledQuery } from '../../../core/api/operations/scheduledQueries';
import { iconLabel } from '../../../core/privacy/plainText';
import { t } from '../../../core/base/localize';
import type { ActionDeps } from './actionDeps';
import { shownText } from '../../../core/privacy/hiddenValues';
import { pickQueries, pickQuery } from './bulkQueries';
import { readQuery } from './saveEdit';
import { scheduledQueryUri } from '../../ui/documents/queryUri';

const shownFor = 5000;

/** *Run Scheduled Query Text*: runs the draft if there is one, as shown in the editor. */
export async function runText(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value: query } = await pickQuery(deps, args, t('Run Scheduled Query Text'));
  await vscode.commands.executeCommand('logbench.query.run', scheduledQueryUri(connection, query));
}

/** *Copy GUID*: copies those of all selected queries, one per line. */
export async function copyGuids(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { value: queries } = await pickQueries(deps, args, t('Copy GUID'));
  await copy(queries.map(({ guid }) => guid).join('\n'));
}

/** *Copy as cURL*: the request that writes the current record, without the key. */
export async function copyAsCurl(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value: query } = await pickQuery(deps, args, t('Copy as cURL'));
  const record = await readQuery(deps, connection, query);
  await copy(curlOf(updateScheduledQuery(record.guid, record), connection));
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(shownText(text));
  vscode.window.setStatusBarMessage(iconLabel('check', t('Copied to the clipboard.')), shownFor);
}
