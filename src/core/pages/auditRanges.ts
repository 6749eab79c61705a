import { t } from '../base/localize';
import { parseWireTime } from '../interface/time';
import { day, minute } from '../time/durations';

/** Their length in milliseconds, until now. */
export const quickRanges = {
  '15m': { span: 15 * minute, label: () => t('Last 15 minutes') },
  '1h': { span: 60 * minute, label: () => t('Last hour') },
  '24h': { span: day, label: () => t('Last 24 hours') },
  '7d': { span: 7 * day, label: () => t('Last 7 days') },
  '30d': { span: 30 * day, label: () => t('Last 30 days') },
  all: { span: undefined, label: () => t('All time') },
  custom: { span: undefined, label: () => t('Custom range…') },
} as const;
export type QuickRange = keyof typeof quickRanges;

/** Whether no new entries can appear in the period of a search. */
export function periodEnded(
  { range, to }: { readonly range: QuickRange; readonly to: string | null },
  now: number,
): boolean {
  const end = range === 'custom' && to !== null ? parseWireTime(to) : undefined;
  return end !== undefined && end.getTime() < now;
}
