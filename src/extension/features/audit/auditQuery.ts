import type { AuditLogQuery } from '../../../core/api/operations/auditLogs';
import { quickRanges } from '../../../core/pages/auditRanges';
import type { AuditSearch } from '../../../core/pages/auditLogMessages';
import { forEachFilter } from '../../../core/interface/auditFilters';
import { formatWireTime, parseWireTime } from '../../../core/interface/time';

export type AuditFilters = Omit<AuditLogQuery, 'offset' | 'limit'>;

/** A search with a resolved period: "the last hour" is relative to the time of the search. */
export interface ResolvedSearch {
  readonly filters: AuditFilters;
  /** Epoch milliseconds; undefined if unbounded. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export function resolveSearch(search: AuditSearch, now: number): ResolvedSearch {
  const { from, to } = timesOf(search, now);
  return {
    filters: {
      ...forEachFilter((name) => search[name]),
      from: from === undefined ? undefined : formatWireTime(new Date(from)),
      to: to === undefined ? undefined : formatWireTime(new Date(to)),
      locale: search.locale,
    },
    from,
    to,
  };
}

export function firstSearch(language: string): AuditSearch {
  const locale = language.startsWith('ko') ? 'ko' : 'en';
  return {
    ...forEachFilter(() => []),
    housekeeping: [hiddenLabels[locale]],
    range: '24h',
    from: null,
    to: null,
    locale,
  };
}

/** Values of the filter of the local platform, which other platforms ignore. */
const hiddenLabels = { en: 'Hidden', ko: '숨김' } as const;

/** The entries about an object, which may be rare. */
export function searchFor(name: string, language: string): AuditSearch {
  return { ...firstSearch(language), keywords: [name], range: '30d' };
}

function timesOf(search: AuditSearch, now: number): Pick<ResolvedSearch, 'from' | 'to'> {
  if (search.range === 'custom') return { from: timestampOf(search.from), to: timestampOf(search.to) };
  const { span } = quickRanges[search.range];
  // The platform filters by whole seconds.
  return { from: span === undefined ? undefined : Math.floor((now - span) / 1000) * 1000, to: undefined };
}

function timestampOf(text: string | null): number | undefined {
  return text === null ? undefined : parseWireTime(text)?.getTime();
}
