import { cronProblem, isCronSchedule } from '../../shared/cronSchedule';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { wireTimeOffset } from '../../shared/wire/time';
import { queryAt } from '../../sigma/ruleSchedule';
import type { Connection } from '../../ui/connections/connection';
import type { QueryOfRule } from './openRules';
import type { SigmaDeps } from './sigmaDeps';
import { listScheduledQueries } from '../../api/operations/scheduledQueries';

/** Why a rule cannot run on this schedule. */
export function scheduleProblem(text: string, rule: QueryOfRule): { readonly problem: string } | undefined {
  if (!isCronSchedule(text)) return { problem: cronProblem(text) };
  if (queryAt(rule, text.trim()) !== undefined) return undefined;
  return {
    problem: t(
      'Use a schedule with at most one run a minute and without counted weekdays, so that no logs are read twice or missed. Days of the month and days of the week cannot be combined.',
    ),
  };
}

/**
 * The offset of the times of the platform, in which it also reads cron expressions; not asked for if the time
 * between runs is always the same.
 */
export async function scheduleOffset(
  platforms: SigmaDeps['platforms'],
  connection: Connection,
  rule: QueryOfRule,
  cron: string,
): Promise<number> {
  if (queryAt(rule, cron, 0) === queryAt(rule, cron, 1)) return 0;
  const client = await platforms.clientFor(connection);
  const { items } = await client.send(listScheduledQueries({ limit: 1 }));
  return offsetOfTimes(items[0]);
}

export function offsetOfTimes(query: ScheduledQuery | undefined): number {
  return (query?.created === undefined ? undefined : wireTimeOffset(query.created)) ?? 0;
}
