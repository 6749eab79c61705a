import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import { errorAt } from '../../ui/documents/textProblems';
import type { RestoreFailure } from '../../shared/wire/rule';
import { connectionLabel } from '../../ui/connections/connection';
import type { DocumentAction } from '../../ui/documents/documentSource';
import { readAfterWrite } from '../../ui/writes/recordWrite';
import { documentUri } from '../../ui/documents/readOnlyDocuments';
import { listedVersions } from './pickRule';
import { failureDocument, failureSentence } from './ruleTexts';
import type { FailedRestore } from './ruleTexts';
import { openRule } from './openRule';
import { targetOf } from './ruleItem';
import { readRule } from './readRule';
import { showAsItIs } from './ruleDocuments';
import type { RuleDeps } from './ruleDeps';
import type { SelectedRule } from './ruleItem';
import { whereOffered } from '../../api/errors';
import { listRules } from '../../api/operations/rules';

/** Reports the new version, updates the explorer and offers to undo. */
export async function showRestored(
  deps: RuleDeps,
  selected: SelectedRule,
  version: number,
  undo: (() => Promise<void>) | undefined,
): Promise<void> {
  const { connection, target } = selected;
  deps.problems.delete(documentUri(documentPath(selected)));
  const message = t(
    'Version {0} of “{1}” was restored on {2}.',
    version,
    target.name,
    connectionLabel(connection),
  );
  await showWritten(deps, selected, message, undo);
}

/** Reports a new version, updates the explorer and offers to undo. */
export async function showWritten(
  deps: RuleDeps,
  selected: SelectedRule,
  message: string,
  undo: (() => Promise<void>) | undefined,
): Promise<void> {
  const newest = await readAfterWrite(deps.ui.log, async () => refresh(deps, selected));
  if (newest === undefined) deps.section.versionsChanged(selected.connection, selected.target);
  const pressed = await deps.ui.prompts.notify({
    severity: 'information',
    message: newest === undefined ? message : `${message} ${t('It is now version {0}.', newest)}`,
    buttons: undo === undefined ? [] : [{ label: t('Undo'), value: undo }],
  });
  if (pressed === undefined) return;
  if (await mayUndo(deps, selected, newest)) await pressed();
}

/** Reports the reasons in a document and in Problems, and that nothing has changed. */
export async function showRejectedRestore(
  deps: RuleDeps,
  restore: FailedRestore,
  again: () => Promise<void>,
): Promise<void> {
  const { prompts, documents } = deps.ui;
  const { target, version, failures } = restore;
  const at = new Date();
  const { lines } = failureDocument(restore, at);
  const path = documentPath(restore);
  const actions = [
    { label: t('Retry'), run: again },
    ...failures.flatMap((failure) => actionFor(deps, restore, failure)),
  ];
  await documents.show(path, () => failureDocument(restore, at).text, actions);
  deps.problems.set(
    documentUri(path),
    failures.map((failure, index) => diagnostic(failure, lines[index] ?? 0)),
  );
  const pressed = await prompts.notify({
    severity: 'warning',
    message: t(
      'Version {0} of “{1}” was not restored; the rule is unchanged. {2}',
      version,
      target.name,
      failures.map(failureSentence).join(' '),
    ),
    buttons: actions.map((action) => ({ label: action.label, value: action })),
  });
  await pressed?.run();
}

/** Only the user's own restore can be undone, not a later change by another user. */
async function mayUndo(deps: RuleDeps, selected: SelectedRule, made: number | undefined): Promise<boolean> {
  const client = await deps.platforms.clientFor(selected.connection);
  const newest = (await listedVersions(client, selected.target))?.[0];
  if (newest === undefined || newest.version === made) return true;
  return deps.ui.prompts.confirm({
    message: t('“{0}” was changed again.', selected.target.name),
    detail: t(
      'Version {0} was created by {1}. Undo would also revert it.',
      newest.version,
      shownUser(newest.userName ?? '?'),
    ),
    buttons: [{ label: t('Undo Anyway'), value: true }],
  });
}

/** Returns the number of the newest version, if the platform lists versions. */
async function refresh(
  { platforms, section, ui }: RuleDeps,
  selected: SelectedRule,
): Promise<number | undefined> {
  const { connection, target } = selected;
  const client = await platforms.clientFor(connection);
  const [rule, versions] = await Promise.all([readRule(client, target), listedVersions(client, target)]);
  if (rule !== undefined) {
    await section.changed(connection, target.kind, rule);
    showAsItIs(ui.documents, selected, rule);
  }
  section.versionsChanged(connection, target);
  return versions?.[0]?.version;
}

/** A duplicate name can be looked up; other missing objects cannot. */
function actionFor(
  deps: RuleDeps,
  { connection, target }: FailedRestore,
  { item, reason, value }: RestoreFailure,
): readonly DocumentAction[] {
  if (item !== 'name' || reason !== 'duplicate') return [];
  const run = async (): Promise<void> => {
    const client = await deps.platforms.clientFor(connection);
    const page = await whereOffered(client.send(listRules(target.kind, { limit: 100, keywords: value })));
    const other = page?.items.find(({ name }) => name === value);
    if (other === undefined) return;
    await openRule(connection, targetOf({ kind: target.kind, rule: other }));
  };
  return [{ label: t('Open Other Rule'), run }];
}

function diagnostic(failure: RestoreFailure, line: number): vscode.Diagnostic {
  const sentence = failureSentence(failure);
  const range = new vscode.Range(line, 0, line, sentence.length);
  return errorAt(range, sentence, `${failure.item}: ${failure.reason}`);
}

function documentPath({ connection, target }: SelectedRule): readonly string[] {
  return [connection.name, `${target.kind}-rules`, target.guid, t('Restore failed.txt')];
}
