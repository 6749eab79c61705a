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

type Period = Pick<AuditSearch, 'range' | 'from' | 'to'>;

/** The periods from which the current one was zoomed in. */
export class ZoomHistory {
  /** The widest first. */
  #wider: readonly Period[] = [];

  get isZoomed(): boolean {
    return this.#wider.length > 0;
  }

  /** Called before the period of the current search is replaced by a part of it. */
  zoomIn(current: AuditSearch): void {
    this.#wider = [...this.#wider, periodOf(current)];
  }

  /** The search with the period before the last zoom. */
  zoomOut(current: AuditSearch): AuditSearch {
    const period = this.#wider.at(-1);
    this.#wider = this.#wider.slice(0, -1);
    return { ...current, ...period };
  }

  /** Zooming out is possible until another period is selected. */
  replaced(current: AuditSearch, next: AuditSearch): void {
    if (JSON.stringify(periodOf(current)) !== JSON.stringify(periodOf(next))) this.#wider = [];
  }
}

function periodOf({ range, from, to }: AuditSearch): Period {
  return { range, from, to };
}
