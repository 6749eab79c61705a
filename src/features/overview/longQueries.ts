import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { ListedQuery } from '../../shared/wire/listedQuery';
import { textHashOf } from '../../ui/connections/queryRecords';
import type { QuerySummary } from '../../ui/connections/queryRecords';
import { formatSpan, minute } from './clock';
import { actionsOn } from './groupIssues';
import type { Issue } from './groupIssues';

export type RunningQuery = Pick<ListedQuery, 'id' | 'text' | 'user' | 'elapsed'>;

/** Shorter queries are never reported. */
const shortest = minute;
/** For a query without a known duration. */
const longForAny = 10 * minute;
const manyTimes = 3;

/** Queries that run much longer than last time, or for long if that is unknown. */
export function longQueries(
  running: readonly RunningQuery[],
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
