import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { shownText } from '../../shared/privacy/hiddenValues';
import type { Connection } from '../../ui/connections/connection';
import { openQueryText } from '../../ui/documents/openQueryText';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import { pickTable } from './pickTable';
import type { TableDeps } from './tableDeps';
import { newestDay } from './tableDays';
import { missingTableText, readRecord } from './tableReader';
import type { TableRecord } from './tableReader';
import { tableDocument } from './tableText';

/** Opens an untitled query for the newest day of a table. */
export async function queryTable(deps: TableDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value } = await pickTable(deps, args, t('Query This Table'));
  await openQueryText(deps.documents, connection, `table ${newestDay(value)} ${value.name}`);
}

/** *Copy as Text*: the current properties of a table. */
export async function copySelected(deps: TableDeps, args: readonly unknown[]): Promise<void> {
  const { connection, value } = await pickTable(deps, args, t('Copy as Text'));
  const { name } = value;
  const client = await deps.platforms.clientFor(connection);
  const record = await withProgress(t('Reading {0}…', name), async (signal) =>
    readRecord(client, name, signal),
  );
  if (record === undefined) throw new ExplainedError(missingTableText(name, connection));
  await copyTable(record, connection);
}

export async function copyTable(record: TableRecord, connection: Connection): Promise<void> {
  await vscode.env.clipboard.writeText(shownText(tableDocument(record, connection)));
}
