import { t } from '../../shared/localize';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { describeSchedule } from '../../ui/format/describeSchedule';

/** When a query runs: "every 5 minutes", or "after name succeeded". */
export function describeTrigger(
  query: Pick<ScheduledQueryFields, 'triggerType' | 'cronSchedule' | 'precedingAction' | 'precedingGuid'> & {
    readonly precedingName?: string | undefined;
  },
): string {
  if (query.triggerType === 'cron') return describeSchedule(query.cronSchedule ?? '');
  if (query.triggerType !== 'workflow') return query.triggerType;
  return afterPreceding(query.precedingName ?? unknownQuery(query.precedingGuid), query.precedingAction);
}

/** The platform has no name for a deleted query. */
function unknownQuery(guid: string | undefined): string {
  return guid === undefined ? '?' : t('an unknown query ({0})', guid);
}

function afterPreceding(name: string, action: string | undefined): string {
  switch (action) {
    case 'succeeded':
      return t('after {0} succeeded', name);
    case 'failed':
      return t('after {0} failed', name);
    case 'finished':
      return t('after {0} finished', name);
    default:
      return t('after {0}', name);
  }
}
