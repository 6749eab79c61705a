import { t } from '../base/localize';

interface AuditFilter {
  /** The request parameter; responses list the possible values under the same name. */
  readonly parameter: string;
  /** For links and the command line, which have one parameter per value. */
  readonly singular: string;
  readonly label: () => string;
}

/** Filters with typed values. */
export const typedFilters = {
  keywords: { parameter: 'keywords', singular: 'keyword', label: () => t('Keywords') },
  companyGuids: { parameter: 'company_guids', singular: 'company', label: () => t('Company GUIDs') },
} as const satisfies Readonly<Record<string, AuditFilter>>;

interface ListedAuditFilter extends AuditFilter {
  /** The column that shows these values. */
  readonly column: string;
  /** Whether `interface.md` documents it. A platform supports the others if its responses list their values. */
  readonly isStandard: boolean;
}

/** Filters with values from a list in the response. */
export const listedFilters = {
  categories: {
    parameter: 'categories',
    singular: 'category',
    label: () => t('Categories'),
    column: 'category',
    isStandard: true,
  },
  actions: {
    parameter: 'actions',
    singular: 'action',
    label: () => t('Actions'),
    column: 'action',
    isStandard: true,
  },
  results: {
    parameter: 'results',
    singular: 'result',
    label: () => t('Result'),
    column: 'result',
    isStandard: false,
  },
  users: { parameter: 'users', singular: 'user', label: () => t('User'), column: 'user', isStandard: false },
  // Entries that nobody looks for, such as that a result was closed; its only value hides them.
  housekeeping: {
    parameter: 'housekeeping',
    singular: 'housekeeping',
    label: () => t('Housekeeping'),
    column: 'housekeeping',
    isStandard: false,
  },
} as const satisfies Readonly<Record<string, ListedAuditFilter>>;

/** Every audit log filter with a list of values, in display order. */
export const auditFilters = { ...typedFilters, ...listedFilters };

export type TypedFilter = keyof typeof typedFilters;
export type ListedFilter = keyof typeof listedFilters;
export type AuditFilterName = keyof typeof auditFilters;
export type AuditFilterValues = Readonly<Record<AuditFilterName, readonly string[]>>;

export const auditFilterNames = Object.keys(auditFilters) as readonly AuditFilterName[];
export const listedFilterNames = Object.keys(listedFilters) as readonly ListedFilter[];

export function forEachFilter<T>(make: (name: AuditFilterName) => T): Record<AuditFilterName, T> {
  return record(auditFilterNames, make);
}

export function forListedFilters<T>(make: (name: ListedFilter) => T): Record<ListedFilter, T> {
  return record(listedFilterNames, make);
}

/** The search with all of its entries; housekeeping stays as it is, because its filter limits nothing else. */
export function withoutFilters<Search extends AuditFilterValues>(search: Search): Search {
  const { housekeeping } = search;
  return { ...search, ...forEachFilter(() => []), housekeeping };
}

function record<N extends string, T>(names: readonly N[], make: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>;
}
