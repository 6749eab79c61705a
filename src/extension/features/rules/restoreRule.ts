import { restoreRuleVersion } from '../../../core/api/operations/rules';
import { t } from '../../../core/base/localize';
import type { RestoreFailure } from '../../../core/interface/rule';
import {
  confirmByName,
  confirmWithDetails,
  requestDetail,
  sendAndLog,
  readAfterWrite,
} from '../../ui/writes/sendAndLog';
import { connectionLabel } from '../../ui/connections/connection';
import { targetTitle } from '../../ui/resolveTarget';
import { withProgress } from '../../ui/prompts/progress';
import { readSettings } from '../../ui/settings/settings';
import { pickRule, pickVersion, listedVersions, readRule, findRuleByName, versionOfRow } from './pickRule';
import { previewRestore, restorePreviewText } from './restorePreview';
import type { RestorePreview } from './restorePreview';
import { compareStates, showAsItIs, openRule } from './ruleDocuments';
import { targetOf, ruleFolder } from './ruleItem';
import type { SelectedRule } from './ruleItem';
import * as vscode from 'vscode';
import { shownUser } from '../../../core/privacy/hiddenValues';
import { problemAt } from '../../ui/documents/textProblems';
import type { DocumentAction } from '../../ui/documents/documentContents';
import { documentUri } from '../../ui/documents/readOnlyDocuments';
import { failureDocument, failureSentence } from './ruleTexts';
import type { FailedRestore } from './ruleTexts';
import type { RuleDeps } from './rulesSection';
import type { RuleWrite } from '../../ui/access';

/** *Restore Rule Version…* on a version, a rule or from the Command Palette. */
export async function restoreRule(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Restore Rule Version');
  const selected = await pickRule(deps, args, title);
  const version = versionOfRow(args) ?? (await askVersion(deps, selected, title));
  await restoreVersion(deps, selected, version);
}

/** Shows the changes, asks, restores and reports the result. */
export async function restoreVersion(deps: RuleDeps, selected: SelectedRule, version: number): Promise<void> {
  const { platforms } = deps;
  const { connection } = selected;
  await platforms.ensureWritable(connection);
  const client = await platforms.clientFor(connection);
  const preview = await withProgress(t('Reading version {0}…', version), async (signal) =>
    previewRestore(client, selected.value, version, signal),
  );
  // Looks up the name for a typed GUID.
  const { name = selected.value.name } = preview.current ?? {};
  const named = { connection, value: { ...selected.value, name } };
  const again = async (): Promise<void> => restoreVersion(deps, named, version);
  if (!(await confirmRestore(deps, named, preview, again))) return;
  await sendRestore(deps, { ...named, version }, preview.versions?.[0]?.version, again);
}

/** Restores a version and reports the result. `before` is the version that *Undo* restores, if it is known. */
async function sendRestore(
  deps: RuleDeps,
  restore: Omit<FailedRestore, 'failures'>,
  before: number | undefined,
  again: () => Promise<void>,
): Promise<void> {
  const { connection, value: target, version } = restore;
  const { kind, guid, name } = target;
  const client = await deps.platforms.clientFor(connection);
  const title = t('Restoring version {0} of {1} on {2}', version, name, connection.name);
  const result = await sendAndLog(
    deps.ui.log,
    { connection, operation: `restore ${kind} rule version ${version}`, names: [name] },
    async () =>
      withProgress(title, async (signal) => client.send(restoreRuleVersion(kind, guid, version), signal)),
    ({ restored, failures }) =>
      restored ? 'restored' : `rejected (${failures.map(({ item }) => item).join(', ')})`,
  );
  if (!result.restored) {
    await showRejectedRestore(deps, { ...restore, failures: result.failures }, again);
    return;
  }
  deps.problems.delete(documentUri(documentPath(restore)));
  const message = t('Version {0} of “{1}” was restored on {2}.', version, name, connectionLabel(connection));
  await showWritten(deps, { connection, value: target }, { message, before });
}

/** Restores the version before. Requires no confirmation except unlocking, because the user has made the newer one. */
async function undoRestore(deps: RuleDeps, selected: SelectedRule, before: number): Promise<void> {
  const again = async (): Promise<void> => undoRestore(deps, selected, before);
  await sendRestore(deps, { ...selected, version: before }, undefined, again);
}

/** Whether to restore now. A user who views the changes first can restore from the comparison. */
async function confirmRestore(
  { ui: { prompts, documents } }: RuleDeps,
  { connection, value: target }: SelectedRule,
  preview: RestorePreview,
  again: () => Promise<void>,
): Promise<boolean> {
  const { version, current, snapshot } = preview;
  const restore = { label: t('Restore This Version…'), run: again };
  const hasChanges = current !== undefined && snapshot !== undefined;
  if (hasChanges) {
    const states = [
      { version: undefined, rule: current.raw },
      { version: snapshot, rule: snapshot.rule },
    ] as const;
    // Opened behind the question, so that the changes are visible.
    await compareStates(documents, { connection, value: target }, ...states, [restore]);
  }
  const message = t(
    'Restore version {0} of “{1}” on {2}?',
    version,
    target.name,
    connectionLabel(connection),
  );
  const now = await confirmWithDetails(prompts, {
    message,
    detail: restorePreviewText(target, preview),
    buttons: [
      { label: t('Restore'), value: true },
      // Ends the question, which would cover the texts that are compared.
      ...(hasChanges ? [{ label: t('View Changes'), value: false }] : []),
    ],
    details: [
      requestDetail(documents, connection, () => [restoreRuleVersion(target.kind, target.guid, version)]),
    ],
  });
  if (now) await confirmByName(prompts, connection, t('Restore Rule Version'), readSettings().confirmation);
  else {
    const buttons = [{ label: restore.label, value: again }];
    const pressed = await prompts.notify({ message, buttons });
    await pressed?.();
  }
  return now;
}

async function askVersion(deps: RuleDeps, selected: SelectedRule, title: string): Promise<number> {
  const client = await deps.platforms.clientFor(selected.connection);
  const versions = await listedVersions(client, selected.value);
  const question = {
    title: targetTitle(`${title} · ${selected.value.name}`, selected.connection),
    placeholder: t('Select a version'),
  };
  // Restoring the current version would only create a duplicate.
  return pickVersion(deps.ui.prompts, versions, question, versions?.[0]?.version);
}

/** Reports a new version, updates the explorer and offers to restore the version before, if it is known. */
export async function showWritten(
  deps: RuleDeps,
  selected: SelectedRule,
  { message, before }: RuleWrite,
): Promise<void> {
  const newest = await readAfterWrite(deps.ui.log, async () => refresh(deps, selected));
  if (newest === undefined) deps.section.versionsChanged(selected.connection, selected.value);
  const pressed = await deps.ui.prompts.notify({
    message: newest === undefined ? message : `${message} ${t('It is now version {0}.', newest)}`,
    buttons: before === undefined ? [] : [{ label: t('Undo'), value: before }],
  });
  if (pressed === undefined) return;
  if (await mayUndo(deps, selected, newest)) await undoRestore(deps, selected, pressed);
}

/** Reports the reasons in a document and in Problems, and that nothing has changed. */
async function showRejectedRestore(
  deps: RuleDeps,
  restore: FailedRestore,
  again: () => Promise<void>,
): Promise<void> {
  const { prompts, documents } = deps.ui;
  const { value: target, version, failures } = restore;
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
  const newest = (await listedVersions(client, selected.value))?.[0];
  if (newest === undefined || newest.version === made) return true;
  return deps.ui.prompts.confirm({
    message: t('“{0}” was changed again.', selected.value.name),
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
  const { connection, value: target } = selected;
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
  { connection, value: target }: FailedRestore,
  { item, reason, value }: RestoreFailure,
): readonly DocumentAction[] {
  if (item !== 'name' || reason !== 'duplicate') return [];
  const run = async (): Promise<void> => {
    const client = await deps.platforms.clientFor(connection);
    const other = await findRuleByName(client, target.kind, value);
    if (other !== undefined) await openRule(connection, targetOf({ kind: target.kind, rule: other }));
  };
  return [{ label: t('Open Other Rule'), run }];
}

function diagnostic(failure: RestoreFailure, line: number): vscode.Diagnostic {
  const sentence = failureSentence(failure);
  const range = new vscode.Range(line, 0, line, sentence.length);
  return problemAt(range, sentence, `${failure.item}: ${failure.reason}`);
}

function documentPath({ connection, value: target }: SelectedRule): readonly string[] {
  return [connection.name, ruleFolder, target.guid, t('Restore failed.txt')];
}
