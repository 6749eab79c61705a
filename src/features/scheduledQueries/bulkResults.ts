import { t } from '../../shared/localize';
import type { BulkResult } from '../../shared/wire/bulk';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { isRunning } from './scheduledQueryItem';

/** A scheduled query that an action applies to. */
export type Target = Pick<ScheduledQuery, 'guid' | 'name'>;

/**
 * `unchanged`: already in the requested state. `running`: skipped because it is running. `failed`: certainly
 * not done. `unknown`: sent, but the outcome is unknown. `unsent`: not sent.
 */
export type Outcome = 'done' | 'unchanged' | 'running' | 'notFound' | 'failed' | 'unknown' | 'unsent';

export interface ItemResult {
  readonly target: Target;
  readonly outcome: Outcome;
  readonly reason?: string | undefined;
}

export type Records = ReadonlyMap<string, ScheduledQuery>;

/**
 * Determines which queries were removed: the platform returns failures by GUID and otherwise only a number,
 * so the remaining records decide, if they can be read.
 */
export function resultsOfRemoval(
  targets: readonly Target[],
  answer: BulkResult,
  remaining: Records | undefined,
): readonly ItemResult[] {
  return targets.map((target) => {
    const failure = failureOf(target, answer);
    if (failure !== undefined) return failure;
    if (answer.skipped === 0) return { target, outcome: 'done' };
    if (remaining === undefined) return notRead(target);
    return { target, outcome: remaining.has(target.guid) ? 'running' : 'done' };
  });
}

/** Determines which queries were stopped by their changed state; the platform only returns a number. */
export function resultsOfStop(
  targets: readonly Target[],
  answer: BulkResult,
  before: Records,
  after: Records | undefined,
): readonly ItemResult[] {
  const resultOf = (target: Target): ItemResult => {
    if (answer.skipped === 0) return { target, outcome: 'done' };
    if (after === undefined) return notRead(target);
    const [earlier, later] = [before.get(target.guid), after.get(target.guid)];
    if (later !== undefined && isRunning(later)) return { target, outcome: 'running' };
    const isDone = answer.succeeded > 0 && hasEnded(earlier, later);
    return { target, outcome: isDone ? 'done' : 'unchanged' };
  };
  return targets.map((target) => failureOf(target, answer) ?? resultOf(target));
}

function notRead(target: Target): ItemResult {
  const reason = t('The platform responded, but the individual results could not be read.');
  return { target, outcome: 'unknown', reason };
}

/**
 * Independent of state names: a stopped query has another state than before. A run that started and was
 * stopped between the two reads shows in the time of the last run.
 */
function hasEnded(earlier: ScheduledQuery | undefined, later: ScheduledQuery | undefined): boolean {
  if (earlier === undefined) return false;
  if (isRunning(earlier)) return true;
  return earlier.runningState !== later?.runningState || earlier.lastRunTime !== later?.lastRunTime;
}

function failureOf(target: Target, { failures }: BulkResult): ItemResult | undefined {
  const failure = failures.find(({ id }) => id.toLowerCase() === target.guid.toLowerCase());
  if (failure === undefined) return undefined;
  if (failure.reason === 'scheduled-query-not-found') return { target, outcome: 'notFound' };
  return { target, outcome: 'failed', reason: failure.reason };
}

export function ofOutcome(
  results: readonly ItemResult[],
  ...outcomes: readonly Outcome[]
): readonly Target[] {
  return results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ target }) => target);
}

export function guidsOf(targets: readonly Target[]): readonly string[] {
  return targets.map(({ guid }) => guid);
}

export type BulkAction = 'stop' | 'delete' | 'recreate' | 'enable' | 'disable';

export function outcomeLabel(action: BulkAction, outcome: Outcome): string {
  switch (outcome) {
    case 'done':
      return doneLabels[action]();
    case 'unchanged':
      return unchangedLabels[action]();
    case 'running':
      return action === 'stop' ? t('still running') : t('skipped because running');
    case 'notFound':
      return t('not found');
    case 'failed':
      return t('failed');
    case 'unknown':
      return t('unknown');
    case 'unsent':
      return t('not sent');
  }
}

const doneLabels: Readonly<Record<BulkAction, () => string>> = {
  stop: () => t('stopped'),
  delete: () => t('deleted'),
  recreate: () => t('re-created'),
  enable: () => t('enabled'),
  disable: () => t('disabled'),
};

const unchangedLabels: Readonly<Record<BulkAction, () => string>> = {
  stop: () => t('already stopped'),
  delete: () => t('unchanged'),
  recreate: () => t('unchanged'),
  enable: () => t('already enabled'),
  disable: () => t('already disabled'),
};
