import { t } from './localize';

/** How long a table keeps its logs. */
export function retentionText(days: number): string {
  if (days === 1) return t('1 day');
  return days === 0 ? t('unlimited') : t('{0} days', days);
}
