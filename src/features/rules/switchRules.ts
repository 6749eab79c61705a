import { isMissingOperation, RefusedError } from '../../api/errors';
import { switchRule } from '../../api/operations/rules';
import { t } from '../../shared/localize';
import { Cancelled } from '../../ui/prompts/cancelled';
import { confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerNode';
import { describeFailure } from '../../ui/failures/failureText';
import { isUnknownOutcome, recordWrite, readAfterWrite, sendWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import type { ProgressReport } from '../../ui/prompts/progress';
import { chooseRule } from './chooseRule';
import { readRule } from './ruleDocuments';
import { isRuleItem, targetOf } from './ruleItem';
import type { RuleTarget } from './ruleItem';
import type { RuleDeps } from './index';

/** *Enable* and *Disable* for rules of one connection. */
export async function switchRules(
  deps: RuleDeps,
  given: readonly unknown[],
  enabled: boolean,
): Promise<void> {
  const title = enabled ? t('Enable Rules') : t('Disable Rules');
  const { connection, targets } = await chosenRules(deps, given, title);
  await deps.platforms.ensureWritable(connection);
  await confirmSwitch(deps, connection, targets, enabled);
  await deps.platforms.ensureWritable(connection);
  const switching = async (signal: AbortSignal, report: ProgressReport): Promise<readonly SwitchResult[]> => {
    const done: SwitchResult[] = [];
    for (const [index, target] of targets.entries()) {
      report({ message: t('{0} of {1}', index + 1, targets.length) });
      done.push(
        signal.aborted
          ? { target, outcome: 'unsent', reason: t('not sent') }
          : await switchOne(deps, connection, target, enabled, signal),
      );
    }
    return done;
  };
  const operation = enabled ? 'enable rules' : 'disable rules';
  const results = await recordWrite(
    deps.ui.log,
    { connection, operation, names: targets.map(({ name }) => name) },
    async () => withProgress(title, switching),
    (done) => done.map(({ outcome }) => outcome).join(', '),
  );
  await tell(deps, connection, results, enabled);
}

interface SwitchResult {
  readonly target: RuleTarget;
  readonly outcome: 'done' | 'already' | 'failed' | 'unknown' | 'unsent';
  readonly reason?: string;
}

async function chosenRules(
  deps: RuleDeps,
  given: readonly unknown[],
  title: string,
): Promise<{ readonly connection: Connection; readonly targets: readonly RuleTarget[] }> {
  const selected = selectedRows(given, isRuleItem);
  const [first] = selected;
  if (first === undefined) {
    const { connection, target } = await chooseRule(deps, given, title);
    return { connection, targets: [target] };
  }
  if (selected.some(({ connection }) => connection.name !== first.connection.name)) {
    await deps.ui.prompts.notify({
      severity: 'warning',
      message: t('The selection spans several connections. Select rules of one connection only.'),
    });
    throw new Cancelled();
  }
  return { connection: first.connection, targets: selected.map(({ value }) => targetOf(value)) };
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
    if (isAlready(error)) return { target, outcome: 'already' };
    const isMissing = isMissingOperation(error);
    const reason = isMissing ? t('This platform does not support it.') : describeFailure(error).sentence;
    return { target, outcome: isUnknownOutcome(error) ? 'unknown' : 'failed', reason };
  }
  const rule = await readAfterWrite(ui.log, async () => readRule(client, target));
  if (rule !== undefined) await section.changed(connection, target.kind, rule);
  return { target, outcome: 'done' };
}

function isAlready(error: unknown): boolean {
  return error instanceof RefusedError && / is already (enabled|disabled): /.test(error.message);
}

async function tell(
  { ui }: RuleDeps,
  connection: Connection,
  results: readonly SwitchResult[],
  enabled: boolean,
): Promise<void> {
  const count = (outcome: SwitchResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  const failed = results.filter(({ outcome }) => outcome !== 'done' && outcome !== 'already');
  const [done, already] = [count('done'), count('already')];
  const alreadyText = enabled ? t('Already enabled: {0}.', already) : t('Already disabled: {0}.', already);
  const sentences = [
    enabled ? t('Rules enabled: {0}.', done) : t('Rules disabled: {0}.', done),
    ...(already === 0 ? [] : [alreadyText]),
    ...failed.map(({ target, reason }) => `${target.name}: ${reason ?? ''}`),
  ];
  await ui.prompts.notify({
    severity: failed.length === 0 ? 'information' : 'warning',
    message: `${connection.name}: ${sentences.join(' ')}`,
  });
}
