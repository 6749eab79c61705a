import * as vscode from 'vscode';
import { RejectedError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import { connectionLabel } from '../../ui/connections/connection';
import { queryUri } from '../../ui/documents/queryUri';
import type { TextProblems } from '../../ui/documents/textProblems';
import { ExplainedError } from '../../ui/failures/failureText';
import { named } from '../../ui/format/formatTimestamp';
import { ruleItemLabel } from '../../ui/format/ruleItemLabel';
import type { Ui } from '../../ui/openUi';
import type { RecordViews } from './editableText';
import type { Created } from './publisher';
import type { QueryTarget } from './queryTarget';
import { kindOf } from './textKinds';
import type { WorkingCopies } from './workingCopies';

/** Opens a re-created record, and shows what is linked to it. */
export async function showCreated(
  views: RecordViews & { readonly copies: WorkingCopies; readonly ui: Ui },
  target: QueryTarget,
  { record, linked, notLinked }: Created,
): Promise<void> {
  const { connection, address } = target;
  if (record === undefined) return;
  await kindOf(address).showCreated(views, target, record, linked);
  const created = { ...address, connection: connection.name, guid: record.guid.toLowerCase() };
  await openQuery(views.copies, { connection, address: created, name: record.name });
  if (notLinked.length === 0) return;
  const message = `${connection.name}: ${t('Not linked again: {0}', named(notLinked, Infinity))}`;
  void views.ui.prompts.notify({ severity: 'warning', message });
}

/** Moves the cursor to the problem, which the editor underlines. */
export async function showProblem(query: QueryTarget, { from, to }: ProblemSummary): Promise<void> {
  const editor = await vscode.window.showTextDocument(queryUri(query), { preview: false });
  const range = new vscode.Range(editor.document.positionAt(from), editor.document.positionAt(to));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Names the object that a rejected rule refers to, and marks it in the editors. */
export function explainRejection(
  error: unknown,
  { address, connection, name }: QueryTarget,
  documents: readonly vscode.TextDocument[],
  problems: TextProblems,
): unknown {
  if (!(error instanceof RejectedError)) return error;
  let explained: unknown = error;
  for (const document of documents) {
    const found = kindOf(address).rejectedReference?.(document.getText(), error.message);
    if (found === undefined) continue;
    const where = connectionLabel(connection);
    const sentence = t('{0} has no {1} {2}.', where, ruleItemLabel(found.item), found.message);
    problems.show(document, { ...found, code: undefined, message: sentence });
    explained = new ExplainedError(
      t('{0} was not published. {1} Change it in the editor, then publish again.', name, sentence),
      { cause: error },
    );
  }
  return explained;
}

/** Shows the newest text: that of the platform if it responds, otherwise the stored one. */
export async function openQuery(copies: WorkingCopies, query: QueryTarget): Promise<void> {
  const fresh = await copies.refresh(query.address).catch(async (error: unknown) => {
    const kept = await copies.open(query.address).catch(() => undefined);
    if (kept === undefined) throw error;
    return kept;
  });
  const name = fresh?.base.name ?? query.name;
  await vscode.window.showTextDocument(queryUri({ ...query, name }), { preview: false });
}
