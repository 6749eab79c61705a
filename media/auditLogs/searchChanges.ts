import { t } from '../../src/core/base/localize';
import { quickRanges } from '../../src/core/pages/auditRanges';
import type { AuditLogsState, AuditRow, AuditSearch } from '../../src/core/pages/auditLogMessages';
import type { QuickRange } from '../../src/core/pages/auditRanges';
import { listedFilterNames, listedFilters } from '../../src/core/interface/auditFilters';
import type { ListedFilter, TypedFilter } from '../../src/core/interface/auditFilters';
import { isGuid } from '../../src/core/interface/guid';
import { formatWireTime } from '../../src/core/interface/time';
import type { OffsetAt } from '../elements/typedTime';

/** One way to narrow a search by a cell: its label and the resulting search. */
export interface Narrowing {
  readonly label: string;
  readonly search: AuditSearch;
}

/** The filters for a cell. */
export function narrowingsFor(
  row: AuditRow,
  column: string,
  { search, choices }: Pick<AuditLogsState, 'search' | 'choices'>,
  offsetAt: OffsetAt,
): readonly Narrowing[] {
  if (column === 'time') return timeNarrowings(row.time, search, offsetAt);
  const filter = listedFilterNames.find((name) => choices[name] && listedFilters[name].column === column);
  const value = filter && filter !== 'housekeeping' ? row[listedFilters[filter].column] : undefined;
  if (filter && value !== '')
    return [...label(filter, value ?? null, search), ...ofLabel(row, column, search)];
  return [keyword(cellText(row, column), search)].filter((narrowing) => narrowing.search !== search);
}

/** Entries without a label are found by their raw name. */
function ofLabel(row: AuditRow, column: string, search: AuditSearch): readonly Narrowing[] {
  if (column === 'category') return [keyword(row.module, search)];
  return column === 'action' ? [keyword(row.method, search)] : [];
}

/**
 * The search with one more word; the same search if the word is invalid. The interface lists no companies: they are
 * identified by GUIDs, and only a GUID is valid.
 */
export function withFilterValue(search: AuditSearch, filter: TypedFilter, text: string): AuditSearch {
  const word = text.trim();
  const isValid = filter === 'companyGuids' ? isGuid(word) : word !== '';
  if (!isValid || search[filter].includes(word)) return search;
  return { ...search, [filter]: [...search[filter], word] };
}

/** Epoch milliseconds; extended to whole seconds, the resolution of the platform. */
export function withTimes(search: AuditSearch, from: number, to: number, offsetAt: OffsetAt): AuditSearch {
  const second = 1000;
  const written = (epoch: number): string => formatWireTime(new Date(epoch), offsetAt(epoch));
  return {
    ...search,
    range: 'custom',
    from: written(Math.floor(from / second) * second),
    to: written(Math.ceil(to / second) * second),
  };
}

/** A quick range, or custom times, which start with the previous range. */
export function withRange(search: AuditSearch, range: QuickRange, offsetAt: OffsetAt): AuditSearch {
  const span = range === 'custom' ? quickRanges[search.range].span : undefined;
  if (span === undefined || search.from !== null || search.to !== null) return { ...search, range };
  return withTimes(search, Date.now() - span, Date.now(), offsetAt);
}

function timeNarrowings(time: number, search: AuditSearch, offsetAt: OffsetAt): readonly Narrowing[] {
  const timestamp = formatWireTime(new Date(time), offsetAt(time));
  return [
    { label: t('Search from This Time'), search: { ...search, range: 'custom', from: timestamp } },
    { label: t('Search until This Time'), search: { ...search, range: 'custom', to: timestamp } },
  ];
}

function label(field: ListedFilter, value: string | null, search: AuditSearch): readonly Narrowing[] {
  if (value === null || search[field].includes(value)) return [];
  return [{ label: t('Keep Only “{0}”', value), search: { ...search, [field]: [...search[field], value] } }];
}

function keyword(value: string, search: AuditSearch): Narrowing {
  return { label: t('Keyword “{0}”', value), search: withFilterValue(search, 'keywords', value) };
}

function cellText(row: AuditRow, column: string): string {
  const texts: Readonly<Record<string, string>> = {
    user: row.user,
    remoteIp: row.remoteIp,
    message: row.message ?? row.error ?? '',
    result: row.result,
  };
  return texts[column] ?? '';
}
