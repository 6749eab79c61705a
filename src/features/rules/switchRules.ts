import { switchRule } from '../../api/operations/rules';
import { t } from '../../shared/localize';
import { confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/connection';
import { recordWrite, readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import type { ProgressReport } from '../../ui/prompts/progress';
import { pickRules } from './pickRule';
import { readRule } from './readRule';
import type { RuleTarget } from './ruleItem';
import type { RuleDeps } from './ruleDeps';
import { failedSwitch, switchEach, switchNotice } from './switchOutcome';
import type { SwitchResult } from './switchOutcome';

/** *Enable* and *Disable* for rules of one connection. */
export async function switchRules(deps: RuleDeps, args: readonly unknown[], enabled: boolean): Promise<void> {
  const title = enabled ? t('Enable Rules') : t('Disable Rules');
  const { connection, value: targets } = await pickRules(deps, args, title);
  await deps.platforms.ensureWritable(connection);
  await confirmSwitch(deps, connection, targets, enabled);
  const switching = async (signal: AbortSignal, report: ProgressReport): Promise<readonly SwitchResult[]> =>
    switchEach(
      targets,
      async (target) => switchOne(deps, connection, target, enabled, signal),
      signal,
      report,
    );
  const operation = enabled ? 'enable rules' : 'disable rules';
  const results = await recordWrite(
    deps.ui.log,
    { connection, operation, names: targets.map(({ name }) => name) },
    async () => withProgress(title, switching),
    (done) => done.map(({ outcome }) => outcome).join(', '),
  );
  await deps.ui.prompts.notify(switchNotice(connection.name, results, enabled));
}

async function confirmSwitch(
  { ui }: RuleDeps,
  connection: Connection,
  targets: readonly RuleTarget[],
  enabled: boolean,
): Promise<void> {
  const [name, environment] = [connection.name, environmentLabel(connection.environment)];
  await confirmWithDetails(ui.prompts, {
    message: enabled
      ? t('Enable these rules on {0} ({1}): {2}?', name, environment, targets.length)
      : t('Disable these rules on {0} ({1}): {2}?', name, environment, targets.length),
    detail: targets.map((target) => target.name).join('\n'),
    buttons: [{ label: enabled ? t('Enable') : t('Disable'), value: true }],
    details: [
      requestDetail(ui.documents, connection, () =>
        targets.map((target) => switchRule(target.kind, target.guid, enabled)),
      ),
    ],
  });
}

async function switchOne(
  { platforms, section, ui }: RuleDeps,
  connection: Connection,
  target: RuleTarget,
  enabled: boolean,
  signal: AbortSignal,
): Promise<SwitchResult> {
  const client = await platforms.clientFor(connection);
  try {
    await sendWrite(async () => client.send(switchRule(target.kind, target.guid, enabled), signal));
  } catch (error) {
    return failedSwitch(target, error);
  }
  const rule = await readAfterWrite(ui.log, async () => readRule(client, target));
  if (rule !== undefined) await section.changed(connection, target.kind, rule);
  return { target, outcome: 'done' };
}
