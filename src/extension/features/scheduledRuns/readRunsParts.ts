import type { PlatformClient } from '../../../core/api/client';
import { findScheduledQuery } from '../../../core/api/findScheduledQuery';
import { changesBeforeFailure, newestFailures, readRuns } from '../../../core/api/readRuns';
import type { FailureStreak, KnownRuns, KnownRun } from '../../../core/api/readRuns';
import { parseQuery } from '../../../core/language/parseQuery';
import { readTables } from '../../../core/language/services/namedTables';
import { epochOf } from '../../../core/pages/format';
import { t } from '../../../core/base/localize';
import type { RunsState, RunChange, RunRow } from '../../../core/pages/runs';
import { hasFailed, isFailure } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { wireTimeOffset } from '../../../core/interface/time';
import { ExplainedError } from '../../ui/failures/failureText';
import { panelFailure } from '../../ui/panels/panelFailure';
import { isCancellation } from '../../ui/prompts/canceled';
import { rejectionText } from '../../../core/language/problem';
import type { AuditLog } from '../../../core/interface/auditLog';
import type { Integer64 } from '../../../core/base/integers';

/** What is known of the runs of a scheduled query. */
export interface RunsParts extends Pick<
  RunsState,
  'runs' | 'isFromRecord' | 'failures' | 'changes' | 'failure'
> {
  /** The current name. */
  readonly name: string | undefined;
  /** What the platform reported for the first failure. */
  readonly rejection: string | undefined;
  readonly commits: readonly Commit[] | undefined;
  readonly serverOffset: number | null;
}

export const nothingRead: RunsParts = {
  name: undefined,
  runs: null,
  isFromRecord: false,
  failures: null,
  rejection: undefined,
  changes: null,
  commits: undefined,
  failure: null,
  serverOffset: null,
};

type ReadCommits = (before: number) => Promise<readonly Commit[] | undefined>;

/** Reads the runs, then what was changed before the first failure, and reports both when they arrive. */
export async function readRunsParts(
  open: () => Promise<PlatformClient>,
  guid: string,
  readCommits: ReadCommits,
  onUpdate: (parts: Partial<RunsParts>) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const client = await open();
    const record = await findScheduledQuery(client, guid, signal);
    if (record === undefined) throw new ExplainedError(t('The scheduled query no longer exists.'));
    const read = await readRuns(client, record, signal);
    const failures = newestFailures(read.runs);
    onUpdate({ ...partsOf(record, read), rejection: failures?.first.failure });
    if (failures !== undefined) await readChanges(client, record, failures, readCommits, onUpdate, signal);
  } catch (error) {
    if (!signal.aborted && !isCancellation(error)) onUpdate({ failure: panelFailure(error) });
  }
}

function partsOf({ name, updated = '' }: ScheduledQuery, known: KnownRuns): Partial<RunsParts> {
  const serverOffset = wireTimeOffset(known.runs[0]?.due ?? updated) ?? null;
  return { ...runsShown(known), name, failure: null, serverOffset };
}

/** Git, which is only an addition, may still be searching for repositories when the audit log was read. */
async function readChanges(
  client: PlatformClient,
  { guid, query }: ScheduledQuery,
  failures: FailureStreak,
  readCommits: ReadCommits,
  onUpdate: (parts: Partial<RunsParts>) => void,
  signal: AbortSignal,
): Promise<void> {
  const reading = readCommits(epochOf(failures.first.started) ?? Date.now()).catch(() => undefined);
  const tables = readTables(parseQuery(query));
  const logs = await changesBeforeFailure(client, { guid, tables }, failures, signal);
  onUpdate({ changes: changesShown(logs, undefined) });
  const commits = await reading;
  if (commits !== undefined) onUpdate({ changes: changesShown(logs, commits), commits });
}

/** What the page shows of the runs of a scheduled query. */
export function runsShown({
  runs,
  source,
}: KnownRuns): Pick<RunsState, 'runs' | 'isFromRecord' | 'failures'> {
  return { runs: runs.map(rowOf), isFromRecord: source === 'record', failures: failuresOf(runs) };
}

function rowOf(run: KnownRun): RunRow {
  return {
    due: timeOf(run.due),
    started: timeOf(run.started),
    elapsed: numberOf(run.elapsed),
    rows: numberOf(run.rows),
    outcome: outcomeOf(run),
    text: outcomeText(run),
  };
}

function outcomeOf({ finished, resultState, failure }: KnownRun): RunRow['outcome'] {
  if (finished === undefined) return 'running';
  if (hasFailed(resultState, failure)) return 'failed';
  return resultState === 'succeeded' || resultState === 'skipped' ? resultState : 'other';
}

/** States that only a platform knows are shown as they are. */
function outcomeText(run: KnownRun): string {
  const { failure, resultState } = run;
  switch (outcomeOf(run)) {
    case 'running':
      return t('running');
    case 'failed':
      return t('failed: {0}', reasonOf(run));
    case 'succeeded':
      return withReason(t('succeeded'), failure);
    case 'skipped':
      return withReason(t('skipped'), failure);
    default:
      // Somebody has stopped it.
      return isFailure(resultState) ? oneLine(failure ?? '') : withReason(resultState, failure);
  }
}

function withReason(text: string, reason: string | undefined): string {
  return reason === undefined ? text : `${text}: ${oneLine(reason)}`;
}

function failuresOf(runs: readonly KnownRun[]): RunsState['failures'] {
  const found = newestFailures(runs);
  if (found === undefined) return null;
  const { first, before, count, isCurrent } = found;
  return {
    since: timeOf(first.started),
    count,
    isCurrent,
    error: reasonOf(first),
    lastSuccess: timeOf(before?.started ?? ''),
  };
}

/**
 * What was changed just before a failure.
 *
 * @param logs of the audit log; undefined if it cannot be read.
 * @param commits of the file of the query; undefined if it has none, or is not in a Git repository.
 */
export function changesShown(
  logs: readonly AuditLog[] | undefined,
  commits: readonly Commit[] | undefined,
): NonNullable<RunsState['changes']> {
  const items: readonly RunChange[] = [
    ...(logs ?? []).map(({ time, user, message, action, method }) => {
      const text = oneLine(message ?? action ?? method);
      return { kind: 'audit' as const, time, user, text, hash: null };
    }),
    ...(commits ?? []).map(({ time, author, message, hash }) => {
      const [text = ''] = message.trim().split('\n', 1);
      return { kind: 'commit' as const, time, user: author, text, hash };
    }),
  ];
  const gap = t('What was changed before is unknown, because the audit log requires the role MASTER.');
  return {
    items: items.toSorted((one, other) => other.time - one.time),
    gaps: logs === undefined ? [gap] : [],
  };
}

function reasonOf({ failure }: KnownRun): string {
  return failure === undefined ? t('no reason given') : oneLine(rejectionText(failure));
}

function timeOf(wireTime: string): number | null {
  return epochOf(wireTime) ?? null;
}

function numberOf(value: Integer64 | undefined): number | null {
  return value === undefined ? null : Number(value);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A commit that changed the file of a query. */
export interface Commit {
  readonly hash: string;
  /** The first parent; undefined for the first commit. */
  readonly parent: string | undefined;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly author: string;
  readonly message: string;
}

/** A repository of VS Code's Git extension, as far as it is used here. */
export interface GitRepository {
  log(options: { readonly path: string; readonly maxEntries: number }): Promise<readonly GitCommit[]>;
}

interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly commitDate?: Date;
  readonly authorDate?: Date;
  readonly authorName?: string;
}

/** A file with more commits after the failure has none before it that could be listed. */
const maxRead = 100;
const maxShown = 3;

/** The last commits of a file before a time, the newest first. */
export async function commitsBefore(
  repository: GitRepository,
  path: string,
  before: number,
): Promise<readonly Commit[]> {
  const commits = await repository.log({ path, maxEntries: maxRead });
  return commits
    .map(commitOf)
    .filter(({ time }) => time <= before)
    .toSorted((one, other) => other.time - one.time)
    .slice(0, maxShown);
}

function commitOf({ hash, parents, message, authorName = '', ...commit }: GitCommit): Commit {
  const time = (commit.commitDate ?? commit.authorDate)?.getTime() ?? Infinity;
  return { hash, parent: parents[0], time, author: authorName, message };
}
