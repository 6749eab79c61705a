import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import type { RuleSchedule } from '../../sigma/ruleSchedule';

/** The disabled scheduled query of a rule. */
export function fieldsOfSchedule({ name, description, cron, query }: RuleSchedule): ScheduledQueryFields {
  return {
    name,
    description,
    enabled: false,
    query,
    triggerType: 'cron',
    cronSchedule: cron,
    precedingGuid: undefined,
    precedingAction: undefined,
    nodeTypes: [],
    outputParameter: false,
  };
}
