import cronstrue from 'cronstrue';
import 'cronstrue/locales/ko';
import { languageTag, t } from '../../shared/localize';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';

/** When a query runs: "every 5 minutes", or "after name succeeded". */
export function triggerInWords(
  query: Pick<ScheduledQueryFields, 'triggerType' | 'cronSchedule' | 'precedingAction' | 'precedingGuid'> & {
    readonly precedingName?: string | undefined;
  },
): string {
  if (query.triggerType === 'cron') return scheduleInWords(query.cronSchedule ?? '');
  if (query.triggerType !== 'workflow') return query.triggerType;
  return afterPreceding(query.precedingName ?? query.precedingGuid ?? '?', query.precedingAction);
}

/** An expression that cannot be read is shown as it is. */
export function scheduleInWords(expression: string): string {
  try {
    const locale = languageTag().startsWith('ko') ? 'ko' : 'en';
    const minute = locale === 'ko' ? hourly.exec(expression.trim())?.[1] : undefined;
    if (minute !== undefined) return t('{0} minutes past every hour', minute);
    const words = cronstrue.toString(expression, { locale, use24HourTimeFormat: true });
    return locale === 'en' ? words.charAt(0).toLowerCase() + words.slice(1) : words;
  } catch {
    return expression;
  }
}

/** The library's Korean for these says "25 minutes" and leaves out that it is every hour. */
const hourly = /^(\d{1,2}) \* \* \* \*$/;

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
