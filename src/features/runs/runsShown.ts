import { newestFailures } from '../../api/scheduledRuns';
import type { KnownRun, KnownRuns } from '../../api/scheduledRuns';
import { rejectionText } from '../../language/problem';
import { epochOf } from '../../shared/format';
import { t } from '../../shared/localize';
import type { RunChange, RunRow, RunsState } from '../../shared/protocol/runs';
import type { AuditLog } from '../../shared/wire/auditLog';
import type { Integer64 } from '../../shared/wire/integers';
import { isFailure } from '../../shared/wire/scheduledQuery';
import type { Commit } from './fileCommits';

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

function outcomeOf({ finished, resultState }: KnownRun): RunRow['outcome'] {
  if (finished === undefined) return 'running';
  if (isFailure(resultState)) return 'failed';
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
      return withReason(resultState, failure);
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
    ...(logs ?? []).map((log) => ({ kind: 'audit' as const, ...auditText(log), hash: null })),
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

function auditText({
  time,
  user,
  message,
  action,
  method,
}: AuditLog): Pick<RunChange, 'time' | 'user' | 'text'> {
  return { time, user, text: oneLine(message ?? action ?? method) };
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
