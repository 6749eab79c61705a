import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connection';
import type { DocumentAction, ReadOnlyDocument } from '../../ui/documentSource';
import { environmentLabel } from '../../ui/environment';
import { withProgress } from '../../ui/progress';
import { readState } from './readState';
import { restoreVersion } from './restoreRule';
import { parseRulePath } from './ruleAddress';
import { compareStates } from './ruleDocuments';
import type { RuleState } from './ruleDocuments';
import type { ChosenRule, RuleParts } from './ruleParts';
import { ruleText } from './ruleText';
import { joined, kindLabel, versionDescription, versionLabel } from './ruleWords';

/** The document with a rule as it is now, or one of its versions. Undefined for the path of anything else. */
export async function readRuleDocument(
  parts: RuleParts,
  connection: Connection,
  path: readonly string[],
  signal: AbortSignal,
): Promise<ReadOnlyDocument | undefined> {
  const address = parseRulePath(path);
  if (address === undefined) return undefined;
  const chosen = { connection, target: address.target };
  const client = await parts.platforms.clientFor(connection);
  const state = await readState(client, chosen.target, address.version, signal);
  return {
    text: ruleText(state.rule, headingOf(chosen, state)),
    actions: actionsOn(parts, chosen, state, client),
  };
}

function headingOf({ connection, target }: ChosenRule, { version }: RuleState): readonly string[] {
  const where = `${connection.name} (${environmentLabel(connection.environment)})`;
  const rule = joined([target.name, kindLabel(target.kind), where]);
  return version === undefined
    ? [rule]
    : [rule, joined([versionLabel(version.version), versionDescription(version)])];
}

function actionsOn(
  parts: RuleParts,
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
    await compareStates(parts.workbench.documents, chosen, state, current);
  };
  return [
    { label: t('Compare with Current'), run: compare },
    {
      label: t('Restore This Version…'),
      run: async () => restoreVersion(parts, chosen, version.version),
    },
  ];
}
