import type { AuditLogQuery } from '../../api/operations/auditLogs';
import type { AuditSearch, QuickRange } from '../../shared/protocol/auditLogs';
import { forEachFilter } from '../../shared/wire/auditFilters';
import { formatWireTime, parseWireTime } from '../../shared/wire/time';

export type AuditFilters = Omit<AuditLogQuery, 'offset' | 'limit'>;

/** A search with a resolved period: "the last hour" is relative to the time of the search. */
export interface SettledSearch {
  readonly filters: AuditFilters;
  /** Epoch milliseconds; undefined if unbounded. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export function settleSearch(search: AuditSearch, now: number): SettledSearch {
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
  return {
    ...forEachFilter(() => []),
    range: '24h',
    from: null,
    to: null,
    locale: language.startsWith('ko') ? 'ko' : 'en',
  };
}

/** The entries about an object, which may be rare. */
export function searchFor(name: string, language: string): AuditSearch {
  return { ...firstSearch(language), keywords: [name], range: '30d' };
}

const minute = 60_000;
const day = 1440 * minute;
const spans: Readonly<Record<Exclude<QuickRange, 'all' | 'custom'>, number>> = {
  '15m': 15 * minute,
  '1h': 60 * minute,
  '24h': day,
  '7d': 7 * day,
  '30d': 30 * day,
};

function timesOf(search: AuditSearch, now: number): Pick<SettledSearch, 'from' | 'to'> {
  if (search.range === 'all') return { from: undefined, to: undefined };
  if (search.range !== 'custom') return { from: wholeSecond(now - spans[search.range]), to: undefined };
  return { from: timestampOf(search.from), to: timestampOf(search.to) };
}

function timestampOf(text: string | null): number | undefined {
  return text === null ? undefined : parseWireTime(text)?.getTime();
}

/** The platform filters by whole seconds. */
function wholeSecond(epoch: number): number {
  return Math.floor(epoch / 1000) * 1000;
}
