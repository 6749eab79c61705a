import * as vscode from 'vscode';
import { changedRange } from '../../../core/language/changedRange';
import { t } from '../../../core/base/localize';
import type { Refinement, ResultColumn } from '../../../core/pages/queryResults';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { ExplainedError, rejectHiddenValue } from '../../ui/failures/failureText';
import { refined } from '../../../core/results/refinements';
import type { OffsetAt } from '../../../core/results/refinements';
import type { QuerySource, ShownQuery } from './resultsState';

/** Adds a refinement to the query. If it is not run, the cursor is placed for further editing. */
export async function writeRefinement(
  { source, text, connection }: ShownQuery,
  refinement: Refinement,
  { offsetAt, columns }: { readonly offsetAt: OffsetAt; readonly columns: readonly ResultColumn[] },
  connections: DocumentConnections,
): Promise<QuerySource> {
  rejectHiddenValue(JSON.stringify(refinement));
  const next = refined(source?.text ?? text, refinement, offsetAt, columns);
  if (next === undefined) throw new ExplainedError(t('This value cannot be used in a condition.'));
  const written = await writeRefined(source, next, connection, connections);
  if (!refinement.run) await continueWriting(written);
  return written;
}

/**
 * Replaces the range that was run. If the range has changed since then, or the document is read-only, the text opens
 * in a new document.
 */
async function writeRefined(
  source: QuerySource | undefined,
  text: string,
  connection: Connection,
  connections: DocumentConnections,
): Promise<QuerySource> {
  const document = source && documentOf(source);
  if (source && document && (await replace(document, source, text))) return { ...source, text };
  const own = await vscode.workspace.openTextDocument({ language: 'logbench-query', content: text });
  await connections.remember(own.uri, connection);
  await vscode.window.showTextDocument(own, { viewColumn: vscode.ViewColumn.One, preserveFocus: true });
  return { uri: own.uri.toString(), from: 0, text, settings: source?.settings ?? '' };
}

/** Moves the cursor after a range, to continue typing there. */
async function continueWriting({ uri, from, text }: QuerySource): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const end = document.positionAt(from + text.length);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(end, end),
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
  });
}

function documentOf({ uri, from, text }: QuerySource): vscode.TextDocument | undefined {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  const there = document?.getText().slice(from, from + text.length);
  return there === text ? document : undefined;
}

/** Replaces only the changed range, to keep bookmarks, folds and the cursor. */
async function replace(document: vscode.TextDocument, source: QuerySource, text: string): Promise<boolean> {
  const { from, oldTo, newTo } = changedRange(source.text, text);
  const range = new vscode.Range(
    document.positionAt(source.from + from),
    document.positionAt(source.from + oldTo),
  );
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text.slice(from, newTo));
  return vscode.workspace.applyEdit(edit);
}
