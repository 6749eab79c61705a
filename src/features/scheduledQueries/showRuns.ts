import * as vscode from 'vscode';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { changesBeforeFailure, newestFailures, readRuns } from '../../api/scheduledRuns';
import { rejectedRange } from '../../language/services/rejectedRange';
import { t } from '../../shared/localize';
import { beginningOf } from '../../shared/plainText';
import { connectionLabel } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentAction, ReadOnlyDocument } from '../../ui/documents/documentSource';
import { ExplainedError } from '../../ui/failures/failureText';
import type { BulkTarget } from '../../ui/writes/bulkResults';
import type { ActionDeps } from './actionDeps';
import { runsText } from './runsText';
import { runsFolder } from './scheduledQueryItem';
import { pickQuery, uriOf } from './selectedQueries';

/** *Show Runs*: opens the last runs of a scheduled query as a document. */
export async function showRuns({ ui, platforms }: ActionDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value } = await pickQuery({ ui, platforms }, args, t('Show Runs'));
  const name = beginningOf(value.name.replace(/[\\\u0000-\u001f]/g, ' '), 120);
  await ui.documents.open([connection.name, runsFolder, value.guid, `${t('Runs of {0}', name)}.txt`]);
}

/** The document with this path below a connection. */
export async function readRunsDocument(
  { platforms }: Pick<ActionDeps, 'platforms'>,
  connection: Connection,
  [, guid = '']: readonly string[],
  signal: AbortSignal,
): Promise<ReadOnlyDocument> {
  const client = await platforms.clientFor(connection);
  const record = await findScheduledQuery(client, guid, signal);
  if (record === undefined) {
    throw new ExplainedError(t('The scheduled query no longer exists on {0}.', connection.name));
  }
  const known = await readRuns(client, record, signal);
  const failures = newestFailures(known.runs);
  const changes = failures && (await changesBeforeFailure(client, record.guid, failures, signal));
  const heading = `${record.name.replace(/\s+/g, ' ')} · ${connectionLabel(connection)}`;
  const failure = failures?.first.failure;
  return {
    text: () => runsText({ heading, known, changes }),
    actions: failure === undefined ? [] : [openFailing(connection, record, failure)],
  };
}

/** The position is searched in the text of the editor, which may be a draft. */
function openFailing(connection: Connection, query: BulkTarget, failure: string): DocumentAction {
  return {
    label: t('Open at the Failing Position'),
    run: async () => {
      const document = await vscode.workspace.openTextDocument(uriOf(connection, query));
      const { from, to } = rejectedRange(failure, document.getText());
      const selection = new vscode.Range(document.positionAt(from), document.positionAt(to));
      await vscode.window.showTextDocument(document, { selection });
    },
  };
}
