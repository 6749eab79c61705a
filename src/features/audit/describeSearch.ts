import { t } from '../../shared/localize';
import type { AuditSearch, QuickRange } from '../../shared/protocol/auditLogs';
import { auditFilterNames, auditFilters } from '../../shared/wire/auditFilters';

/** Describes a search, one line per criterion. */
export function describeSearch(search: AuditSearch): string {
  const lines = [
    describeRange(search),
    ...auditFilterNames.map((name) => list(auditFilters[name].label(), search[name])),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function list(name: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `${name}: ${values.join(', ')}`;
}

const quickWords: Readonly<Record<Exclude<QuickRange, 'custom'>, () => string>> = {
  '15m': () => t('Last 15 minutes'),
  '1h': () => t('Last hour'),
  '24h': () => t('Last 24 hours'),
  '7d': () => t('Last 7 days'),
  '30d': () => t('Last 30 days'),
  all: () => t('All time'),
};

function describeRange({ range, from, to }: AuditSearch): string {
  if (range !== 'custom') return quickWords[range]();
  return t('{0} to {1}', from ?? '…', to ?? '…');
}
