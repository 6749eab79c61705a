import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';
import { describeSchedule } from '../../ui/format/describeSchedule';
import { cronOf, cronProblem, isCronSchedule } from '../../../core/time/cron';
import { formatRuns } from '../../ui/format/formatTimestamp';
import { machineTimeZone } from '../../../core/time/zones';
import type { Clock } from '../../../core/time/zones';
import type { Validation } from '../../ui/prompts/prompts';

/** When a query runs: "every 5 minutes", or "after name succeeded". */
export function describeTrigger(
  query: Pick<ScheduledQueryFields, 'triggerType' | 'cronSchedule' | 'precedingAction' | 'precedingGuid'> &
    Partial<Pick<ScheduledQuery, 'precedingName'>>,
): string {
  if (query.triggerType === 'cron') return describeSchedule(query.cronSchedule ?? '');
  if (query.triggerType !== 'workflow') return query.triggerType;
  const name = query.precedingName ?? unknownQuery(query.precedingGuid);
  return afterPrecedingTexts.get(query.precedingAction)?.(name) ?? t('after {0}', name);
}

/** The platform has no name for a deleted query. */
function unknownQuery(guid: string | undefined): string {
  return guid === undefined ? '?' : t('an unknown query ({0})', guid);
}

const afterPrecedingTexts: ReadonlyMap<string | undefined, (name: string) => string> = new Map([
  ['succeeded', (name) => t('after {0} succeeded', name)],
  ['failed', (name) => t('after {0} failed', name)],
  ['finished', (name) => t('after {0} finished', name)],
]);

/**
 * The next runs of a cron expression; empty if it is invalid or never runs again. The platform evaluates it by its own
 * clock; undefined for that of this machine.
 */
export function nextRuns(
  expression: string,
  count: number,
  after = new Date(),
  clock: Clock = { kind: 'zone', timeZone: machineTimeZone() },
): readonly Date[] {
  if (!isCronSchedule(expression)) return [];
  return cronOf(expression, clock).nextRuns(count, after);
}

const shownRuns = 5;

/** The hint below a cron expression while it is typed: what is wrong with it, or when it runs. */
export function cronHint(expression: string, clock?: Clock, now = new Date()): Validation {
  if (expression.trim() === '') return { problem: t('Enter a cron expression, for example */5 * * * *.') };
  if (!isCronSchedule(expression)) return { problem: cronProblem(expression) };
  const runs = nextRuns(expression, shownRuns, now, clock);
  if (runs.length === 0) return { problem: t('This schedule would never run. Enter a date that exists.') };
  const times = formatRuns(runs, clock, now);
  return { information: t('{0}. Next runs: {1}', describeSchedule(expression.trim()), times) };
}
