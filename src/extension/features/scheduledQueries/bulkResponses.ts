import { t } from '../../../core/base/localize';
import type { BulkResult } from '../../../core/interface/bulk';
import { isSameGuid } from '../../../core/interface/guid';
import type { GuidMap } from '../../../core/interface/guid';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { BulkTarget, ItemResult } from '../../ui/writes/bulkResults';
import { isRunning } from './scheduledQueryItem';

export type Records = GuidMap<ScheduledQuery>;

/**
 * Determines which queries were removed: the platform returns failures by GUID and otherwise only a number,
 * so the remaining records decide, if they can be read.
 */
export function resultsOfRemoval(
  targets: readonly BulkTarget[],
  response: BulkResult,
  remaining: Records | undefined,
): readonly ItemResult[] {
  return targets.map((target) => {
    const failure = failureOf(target, response);
    if (failure !== undefined) return failure;
    if (response.skipped === 0) return { item: target, outcome: 'done' };
    if (remaining === undefined) return notRead(target);
    return { item: target, outcome: remaining.has(target.guid) ? 'skipped' : 'done' };
  });
}

/** Determines which queries were stopped by their changed state; the platform only returns a number. */
export function resultsOfStop(
  targets: readonly BulkTarget[],
  response: BulkResult,
  before: Records,
  after: Records | undefined,
): readonly ItemResult[] {
  const resultOf = (target: BulkTarget): ItemResult => {
    if (response.skipped === 0) return { item: target, outcome: 'done' };
    if (after === undefined) return notRead(target);
    const [earlier, later] = [before.get(target.guid), after.get(target.guid)];
    if (later !== undefined && isRunning(later)) return { item: target, outcome: 'skipped' };
    const isDone = response.succeeded > 0 && hasEnded(earlier, later);
    return { item: target, outcome: isDone ? 'done' : 'unchanged' };
  };
  return targets.map((target) => failureOf(target, response) ?? resultOf(target));
}

function notRead(target: BulkTarget): ItemResult {
  const reason = t('The platform responded, but the individual results could not be read.');
  return { item: target, outcome: 'unknown', reason };
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

function failureOf(target: BulkTarget, { failures }: BulkResult): ItemResult | undefined {
  const failure = failures.find(({ id }) => isSameGuid(id, target.guid));
  if (failure === undefined) return undefined;
  if (failure.reason === 'scheduled-query-not-found')
    return { item: target, outcome: 'conflict', cause: 'deleted' };
  return { item: target, outcome: 'rejected', reason: failure.reason };
}
