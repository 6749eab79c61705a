import { switchRule } from '../../../core/api/operations/rules';
import { t } from '../../../core/base/localize';
import type { Connection } from '../../ui/connections/connection';
import { enablingPlan, oneByOne, runBulk } from '../../ui/writes/bulkFlow';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import type { ItemResult } from '../../ui/writes/bulkResults';
import { readAfterWrite, sendWrite } from '../../ui/writes/sendAndLog';
import { failedEnabling } from './failedEnabling';
import { pickRules, readRule } from './pickRule';
import type { RuleTarget } from '../../ui/access';
import type { RuleDeps } from './rulesSection';

/** *Enable* and *Disable* for rules of one connection. */
export async function enableRules(deps: RuleDeps, args: readonly unknown[], enabled: boolean): Promise<void> {
  const title = enabled ? t('Enable Rules') : t('Disable Rules');
  const { connection, value } = await pickRules(deps, args, title);
  const plan = (targets: readonly RuleTarget[]): BulkPlan<RuleTarget> => ({
    ...enablingPlan(enabled, title, targets, (count, location) =>
      enabled
        ? t('Enable {0} rules on {1}?', count, location)
        : t('Disable {0} rules on {1}?', count, location),
    ),
    operations: (chunk) => chunk.map(({ kind, guid }) => switchRule(kind, guid, enabled)),
    ...oneByOne(async (target, signal) => setEnabled(deps, connection, target, enabled, signal)),
  });
  await runBulk(deps, value, { connection, kind: 'rules', prepare: (targets) => () => plan(targets) });
}

async function setEnabled(
  { platforms, section, ui }: RuleDeps,
  connection: Connection,
  target: RuleTarget,
  enabled: boolean,
  signal: AbortSignal,
): Promise<ItemResult<RuleTarget>> {
  const client = await platforms.clientFor(connection);
  try {
    await sendWrite(async () => client.send(switchRule(target.kind, target.guid, enabled), signal));
  } catch (error) {
    return failedEnabling(target, error);
  }
  const rule = await readAfterWrite(ui.log, async () => readRule(client, target));
  if (rule !== undefined) await section.changed(connection, target.kind, rule);
  return { item: target, outcome: 'done' };
}
