import { restoreRuleVersion } from '../../api/operations/rules';
import { t } from '../../shared/localize';
import type { RestoreResult } from '../../shared/wire/rule';
import { confirmByName, confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import { connectionLabel } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerNode';
import { targetTitle } from '../../ui/resolveTarget';
import { recordWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import { readSettings } from '../../ui/settings/settings';
import { pickRule, pickVersion, listedVersions } from './pickRule';
import { previewRestore, restorePreviewText } from './restorePreview';
import type { RestorePreview } from './restorePreview';
import { compareStates } from './ruleDocuments';
import { versionItemOf } from './ruleItem';
import type { RuleDeps } from './ruleDeps';
import type { SelectedRule } from './ruleItem';
import { showRejectedRestore, showRestored } from './restoreOutcome';

/** *Restore Rule Version…* on a version, a rule or from the Command Palette. */
export async function restoreRule(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Restore Rule Version');
  const selected = await pickRule(deps, args, title);
  const [row] = selectedRows(args.slice(0, 1), versionItemOf);
  await restoreVersion(
    deps,
    selected,
    row?.value.version.version ?? (await askVersion(deps, selected, title)),
  );
}

/** Shows the changes, asks, restores and reports the result. */
export async function restoreVersion(deps: RuleDeps, selected: SelectedRule, version: number): Promise<void> {
  const { platforms } = deps;
  const { connection } = selected;
  await platforms.ensureWritable(connection);
  const client = await platforms.clientFor(connection);
  const preview = await withProgress(t('Reading version {0}…', version), async (signal) =>
    previewRestore(client, selected.target, version, signal),
  );
  // Looks up the name for a typed GUID.
  const { name = selected.target.name } = preview.current ?? {};
  const named = { connection, target: { ...selected.target, name } };
  const again = async (): Promise<void> => restoreVersion(deps, named, version);
  if (!(await confirmRestore(deps, named, preview, again))) return;
  const before = preview.versions?.[0]?.version;
  const result = await sendRestore(deps, named, version);
  if (!result.restored) {
    await showRejectedRestore(deps, { ...named, version, failures: result.failures }, again);
    return;
  }
  const undo = before === undefined ? undefined : async () => undoRestore(deps, named, before);
  await showRestored(deps, named, version, undo);
}

/** Restores the version before. Requires no confirmation except unlocking, because the user has made the newer one. */
export async function undoRestore(deps: RuleDeps, selected: SelectedRule, before: number): Promise<void> {
  const result = await sendRestore(deps, selected, before);
  if (result.restored) await showRestored(deps, selected, before, undefined);
  else {
    const failed = { ...selected, version: before, failures: result.failures };
    await showRejectedRestore(deps, failed, async () => undoRestore(deps, selected, before));
  }
}

async function sendRestore(deps: RuleDeps, selected: SelectedRule, version: number): Promise<RestoreResult> {
  const { connection, target } = selected;
  const client = await deps.platforms.clientFor(connection);
  const title = t('Restoring version {0} of {1} on {2}', version, target.name, connection.name);
  return recordWrite(
    deps.ui.log,
    { connection, operation: `restore ${target.kind} rule version ${version}`, names: [target.name] },
    async () =>
      withProgress(title, async (signal) =>
        client.send(restoreRuleVersion(target.kind, target.guid, version), signal),
      ),
    ({ restored, failures }) =>
      restored ? 'restored' : `rejected (${failures.map(({ item }) => item).join(', ')})`,
  );
}

/** Whether to restore now. A user who views the changes first can restore from the comparison. */
async function confirmRestore(
  { ui: { prompts, documents } }: RuleDeps,
  { connection, target }: SelectedRule,
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
    await compareStates(documents, { connection, target }, ...states, [restore]);
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
    const pressed = await prompts.notify({ severity: 'information', message, buttons });
    await pressed?.();
  }
  return now;
}

async function askVersion(deps: RuleDeps, selected: SelectedRule, title: string): Promise<number> {
  const client = await deps.platforms.clientFor(selected.connection);
  const versions = await listedVersions(client, selected.target);
  const question = {
    title: targetTitle(`${title} · ${selected.target.name}`, selected.connection),
    placeholder: t('Select a version'),
  };
  // Restoring the current version would only create a duplicate.
  return pickVersion(deps.ui.prompts, versions, question, versions?.[0]?.version);
}
