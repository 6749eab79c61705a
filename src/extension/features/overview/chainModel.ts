import { groupedBy } from '../../../core/base/groupedBy';
import { t } from '../../../core/base/localize';
import type { ChainNode, Chains, ChainState, ScheduleCounts } from '../../../core/pages/overview';
import type { QueryState } from '../../ui/connections/queryRecords';
import { hasFailed, isFailure, runStateOf } from '../../../core/interface/scheduledQueryFields';
import { GuidMap, GuidSet } from '../../../core/interface/guid';

type ByGuid = GuidMap<QueryState>;

/** Why a dependent does not run: its preceding query is missing, disabled, failed, or waiting itself. */
export type BlockReason = 'missing' | 'disabled' | 'failed' | 'waiting';

/** The chains of schedules as a graph; other schedules are only counted. */
export function chainModel(
  all: readonly QueryState[],
  describeTrigger: (query: QueryState) => string,
): Chains {
  const byGuid = new GuidMap(all.map((query) => [query.guid, query]));
  const preceding = new GuidSet(all.map(precedingOf).filter((guid) => guid !== undefined));
  const linked = all.filter((query) => precedingOf(query) !== undefined || preceding.has(query.guid));
  const missing = new GuidMap<string>();
  for (const query of linked) {
    const guid = precedingOf(query);
    if (guid !== undefined && !byGuid.has(guid)) missing.set(guid, query.precedingName ?? guid);
  }
  const nodes = linked.map((query): ChainNode => {
    const hold = blockReasonOf(query, byGuid);
    return {
      guid: query.guid,
      name: query.name,
      state: stateOf(query, hold),
      preceding: writtenAs(precedingOf(query), byGuid),
      action: precedingOf(query) === undefined ? null : (query.precedingAction ?? null),
      held: hold !== undefined,
      trigger: describeTrigger(query),
    };
  });
  const missingNodes = [...missing].map(([guid, name]): ChainNode => ({
    guid,
    name,
    state: 'missing',
    preceding: null,
    action: null,
    held: false,
    trigger: t('no longer exists'),
  }));
  return { nodes: [...missingNodes, ...nodes], alone: all.length - linked.length };
}

/** How many schedules there are of each kind, and which one runs longest. */
export function scheduleCounts(all: readonly QueryState[]): ScheduleCounts {
  const counts = { cron: 0, dependent: 0, other: 0, disabled: 0 };
  for (const { enabled, triggerType } of all) {
    if (!enabled) counts.disabled += 1;
    else if (triggerType === 'cron') counts.cron += 1;
    else if (triggerType === 'workflow') counts.dependent += 1;
    else counts.other += 1;
  }
  return { ...counts, longest: longestOf(all) };
}

function longestOf(all: readonly QueryState[]): ScheduleCounts['longest'] {
  let longest: ScheduleCounts['longest'] = null;
  for (const { guid, name, enabled, elapsedTime } of all) {
    const elapsed = Number(elapsedTime ?? 0);
    if (enabled && elapsed > (longest?.elapsed ?? 0)) longest = { guid, name, elapsed };
  }
  return longest;
}

/** The GUID as its own node has it, so that the page can compare them. */
function writtenAs(guid: string | undefined, byGuid: ByGuid): string | null {
  return guid === undefined ? null : (byGuid.get(guid)?.guid ?? guid.toLowerCase());
}

/** Undefined if no preceding query prevents it from running. */
export function blockReasonOf(
  query: QueryState,
  byGuid: ByGuid,
  seen = new GuidSet(),
): BlockReason | undefined {
  const guid = precedingOf(query);
  if (guid === undefined) return undefined;
  const preceding = byGuid.get(guid);
  if (preceding === undefined) return 'missing';
  if (!preceding.enabled) return 'disabled';
  if (query.precedingAction === 'succeeded' && isFailure(preceding.resultState)) return 'failed';
  // A cycle never starts, and must not be followed forever.
  if (seen.has(query.guid)) return 'waiting';
  seen.add(query.guid);
  return blockReasonOf(preceding, byGuid, seen) === undefined ? undefined : 'waiting';
}

/** Finds all direct and indirect dependents of a schedule. */
export function dependentsByGuid(all: readonly QueryState[]): (guid: string) => readonly string[] {
  const dependents = groupedBy(all, (query) => precedingOf(query)?.toLowerCase());
  return (guid) => {
    const reached = new GuidSet([guid]);
    for (const next of reached) for (const query of dependents.get(next) ?? []) reached.add(query.guid);
    return [...reached].slice(1);
  };
}

function precedingOf(query: QueryState): string | undefined {
  return query.triggerType === 'workflow' ? query.precedingGuid : undefined;
}

function stateOf(query: QueryState, hold: BlockReason | undefined): ChainState {
  if (runStateOf(query.runningState) === 'running') return 'running';
  if (!query.enabled) return 'disabled';
  if (hasFailed(query.resultState, query.lastFailureReason)) return 'failed';
  return hold === undefined ? 'ok' : 'waiting';
}
