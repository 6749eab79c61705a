import type { Operation } from '../../api/operation';
import { restoreRuleVersion } from '../../api/operations/rules';
import { t } from '../../shared/localize';
import type { RestoreResult } from '../../shared/wire/rule';
import { confirmByName, confirmWithPapers, requestPaper } from '../../ui/confirmWrite';
import type { Paper } from '../../ui/confirmWrite';
import { environmentLabel } from '../../ui/environment';
import { selectedRows } from '../../ui/explorerNode';
import { noteWrite } from '../../ui/noteWrite';
import { withProgress } from '../../ui/progress';
import { chooseRule, chooseVersion, listedVersions } from './chooseRule';
import { rehearsalText, rehearse } from './rehearsal';
import type { Rehearsal } from './rehearsal';
import { compareStates } from './ruleDocuments';
import { isRuleVersionItem } from './ruleItem';
import type { ChosenRule, RuleParts } from './ruleParts';
import { tellRefusedRestore, tellRestored } from './restoreOutcome';

/** *Restore Rule Version…* from a version, a rule or the palette. */
export async function restoreRule(parts: RuleParts, given: readonly unknown[]): Promise<void> {
  const title = t('Restore Rule Version');
  const chosen = await chooseRule(parts, given, title);
  const [row] = selectedRows(given.slice(0, 1), isRuleVersionItem);
  await restoreVersion(parts, chosen, row?.value.version.version ?? (await askVersion(parts, chosen, title)));
}

/** Shows what would change, asks, restores, and tells what came of it. */
export async function restoreVersion(parts: RuleParts, chosen: ChosenRule, version: number): Promise<void> {
  const { platforms } = parts;
  const { connection } = chosen;
  await platforms.ensureWritable(connection);
  const client = await platforms.clientFor(connection);
  const rehearsal = await withProgress(t('Reading version {0}…', version), async (signal) =>
    rehearse(client, chosen.target, version, signal),
  );
  const named = withCurrentName(chosen, rehearsal);
  await confirmRestore(parts, named, rehearsal);
  await platforms.ensureWritable(connection);
  const before = rehearsal.versions?.[0]?.version;
  const result = await sendRestore(parts, named, version);
  const again = async (): Promise<void> => restoreVersion(parts, named, version);
  if (!result.restored) {
    await tellRefusedRestore(parts, { ...named, version, failures: result.failures }, again);
    return;
  }
  const undo =
    before === undefined ? undefined : { before, run: async () => undoRestore(parts, named, before) };
  await tellRestored(parts, named, version, undo);
}

/** One click, no further question but the lock's: it brings back what was there a moment ago. */
async function undoRestore(parts: RuleParts, chosen: ChosenRule, before: number): Promise<void> {
  await parts.platforms.ensureWritable(chosen.connection);
  const result = await sendRestore(parts, chosen, before);
  if (result.restored) await tellRestored(parts, chosen, before, undefined);
  else {
    const failed = { ...chosen, version: before, failures: result.failures };
    await tellRefusedRestore(parts, failed, async () => undoRestore(parts, chosen, before));
  }
}

async function sendRestore(parts: RuleParts, chosen: ChosenRule, version: number): Promise<RestoreResult> {
  const { connection, target } = chosen;
  const client = await parts.platforms.clientFor(connection);
  const title = t('Restoring version {0} of {1} on {2}', version, target.name, connection.name);
  return noteWrite(
    parts.workbench.log,
    { connection, operation: `restore ${target.kind} rule version ${version}`, names: [target.name] },
    async () => withProgress(title, async (signal) => client.send(restoreOperation(chosen, version), signal)),
    ({ restored, failures }) =>
      restored ? 'restored' : `refused (${failures.map(({ item }) => item).join(', ')})`,
  );
}

/** The one request that restores a version: what is shown beforehand is what is sent. */
function restoreOperation({ target }: ChosenRule, version: number): Operation<RestoreResult> {
  return restoreRuleVersion(target.kind, target.guid, version);
}

async function confirmRestore(parts: RuleParts, chosen: ChosenRule, rehearsal: Rehearsal): Promise<void> {
  const { prompts, documents } = parts.workbench;
  const { connection, target } = chosen;
  const { version } = rehearsal;
  const changes = changesPaper(parts, chosen, rehearsal);
  // Shown behind the question, so that nobody answers it without having seen what it is about.
  await changes?.open();
  await confirmWithPapers(prompts, {
    message: t(
      'Restore version {0} of “{1}” on {2} ({3})?',
      version,
      target.name,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: rehearsalText(target, rehearsal),
    buttons: [{ label: t('Restore'), value: true }],
    papers: [
      ...(changes === undefined ? [] : [changes]),
      requestPaper(documents, connection, () => [restoreOperation(chosen, version)]),
    ],
  });
  await confirmByName(prompts, connection, t('Restore Rule Version'), parts.readSettings().confirmation);
}

function changesPaper(
  { workbench }: RuleParts,
  chosen: ChosenRule,
  { current, snapshot }: Rehearsal,
): Paper | undefined {
  if (current === undefined || snapshot === undefined) return undefined;
  return {
    label: t('Look at the Changes'),
    open: async () =>
      compareStates(
        workbench.documents,
        chosen,
        { version: undefined, rule: current.raw },
        { version: snapshot, rule: snapshot.rule },
      ),
  };
}

async function askVersion(parts: RuleParts, chosen: ChosenRule, title: string): Promise<number> {
  const client = await parts.platforms.clientFor(chosen.connection);
  const versions = await listedVersions(client, chosen.target);
  return chooseVersion(parts.workbench.prompts, versions, {
    title: `${title} · ${chosen.target.name} · ${chosen.connection.name}`,
    placeholder: t('Which version?'),
    // To restore what is already current would only make one more version of the same.
    leaveOut: versions?.[0]?.version,
  });
}

/** A typed GUID gets the name that the service has for it. */
function withCurrentName(chosen: ChosenRule, { current }: Rehearsal): ChosenRule {
  return current === undefined ? chosen : { ...chosen, target: { ...chosen.target, name: current.name } };
}
