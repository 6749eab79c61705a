import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentAction, ReadOnlyDocument } from '../../ui/documents/documentSource';
import { connectionLabel } from '../../ui/connections/environment';
import { withProgress } from '../../ui/prompts/progress';
import { readState } from './readState';
import { restoreVersion } from './restoreRule';
import { parseRulePath } from './ruleAddress';
import { compareStates } from './ruleDocuments';
import type { RuleState } from './ruleDocuments';
import type { ChosenRule, RuleDeps } from './ruleDeps';
import { ruleText } from './ruleText';
import { joined, kindLabel, versionDescription, versionLabel } from './ruleWords';

/** The document of a rule or one of its versions. Undefined for other paths. */
export async function readRuleDocument(
  deps: RuleDeps,
  connection: Connection,
  path: readonly string[],
  signal: AbortSignal,
): Promise<ReadOnlyDocument | undefined> {
  const address = parseRulePath(path);
  if (address === undefined) return undefined;
  const chosen = { connection, target: address.target };
  const client = await deps.platforms.clientFor(connection);
  const state = await readState(client, chosen.target, address.version, signal);
  return {
    text: () => ruleText(state.rule, headingOf(chosen, state)),
    actions: actionsOn(deps, chosen, state, client),
  };
}

function headingOf({ connection, target }: ChosenRule, { version }: RuleState): readonly string[] {
  const where = connectionLabel(connection);
  const rule = joined([target.name, kindLabel(target.kind), where]);
  return version === undefined
    ? [rule]
    : [rule, joined([versionLabel(version.version), versionDescription(version)])];
}

function actionsOn(
  deps: RuleDeps,
  chosen: ChosenRule,
  state: RuleState,
  client: PlatformClient,
): readonly DocumentAction[] {
  const { version } = state;
  if (version === undefined) return [];
  const compare = async (): Promise<void> => {
    const current = await withProgress(t('Reading {0}…', chosen.target.name), async (signal) =>
      readState(client, chosen.target, undefined, signal),
    );
    await compareStates(deps.ui.documents, chosen, state, current);
  };
  return [
    { label: t('Compare with Current'), run: compare },
    {
      label: t('Restore This Version…'),
      run: async () => restoreVersion(deps, chosen, version.version),
    },
  ];
}
