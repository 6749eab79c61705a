import { t } from '../../../core/base/localize';
import { day, hour, minute } from '../../../core/time/durations';

/** An approximate duration in the largest unit with at least two: 90 minutes, 26 hours, 3 days. */
export function formatSpan(milliseconds: number): string {
  if (milliseconds >= 2 * day) return t('{0} days', Math.floor(milliseconds / day));
  if (milliseconds >= 2 * hour) return t('{0} hours', Math.floor(milliseconds / hour));
  const minutes = Math.floor(milliseconds / minute);
  return minutes === 1 ? t('1 minute') : t('{0} minutes', minutes);
}
