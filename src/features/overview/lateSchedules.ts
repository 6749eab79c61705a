import { t } from '../../shared/localize';
import type { AttentionItem } from '../../shared/protocol/overview';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { runStateOf } from '../../shared/wire/scheduledQueryStates';
import { minute } from './clock';
import { dueBetween, lastDue } from './cronTimes';
import { momentOf } from './knownTable';

/** A run may wait in the queue, and clocks differ. */
const grace = 5 * minute;
const maxCounted = 10;

/** Enabled schedules that were due and did not run. */
export function lateSchedules(
  all: readonly ScheduledQuery[],
  serverOffset: number,
  now: number,
): readonly AttentionItem[] {
  return all.flatMap((query) => lateItem(query, serverOffset, now));
}

function lateItem(query: ScheduledQuery, serverOffset: number, now: number): readonly AttentionItem[] {
  const cron = cronOf(query);
  if (cron === undefined) return [];
  const due = lastDue(cron, now - grace, serverOffset);
  const ran = momentOf(query.lastRunTime);
  // A changed schedule is due only after the change.
  const since = Math.max(ran ?? 0, momentOf(query.updated ?? query.created) ?? 0);
  if (due === undefined || since === 0 || since >= due - minute) return [];
  const missed = dueBetween(cron, since + minute, now - grace, serverOffset, maxCounted);
  const own = { guid: query.guid, name: query.name };
  return [
    {
      id: `late ${query.guid}`,
      kind: 'late',
      subject: query.name,
      sentence: sentenceFor(ran !== null, missed),
      since: due,
      actions: [
        { kind: 'editQuery', ...own },
        { kind: 'openQuery', ...own },
      ],
    },
  ];
}

/** The cron expression of a waiting schedule. With an unknown state, it may be running. */
function cronOf(query: ScheduledQuery): string | undefined {
  const waits = query.enabled && query.triggerType === 'cron' && runStateOf(query.runningState) === 'stopped';
  return waits ? query.cronSchedule : undefined;
}

function sentenceFor(hasRun: boolean, missed: number): string {
  if (!hasRun) return t('It was due but has never run.');
  if (missed >= maxCounted) return t('It missed {0} or more runs.', maxCounted);
  return missed > 1 ? t('It missed {0} runs.', missed) : t('It missed a run.');
}
