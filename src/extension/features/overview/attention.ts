import { attentionKinds } from '../../../core/pages/overview';
import type { OverviewAction } from '../../../core/pages/overview';
import type { AuditLog } from '../../../core/interface/auditLog';
import type { Clock } from '../../../core/time/zones';
import type { QuerySummary, QueryState } from '../../ui/connections/queryRecords';
import { expiringTables, silentTables, formatSpan } from './tableIssues';
import type { ArrivalInterval } from './tableIssues';
import { timestampOf } from './knownTable';
import type { KnownTable } from './knownTable';
import { actionsOn } from './groupIssues';
import type { Issue } from './groupIssues';
import { getOrAdd } from '../../../core/base/getOrAdd';
import { groupedBy } from '../../../core/base/groupedBy';
import { rejectionText } from '../../../core/language/problem';
import { t } from '../../../core/base/localize';
import { hasFailed, runStateOf } from '../../../core/interface/scheduledQueryFields';
import { dependentsByGuid, blockReasonOf } from './chainModel';
import type { BlockReason } from './chainModel';
import { minute } from '../../../core/time/durations';
import { dueBetween, lastDue } from '../../../core/time/cron';
import { GuidMap } from '../../../core/interface/guid';
import { shownUser } from '../../../core/privacy/hiddenValues';
import type { ListedQuery } from '../../../core/interface/listedQuery';
import { textHashOf } from '../../ui/connections/queryRecords';

/** The data of the checks; empty where it could not be read, which is reported separately. */
export interface Known {
  readonly now: number;
  readonly schedules: readonly QuerySummary[];
  /** By which cron expressions are evaluated. */
  readonly serverClock: Clock;
  readonly tables: readonly KnownTable[];
  /** By table name. */
  readonly arrivalIntervals: ReadonlyMap<string, ArrivalInterval>;
  readonly running: readonly ListedQuery[];
  /** Of the last day, newest first. */
  readonly audits: readonly AuditLog[];
}

/** Everything that requires attention, most urgent first; within a kind, newest first. */
export function attentionIssues(known: Known): readonly Issue[] {
  const issues = [
    ...failedSchedules(known.schedules),
    ...known.schedules.flatMap((query) => lateItem(query, known.serverClock, known.now)),
    ...waitingSchedules(known.schedules),
    ...silentTables(known.tables, known.arrivalIntervals, known.now),
    ...expiringTables(known.tables, known.now),
    ...longQueries(known.running, known.schedules, known.now),
    ...rejectedWrites(known.audits, known.schedules),
  ];
  return issues.toSorted(
    (one, other) =>
      attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
      (other.since ?? 0) - (one.since ?? 0),
  );
}

/** Enabled schedules whose last run failed. */
function failedSchedules(all: readonly QueryState[]): readonly Issue[] {
  const failed = all.filter(
    ({ enabled, resultState, lastFailureReason }) => enabled && hasFailed(resultState, lastFailureReason),
  );
  return failed.map((query) => {
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
      actions: actionsOn(query, 'openQuery', 'editQuery', 'notebookOfQuery'),
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
    const { one, common } = holdSentences[hold](nameOfPreceding(query, preceding));
    const others = behindEach(query.guid).length;
    const rest = others === 0 ? '' : ` ${t('Queries that run after it: {0}.', others)}`;
    return [
      {
        id: `waiting ${query.guid}`,
        kind: 'waiting',
        subject: query.name,
        sentence: one + rest,
        common: { key: `${hold} ${query.precedingGuid ?? ''}`, sentence: common },
        since: hold === 'failed' ? timestampOf(preceding?.lastFailureTime) : null,
        actions: [...helpFor(hold, preceding), ...actionsOn(query, 'editQuery')],
      },
    ];
  });
}

function nameOfPreceding(query: QueryState, preceding: QueryState | undefined): string {
  return preceding?.name ?? query.precedingName ?? query.precedingGuid ?? '?';
}

/** The actions apply to the preceding schedule, if it still exists. */
function helpFor(hold: BlockReason, preceding: QueryState | undefined): readonly OverviewAction[] {
  return preceding ? actionsOn(preceding, hold === 'disabled' ? 'enableQuery' : 'openQuery') : [];
}

const holdSentences = {
  missing: (name: string) => ({
    one: t('It never runs because it runs after {0}, which no longer exists.', name),
    common: t('They never run because they run after {0}, which no longer exists.', name),
  }),
  disabled: (name: string) => ({
    one: t('It waits for {0}, which is disabled.', name),
    common: t('They wait for {0}, which is disabled.', name),
  }),
  failed: (name: string) => ({
    one: t('It waits for {0}, whose last run failed.', name),
    common: t('They wait for {0}, whose last run failed.', name),
  }),
};

/** A run may wait in the queue, and clocks differ. */
const grace = 5 * minute;
const maxCounted = 10;

/** An enabled schedule that was due and did not run. */
function lateItem(query: QueryState, serverClock: Clock, now: number): readonly Issue[] {
  const cron = cronOf(query);
  if (cron === undefined) return [];
  const due = lastDue(cron, now - grace, serverClock);
  const { ran, since } = timesOf(query);
  if (due === undefined || since === 0 || since >= due - minute) return [];
  const missed = dueBetween(cron, since + minute, now - grace, serverClock, maxCounted);
  return [
    {
      id: `late ${query.guid}`,
      kind: 'late',
      subject: query.name,
      sentence: sentenceFor(ran !== null, missed),
      common: { key: '', sentence: t('They were due but did not run.') },
      since: due,
      actions: actionsOn(query, 'editQuery', 'openQuery', 'notebookOfQuery'),
    },
  ];
}

interface ScheduleTimes {
  readonly ran: number | null;
  /** A changed schedule is due only after the change. */
  readonly since: number;
}

/** Parsed once: of thousands of records, few are others after a reading. */
const parsedTimes = new WeakMap<QueryState, ScheduleTimes>();

function timesOf(query: QueryState): ScheduleTimes {
  return getOrAdd(parsedTimes, query, () => {
    const ran = timestampOf(query.lastRunTime);
    return { ran, since: Math.max(ran ?? 0, timestampOf(query.updated ?? query.created) ?? 0) };
  });
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

/** The interface does not define the method names; methods with these prefixes only read. */
const reading = /^(get|list|search|read|find|query|load|count|view|fetch|status|history)/i;

/** A missing role or key is reported; a typing mistake or duplicate name is not. */
const rejection = /permission|api-key|unauthori[sz]ed|forbidden/i;

/** Rejected writes, one item per user, action and reason. */
export function rejectedWrites(
  audits: readonly AuditLog[],
  schedules: readonly QueryState[],
): readonly Issue[] {
  const rejected = audits.filter(({ error, method }) => rejection.test(error ?? '') && !reading.test(method));
  if (rejected.length === 0) return [];
  const groups = groupedBy(rejected, ({ user, module, method, error }) =>
    JSON.stringify([user, module, method, error]),
  );
  const names = new GuidMap(schedules.map(({ guid, name }) => [guid, name]));
  return [...groups].map(([key, entries]) => rejectedItem(key, entries, names));
}

function rejectedItem(key: string, entries: readonly AuditLog[], names: GuidMap<string>): Issue {
  const newest = entries.reduce((one, other) => (other.time > one.time ? other : one));
  const operation =
    newest.action === undefined
      ? [`${newest.module}.${newest.method}`]
      : [...(newest.category === undefined ? [] : [newest.category]), newest.action];
  const objects = objectNames(entries, names);
  const action = [...operation, ...(objects === '' ? [] : [objects])].join(' · ');
  const error = newest.error ?? '';
  return {
    id: `rejected ${key}`,
    kind: 'rejected',
    // Without a valid key only the address of the client is known.
    subject: newest.user === '' ? newest.remoteIp : shownUser(newest.user),
    sentence:
      entries.length === 1
        ? t('Rejected: {0} ({1})', action, error)
        : t('Rejected {0} times: {1} ({2})', entries.length, action, error),
    since: newest.time,
    actions: [{ kind: 'searchAudit' }],
  };
}

/** The parameters that name an object, the most readable first. */
const nameParameters = ['name', 'table', 'table_name', 'file_name', 'guids', 'guid', 'id'];
const maxNamed = 3;

/** What the calls would have changed. The interface does not define the parameters of an entry. */
function objectNames(entries: readonly AuditLog[], names: GuidMap<string>): string {
  const all = new Set(entries.flatMap(({ params }) => objectsOf(params, names)));
  const named = [...all].slice(0, maxNamed).join(', ');
  return all.size > maxNamed ? t('{0} and {1} more', named, all.size - maxNamed) : named;
}

function objectsOf(params: AuditLog['params'], names: GuidMap<string>): readonly string[] {
  const parameter = nameParameters.find((each) => isNameLike(params?.[each]));
  if (parameter === undefined) return [];
  const text = String(params?.[parameter]);
  const parts = parameter === 'guids' ? text.split(',').map((part) => part.trim()) : [text];
  return parts.map((part) => names.get(part) ?? part);
}

function isNameLike(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Shorter queries are never reported. */
const shortest = minute;
/** For a query without a known duration. */
const longForAny = 10 * minute;
const manyTimes = 3;

/** Queries that run much longer than last time, or for long if that is unknown. */
function longQueries(
  running: readonly ListedQuery[],
  schedules: readonly QuerySummary[],
  now: number,
): readonly Issue[] {
  const byText = new Map(schedules.map((schedule) => [schedule.textHash, schedule]));
  return running.flatMap((query): readonly Issue[] => {
    const schedule = byText.get(textHashOf(query.text));
    const lastDuration = schedule?.elapsedTime === undefined ? undefined : Number(schedule.elapsedTime);
    const limit = lastDuration === undefined ? longForAny : Math.max(shortest, manyTimes * lastDuration);
    if (query.elapsed < limit) return [];
    const span = formatSpan(query.elapsed);
    const scheduleActions = schedule ? actionsOn(schedule, 'openQuery', 'notebookOfQuery') : [];
    return [
      {
        id: `long ${query.id}`,
        kind: 'longRunning',
        subject: schedule?.name ?? t('Query {0}', query.id),
        sentence:
          lastDuration === undefined
            ? t('It has been running for {0}, started by {1}.', span, shownUser(query.user))
            : t('It has been running for {0}; its last run took {1}.', span, formatSpan(lastDuration)),
        since: now - query.elapsed,
        actions: [{ kind: 'showStatus', queryId: query.id }, ...scheduleActions],
      },
    ];
  });
}
