import { languageTag } from '../base/localize';
import type { AuditLog } from '../interface/auditLog';
import type { Integer64 } from '../base/integers';
import { hasFailed, isFailure } from '../interface/scheduledQueryFields';
import type { ScheduledQuery } from '../interface/scheduledQuery';
import type { ScheduledRun } from '../interface/scheduledRun';
import { formatWireTime, parseWireTime } from '../interface/time';
import type { PlatformClient } from './client';
import { ApiError, whereOffered } from './errors';
import { listScheduledRuns } from './operations/scheduledQueries';
import { searchAuditLogs } from './operations/auditLogs';
import { week } from '../time/durations';

/** A run whose numbers may be unknown. */
export interface KnownRun extends Omit<ScheduledRun, 'elapsed' | 'rows'> {
  readonly elapsed: Integer64 | undefined;
  readonly rows: Integer64 | undefined;
}

/** The last runs of a scheduled query, newest first. */
export interface KnownRuns {
  readonly runs: readonly KnownRun[];
  /** `record`: the platform does not list runs, so only what the record says of its last run is known. */
  readonly source: 'runs' | 'record';
}

const maxRuns = 200;

/** Not every platform lists runs: then the record has its last run and its last failure. */
export async function readRuns(
  client: PlatformClient,
  record: ScheduledQuery,
  signal?: AbortSignal,
): Promise<KnownRuns> {
  const page = await whereOffered(client.send(listScheduledRuns(record.guid, { limit: maxRuns }), signal));
  if (page !== undefined) return { runs: page.items, source: 'runs' };
  return { runs: runsOfRecord(record), source: 'record' };
}

/** The last run, and the last failure if it was an earlier run. */
export function runsOfRecord(record: ScheduledQuery): readonly KnownRun[] {
  const { lastRunTime, lastFailureTime, lastFailureReason: reason, resultState = '', elapsedTime } = record;
  const isFailed = isFailure(resultState);
  const last = lastRunTime ?? (isFailed ? lastFailureTime : undefined);
  const run = (time: string, state: string, failure: string | undefined): KnownRun => ({
    due: time,
    started: time,
    finished: time,
    elapsed: time === last ? elapsedTime : undefined,
    rows: undefined,
    resultState: state,
    failure,
  });
  return [
    ...(last === undefined ? [] : [run(last, resultState, isFailed ? reason : undefined)]),
    ...(lastFailureTime === undefined || isFailed ? [] : [run(lastFailureTime, 'failed', reason)]),
  ];
}

/** Runs that failed one after the other. */
export interface FailureStreak {
  /** The first of them, which shows what went wrong. */
  readonly first: KnownRun;
  readonly count: number;
  /** Whether the newest run is one of them. */
  readonly isCurrent: boolean;
  /** The run before the first, which succeeded; undefined if it is not known. */
  readonly before: KnownRun | undefined;
}

function hasRunFailed({ resultState, failure }: KnownRun): boolean {
  return hasFailed(resultState, failure);
}

/** The newest row of failures; undefined if no run failed. Skipped and running ones do not count. */
export function newestFailures(runs: readonly KnownRun[]): FailureStreak | undefined {
  const ended = runs.filter(
    ({ finished, resultState }) => finished !== undefined && resultState !== 'skipped',
  );
  const start = ended.findIndex(hasRunFailed);
  if (start < 0) return undefined;
  const length = ended.slice(start).findIndex((run) => !hasRunFailed(run));
  const streak = length < 0 ? ended.slice(start) : ended.slice(start, start + length);
  const first = streak.at(-1);
  if (first === undefined) return undefined;
  const before = length < 0 ? undefined : ended[start + length];
  return { first, count: streak.length, isCurrent: start === 0, before };
}

const maxChanges = 100;
/** More would cost more requests than they explain. */
const maxTables = 5;

/**
 * The successful changes of a scheduled query between its last good run and its first failure, newest first, and the
 * drops of tables that it reads, from the audit log. Undefined if the account may not read it.
 *
 * @param tables the tables that the query reads, by exact name.
 */
export async function changesBeforeFailure(
  client: PlatformClient,
  { guid, tables }: { readonly guid: string; readonly tables: readonly string[] },
  { first, before }: FailureStreak,
  signal?: AbortSignal,
): Promise<readonly AuditLog[] | undefined> {
  const to = parseWireTime(first.started) ?? new Date();
  const from = parseWireTime(before?.started ?? '') ?? new Date(to.getTime() - week);
  if (!(await client.mayHave('MASTER'))) return undefined;
  const period = { from: formatWireTime(from), to: formatWireTime(to) };
  const locale = languageTag().startsWith('ko') ? 'ko' : 'en';
  const search = async (keyword: string, methods: RegExp): Promise<readonly AuditLog[]> => {
    const query = { keywords: [keyword], ...period, limit: maxChanges, locale };
    const { items } = await client.send(searchAuditLogs(query), signal);
    return items.filter(({ error, method }) => error === undefined && methods.test(method));
  };
  try {
    const own = await search(guid, /update|create|restore|enable/i);
    const drops = await Promise.all(
      tables.slice(0, maxTables).map(async (table) =>
        // A keyword also finds tables whose names contain this one.
        (await search(table, /drop/i)).filter(({ params }) => Object.values(params ?? {}).includes(table)),
      ),
    );
    return [...own, ...drops.flat()].toSorted((one, other) => other.time - one.time);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
