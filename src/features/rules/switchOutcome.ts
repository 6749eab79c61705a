import { isMissingOperation, RejectedError, WritesLockedError } from '../../api/errors';
import { t } from '../../shared/localize';
import { describeFailure } from '../../ui/failures/failureText';
import type { ProgressReport } from '../../ui/prompts/progress';
import type { Notice } from '../../ui/prompts/prompts';
import { isUnknownOutcome } from '../../ui/writes/recordWrite';
import type { RuleTarget } from './ruleItem';

export interface SwitchResult {
  readonly target: RuleTarget;
  readonly outcome: 'done' | 'already' | 'failed' | 'unknown' | 'unsent';
  readonly reason?: string;
}

/** Enables or disables one rule after another, until it is canceled or writes are locked. */
export async function switchEach(
  targets: readonly RuleTarget[],
  switchOne: (target: RuleTarget) => Promise<SwitchResult>,
  signal: AbortSignal,
  report: ProgressReport,
): Promise<readonly SwitchResult[]> {
  const done: SwitchResult[] = [];
  for (const [index, target] of targets.entries()) {
    report({ message: t('{0} of {1}', index + 1, targets.length) });
    const isEnded = signal.aborted || done.at(-1)?.outcome === 'unsent';
    done.push(isEnded ? { target, outcome: 'unsent', reason: t('not sent') } : await switchOne(target));
  }
  return done;
}

export function failedSwitch(target: RuleTarget, error: unknown): SwitchResult {
  if (isAlready(error)) return { target, outcome: 'already' };
  if (error instanceof WritesLockedError) return { target, outcome: 'unsent', reason: error.message };
  const isMissing = isMissingOperation(error);
  const reason = isMissing ? t('This platform does not support it.') : describeFailure(error).sentence;
  return { target, outcome: isUnknownOutcome(error) ? 'unknown' : 'failed', reason };
}

function isAlready(error: unknown): boolean {
  return error instanceof RejectedError && / is already (enabled|disabled): /.test(error.message);
}

/** Tells how many rules were changed, and why the others were not. */
export function switchNotice(
  connection: string,
  results: readonly SwitchResult[],
  enabled: boolean,
): Notice<never> {
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
  return {
    severity: failed.length === 0 ? 'information' : 'warning',
    message: `${connection}: ${sentences.join(' ')}`,
  };
}
