import { t } from '../../shared/localize';
import { selectedRows } from '../../ui/explorerNode';
import { withProgress } from '../../ui/progress';
import type { DocumentAction } from '../../ui/readOnlyDocuments';
import { chooseRule, chooseVersion, listedVersions } from './chooseRule';
import { readRule, readVersion, compareStates, showState, type RuleState } from './ruleDocuments';
import { isRuleVersionItem, targetOf } from './ruleItem';
import type { ChosenRule, RuleParts } from './ruleParts';
import { restoreVersion } from './restoreRule';

/** *Show Rule*: a rule, or one of its versions, as a document. */
export async function showRule(parts: RuleParts, given: readonly unknown[]): Promise<void> {
  const chosen = await chooseRule(parts, given, t('Show Rule'));
  const [row] = selectedRows(given.slice(0, 1), isRuleVersionItem);
  const state = await readState(parts, chosen, row?.value.version.version);
  await showState(parts.workbench.documents, chosen, state, actionsOn(parts, chosen, state));
}

/** *Compare Rule Versions…*: any two versions, or a version and the rule as it is now. */
export async function compareVersions(parts: RuleParts, given: readonly unknown[]): Promise<void> {
  const title = t('Compare Rule Versions');
  const selected = selectedRows(given, isRuleVersionItem);
  const chosen = await chooseRule(parts, given, title);
  const known = selected
    .filter(({ value }) => targetOf(value).guid === chosen.target.guid)
    .map(({ value }) => value.version.version)
    .sort((one, other) => one - other);
  const { platforms, workbench } = parts;
  const client = await platforms.clientFor(chosen.connection);
  const versions = known.length >= 2 ? [] : await listedVersions(client, chosen.target);
  const [one, two] = known;
  const first =
    one ?? (await chooseVersion(workbench.prompts, versions, { title, placeholder: t('Which version?') }));
  const second = known.length >= 2 ? two : await chooseOther(parts, versions, title, first);
  const [left, right] = [await readState(parts, chosen, first), await readState(parts, chosen, second)];
  await compareStates(workbench.documents, chosen, left, right);
}

type Versions = Awaited<ReturnType<typeof listedVersions>>;

/** Undefined: the rule as it is now. */
async function chooseOther(
  { workbench: { prompts } }: RuleParts,
  versions: Versions,
  title: string,
  first: number,
): Promise<number | undefined> {
  const withVersion = await prompts.pick({
    title,
    placeholder: t('Compare version {0} with what?', first),
    choices: [
      { label: t('The Current Rule'), icon: 'shield', value: false },
      { label: t('Another Version…'), icon: 'history', value: true },
    ],
  });
  if (!withVersion) return undefined;
  return chooseVersion(prompts, versions, { title, placeholder: t('With which version?'), leaveOut: first });
}

/** Rejects where the service offers no way to read it: there is nothing to show then. */
async function readState(
  { platforms }: RuleParts,
  { connection, target }: ChosenRule,
  version: number | undefined,
): Promise<RuleState> {
  const client = await platforms.clientFor(connection);
  const state = await withProgress(t('Reading {0}…', target.name), async (signal) => {
    if (version === undefined) {
      const rule = await readRule(client, target, signal);
      return rule && { version: undefined, rule: rule.raw };
    }
    const snapshot = await readVersion(client, target, version, signal);
    return snapshot && { version: snapshot, rule: snapshot.rule };
  });
  if (state === undefined) throw new Error(t('This service does not let rules and their versions be read.'));
  return state;
}

function actionsOn(parts: RuleParts, chosen: ChosenRule, state: RuleState): readonly DocumentAction[] {
  const { version } = state;
  if (version === undefined) return [];
  return [
    {
      label: t('Compare with Current'),
      run: async () =>
        compareStates(parts.workbench.documents, chosen, state, await readState(parts, chosen, undefined)),
    },
    {
      label: t('Restore This Version…'),
      run: async () => restoreVersion(parts, chosen, version.version),
    },
  ];
}
