import { rejectionText } from '../../language/problem';
import { t } from '../../shared/localize';
import type { OverviewAction } from '../../shared/protocol/overview';
import type { QueryState } from '../../ui/connections/queryRecords';
import { isFailure, runStateOf } from '../../shared/wire/scheduledQuery';
import { dependentsByGuid, blockReasonOf } from './chainModel';
import type { BlockReason } from './chainModel';
import { timestampOf } from './knownTable';
import type { Clock } from '../../ui/format/platformClock';
import { minute } from './clock';
import { dueBetween, lastDue } from './cronTimes';
import { GuidMap } from '../../shared/wire/guid';
import type { Issue } from './groupIssues';

/** Enabled schedules whose last run failed. */
export function failedSchedules(all: readonly QueryState[]): readonly Issue[] {
  return all.filter(isFailing).map((query) => {
    const reason = query.lastFailureReason;
    const sentence =
      reason === undefined
        ? t('The last run failed. The platform gave no reason.')
        : t('The last run failed: {0}', rejectionText(reason));
    return {
      id: `failed ${query.guid}`,
      kind: 'failed',
      subject: query.name,
      sentence,
      common: { key: reason ?? '', sentence },
      since: timestampOf(query.lastFailureTime ?? query.lastRunTime),
      actions: [
        { kind: 'openQuery', guid: query.guid, name: query.name },
        { kind: 'editQuery', guid: query.guid, name: query.name },
        { kind: 'notebookOfQuery', guid: query.guid, name: query.name },
      ],
    };
  });
}

/** Dependents that cannot run. Only the first of a chain is listed, with the number of its dependents. */
export function waitingSchedules(all: readonly QueryState[]): readonly Issue[] {
  const byGuid = new GuidMap(all.map((query) => [query.guid, query]));
  const behindEach = dependentsByGuid(all);
  return all.flatMap((query): readonly Issue[] => {
    const hold = query.enabled ? blockReasonOf(query, byGuid) : undefined;
    if (hold === undefined || hold === 'waiting') return [];
    const preceding = byGuid.get(query.precedingGuid ?? '');
    const name = nameOfPreceding(query, preceding);
    const others = behindEach(query.guid).length;
    const rest = others === 0 ? '' : ` ${t('Queries that run after it: {0}.', others)}`;
    return [
      {
        id: `waiting ${query.guid}`,
        kind: 'waiting',
        subject: query.name,
        sentence: holdSentence(hold, name) + rest,
        common: { key: `${hold} ${query.precedingGuid ?? ''}`, sentence: commonHoldSentence(hold, name) },
        since: hold === 'failed' ? timestampOf(preceding?.lastFailureTime) : null,
        actions: [...helpFor(hold, preceding), { kind: 'editQuery', guid: query.guid, name: query.name }],
      },
    ];
  });
}

function nameOfPreceding(query: QueryState, preceding: QueryState | undefined): string {
  return preceding?.name ?? query.precedingName ?? query.precedingGuid ?? '?';
}

/** The actions apply to the preceding schedule, if it still exists. */
function helpFor(hold: BlockReason, preceding: QueryState | undefined): readonly OverviewAction[] {
  if (preceding === undefined) return [];
  const { guid, name } = preceding;
  return [{ kind: hold === 'disabled' ? 'enableQuery' : 'openQuery', guid, name }];
}

function holdSentence(hold: 'missing' | 'disabled' | 'failed', name: string): string {
  switch (hold) {
    case 'missing':
      return t('It never runs because it runs after {0}, which no longer exists.', name);
    case 'disabled':
      return t('It waits for {0}, which is disabled.', name);
    case 'failed':
      return t('It waits for {0}, whose last run failed.', name);
  }
}

function commonHoldSentence(hold: 'missing' | 'disabled' | 'failed', name: string): string {
  switch (hold) {
    case 'missing':
      return t('They never run because they run after {0}, which no longer exists.', name);
    case 'disabled':
      return t('They wait for {0}, which is disabled.', name);
    case 'failed':
      return t('They wait for {0}, whose last run failed.', name);
  }
}

function isFailing(query: Pick<QueryState, 'enabled' | 'resultState'>): boolean {
  return query.enabled && isFailure(query.resultState);
}

/** A run may wait in the queue, and clocks differ. */
const grace = 5 * minute;
const maxCounted = 10;

/** Enabled schedules that were due and did not run. */
export function lateSchedules(all: readonly QueryState[], serverClock: Clock, now: number): readonly Issue[] {
  return all.flatMap((query) => lateItem(query, serverClock, now));
}

function lateItem(query: QueryState, serverClock: Clock, now: number): readonly Issue[] {
  const cron = cronOf(query);
  if (cron === undefined) return [];
  const due = lastDue(cron, now - grace, serverClock);
  const { ran, since } = timesOf(query);
  if (due === undefined || since === 0 || since >= due - minute) return [];
  const missed = dueBetween(cron, since + minute, now - grace, serverClock, maxCounted);
  const own = { guid: query.guid, name: query.name };
  return [
    {
      id: `late ${query.guid}`,
      kind: 'late',
      subject: query.name,
      sentence: sentenceFor(ran !== null, missed),
      common: { key: '', sentence: t('They were due but did not run.') },
      since: due,
      actions: [
        { kind: 'editQuery', ...own },
        { kind: 'openQuery', ...own },
        { kind: 'notebookOfQuery', ...own },
      ],
    },
  ];
}

interface ScheduleTimes {
  readonly ran: number | null;
  /** A changed schedule is due only after the change. */
  readonly since: number;
}

/** Parsed once: of thousands of records, few are others after a reading. */
const knownTimes = new WeakMap<QueryState, ScheduleTimes>();

function timesOf(query: QueryState): ScheduleTimes {
  const known = knownTimes.get(query);
  if (known !== undefined) return known;
  const ran = timestampOf(query.lastRunTime);
  const times = { ran, since: Math.max(ran ?? 0, timestampOf(query.updated ?? query.created) ?? 0) };
  knownTimes.set(query, times);
  return times;
}

/** The cron expression of a waiting schedule. With an unknown state, it may be running. */
function cronOf(query: QueryState): string | undefined {
  const waits = query.enabled && query.triggerType === 'cron' && runStateOf(query.runningState) === 'stopped';
  return waits ? query.cronSchedule : undefined;
}

function sentenceFor(hasRun: boolean, missed: number): string {
  if (!hasRun) return t('It was due but has never run.');
  if (missed >= maxCounted) return t('It missed {0} or more runs.', maxCounted);
  return missed > 1 ? t('It missed {0} runs.', missed) : t('It missed a run.');
}
