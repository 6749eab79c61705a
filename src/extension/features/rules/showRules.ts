import { t } from '../../../core/base/localize';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { withProgress } from '../../ui/prompts/progress';
import { pickRule, pickVersion, listedVersions, readRule, readState, versionOfRow } from './pickRule';
import { ruleDocumentPath, parseRulePath, ruleRowId, versionItemOf, targetOf } from './ruleItem';
import { compareStates, openRule } from './ruleDocuments';
import type { RuleState, SelectedRule } from './ruleItem';
import type { PlatformClient } from '../../../core/api/client';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentAction, ReadOnlyDocument } from '../../ui/documents/documentContents';
import { restoreVersion } from './restoreRule';
import { runnableQuery, shownRuleText } from './ruleTexts';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import { isSameGuid } from '../../../core/interface/guid';
import type { RuleDeps } from './rulesSection';

/**
 * *Open Detection Rule…*: opens a rule in an editor, or one of its versions to read. An editor shows the people of
 * a rule, so that it is to be read too while values are hidden.
 */
export async function openRuleOrVersion(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const selected = await pickRule(deps, args, t('Open Detection Rule'));
  const { connection, value: target } = selected;
  const version = versionOfRow(args);
  if (version !== undefined || hidingMasker() !== undefined) {
    await deps.ui.documents.open([connection.name, ...ruleDocumentPath(target, version)]);
    return;
  }
  // A typed GUID may not exist, and has no name yet.
  const rule = await readRule(await deps.platforms.clientFor(connection), target);
  await openRule(connection, { ...target, name: rule?.name ?? target.name });
}

/** *Compare Rule Versions…*: compares two versions, or a version and the current rule. */
export async function compareVersions(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Compare Rule Versions');
  const selected = selectedRows(args, versionItemOf);
  const picked = await pickRule(deps, args, title);
  const known = selected
    .filter(({ value }) => isSameGuid(targetOf(value).guid, picked.value.guid))
    .map(({ value }) => value.version.version)
    .sort((one, other) => one - other);
  const { platforms, ui } = deps;
  const client = await platforms.clientFor(picked.connection);
  const versions = known.length >= 2 ? [] : await listedVersions(client, picked.value);
  const [one, two] = known;
  const first =
    one ?? (await pickVersion(ui.prompts, versions, { title, placeholder: t('Select a version') }));
  const read = async (version: number | undefined): Promise<RuleState> =>
    withProgress(t('Reading {0}…', picked.value.name), async (signal) =>
      readState(client, picked.value, version, signal),
    );
  // Checked before the next question: without versions there is nothing to compare.
  const left = await read(first);
  const second = known.length >= 2 ? two : await pickOther(deps, versions, title, first);
  await compareStates(ui.documents, picked, left, await read(second));
}

type Versions = Awaited<ReturnType<typeof listedVersions>>;

/** Undefined for the current rule. */
async function pickOther(
  { ui: { prompts } }: RuleDeps,
  versions: Versions,
  title: string,
  first: number,
): Promise<number | undefined> {
  const withVersion = await prompts.pick({
    title,
    placeholder: t('Select what to compare version {0} with', first),
    choices: [
      { label: t('Current Rule'), icon: 'shield', value: false },
      { label: t('Other version…'), icon: 'history', value: true },
    ],
  });
  if (!withVersion) return undefined;
  const placeholder = t('Select the version to compare with');
  return pickVersion(prompts, versions, { title, placeholder }, first);
}

/** The document of a rule or one of its versions. Undefined for other paths. */
export async function readRuleDocument(
  deps: RuleDeps,
  connection: Connection,
  path: readonly string[],
  signal: AbortSignal,
): Promise<ReadOnlyDocument | undefined> {
  const address = parseRulePath(path);
  if (address === undefined) return undefined;
  const { target, version } = address;
  const selected = { connection, value: target };
  const client = await deps.platforms.clientFor(connection);
  const state = await readState(client, target, version, signal);
  return {
    text: () => shownRuleText(target.kind, state),
    actions: actionsOn(deps, selected, state, client),
  };
}

function actionsOn(
  deps: RuleDeps,
  selected: SelectedRule,
  state: RuleState,
  client: PlatformClient,
): readonly DocumentAction[] {
  const { connection, value: target } = selected;
  const { version } = state;
  const query = runnableQuery(state.rule);
  const run = async (text: string): Promise<void> =>
    deps.runQuery(ruleRowId(target), target.name, connection, text);
  // The rows that the rule would find now.
  const runs = query === undefined ? [] : [{ label: t('Run Query'), run: async () => run(query) }];
  if (version === undefined) {
    return [...runs, { label: t('Edit Rule'), run: async () => openRule(connection, target) }];
  }
  const compare = async (): Promise<void> => {
    const current = await withProgress(t('Reading {0}…', target.name), async (signal) =>
      readState(client, target, undefined, signal),
    );
    await compareStates(deps.ui.documents, selected, state, current);
  };
  return [
    ...runs,
    { label: t('Compare with Current'), run: compare },
    {
      label: t('Restore This Version…'),
      run: async () => restoreVersion(deps, selected, version.version),
    },
  ];
}
