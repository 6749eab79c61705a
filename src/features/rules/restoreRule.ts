import { restoreRuleVersion } from '../../api/operations/rules';
import { t } from '../../shared/localize';
import type { RestoreResult } from '../../shared/wire/rule';
import { confirmByName, confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import type { ConfirmationDetail } from '../../ui/writes/confirmWrite';
import { environmentLabel } from '../../ui/connections/environment';
import { selectedRows } from '../../ui/explorer/explorerNode';
import { recordWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import { chooseRule, chooseVersion, listedVersions } from './chooseRule';
import { restorePreviewText, previewRestore } from './restorePreview';
import type { RestorePreview } from './restorePreview';
import { compareStates } from './ruleDocuments';
import { isRuleVersionItem } from './ruleItem';
import type { ChosenRule, RuleDeps } from './ruleDeps';
import { showRefusedRestore, showRestored } from './restoreOutcome';

/** *Restore Rule Version…* on a version, a rule or from the Command Palette. */
export async function restoreRule(deps: RuleDeps, given: readonly unknown[]): Promise<void> {
  const title = t('Restore Rule Version');
  const chosen = await chooseRule(deps, given, title);
  const [row] = selectedRows(given.slice(0, 1), isRuleVersionItem);
  await restoreVersion(deps, chosen, row?.value.version.version ?? (await askVersion(deps, chosen, title)));
}

/** Shows the changes, asks, restores and reports the result. */
export async function restoreVersion(deps: RuleDeps, chosen: ChosenRule, version: number): Promise<void> {
  const { platforms } = deps;
  const { connection } = chosen;
  await platforms.ensureWritable(connection);
  const client = await platforms.clientFor(connection);
  const rehearsal = await withProgress(t('Reading version {0}…', version), async (signal) =>
    previewRestore(client, chosen.target, version, signal),
  );
  const named = withCurrentName(chosen, rehearsal);
  await confirmRestore(deps, named, rehearsal);
  await platforms.ensureWritable(connection);
  const before = rehearsal.versions?.[0]?.version;
  const result = await sendRestore(deps, named, version);
  const again = async (): Promise<void> => restoreVersion(deps, named, version);
  if (!result.restored) {
    await showRefusedRestore(deps, { ...named, version, failures: result.failures }, again);
    return;
  }
  const undo =
    before === undefined ? undefined : { before, run: async () => undoRestore(deps, named, before) };
  await showRestored(deps, named, version, undo);
}

/** Requires no confirmation except unlocking, because it restores the previous version. */
async function undoRestore(deps: RuleDeps, chosen: ChosenRule, before: number): Promise<void> {
  await deps.platforms.ensureWritable(chosen.connection);
  const result = await sendRestore(deps, chosen, before);
  if (result.restored) await showRestored(deps, chosen, before, undefined);
  else {
    const failed = { ...chosen, version: before, failures: result.failures };
    await showRefusedRestore(deps, failed, async () => undoRestore(deps, chosen, before));
  }
}

async function sendRestore(deps: RuleDeps, chosen: ChosenRule, version: number): Promise<RestoreResult> {
  const { connection, target } = chosen;
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
      restored ? 'restored' : `refused (${failures.map(({ item }) => item).join(', ')})`,
  );
}

async function confirmRestore(deps: RuleDeps, chosen: ChosenRule, rehearsal: RestorePreview): Promise<void> {
  const { prompts, documents } = deps.ui;
  const { connection, target } = chosen;
  const { version } = rehearsal;
  const changes = changesDetail(deps, chosen, rehearsal);
  // Opened behind the question, so that the changes are visible.
  await changes?.open();
  await confirmWithDetails(prompts, {
    message: t(
      'Restore version {0} of “{1}” on {2} ({3})?',
      version,
      target.name,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: restorePreviewText(target, rehearsal),
    buttons: [{ label: t('Restore'), value: true }],
    details: [
      ...(changes === undefined ? [] : [changes]),
      requestDetail(documents, connection, () => [restoreRuleVersion(target.kind, target.guid, version)]),
    ],
  });
  await confirmByName(prompts, connection, t('Restore Rule Version'), deps.readSettings().confirmation);
}

function changesDetail(
  { ui }: RuleDeps,
  chosen: ChosenRule,
  { current, snapshot }: RestorePreview,
): ConfirmationDetail | undefined {
  if (current === undefined || snapshot === undefined) return undefined;
  return {
    label: t('View Changes'),
    open: async () =>
      compareStates(
        ui.documents,
        chosen,
        { version: undefined, rule: current.raw },
        { version: snapshot, rule: snapshot.rule },
      ),
  };
}

async function askVersion(deps: RuleDeps, chosen: ChosenRule, title: string): Promise<number> {
  const client = await deps.platforms.clientFor(chosen.connection);
  const versions = await listedVersions(client, chosen.target);
  return chooseVersion(deps.ui.prompts, versions, {
    title: `${title} · ${chosen.target.name} · ${chosen.connection.name}`,
    placeholder: t('Select a version'),
    // Restoring the current version would only create a duplicate.
    leaveOut: versions?.[0]?.version,
  });
}

/** Looks up the name for a typed GUID. */
function withCurrentName(chosen: ChosenRule, { current }: RestorePreview): ChosenRule {
  return current === undefined ? chosen : { ...chosen, target: { ...chosen.target, name: current.name } };
}
