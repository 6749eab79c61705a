import { t } from '../../src/shared/localize';
import type { AuditRow, AuditSearch } from '../../src/shared/protocol/auditLogs';
import { isGuid } from '../../src/shared/wire/guid';
import { formatWireTime, parseWireTime } from '../../src/shared/wire/time';

/** One way to narrow a search by a cell, in words and as the search that comes of it. */
export interface Narrowing {
  readonly label: string;
  readonly search: AuditSearch;
}

/** What "filter by this value" can mean for a cell. */
export function narrowingsFor(row: AuditRow, column: string, search: AuditSearch): readonly Narrowing[] {
  switch (column) {
    case 'time':
      return timeNarrowings(row.time, search);
    case 'category':
      return [...label('categories', row.category, search), keyword(row.module, search)];
    case 'action':
      return [...label('actions', row.action, search), keyword(row.method, search)];
    default:
      return [keyword(cellText(row, column), search)].filter((narrowing) => narrowing.search !== search);
  }
}

export function withKeyword(search: AuditSearch, text: string): AuditSearch {
  const word = text.trim();
  return word === '' || search.keywords.includes(word)
    ? search
    : { ...search, keywords: [...search.keywords, word] };
}

/** The interface lists no companies: they are named by their GUIDs, and only a GUID is taken. */
export function withCompany(search: AuditSearch, text: string): AuditSearch {
  const guid = text.trim();
  return !isGuid(guid) || search.companyGuids.includes(guid)
    ? search
    : { ...search, companyGuids: [...search.companyGuids, guid] };
}

/** Epoch milliseconds; the service counts in seconds, so the ends are widened to whole ones. */
export function withTimes(search: AuditSearch, from: number, to: number): AuditSearch {
  const second = 1000;
  return {
    ...search,
    range: 'custom',
    from: formatWireTime(new Date(Math.floor(from / second) * second)),
    to: formatWireTime(new Date(Math.ceil(to / second) * second)),
  };
}

/** Why a typed time cannot be used; undefined when it can. An empty field means no limit. */
export function timeProblem(text: string): string | undefined {
  if (text.trim() === '' || parseWireTime(text)) return undefined;
  return t('Write it as yyyy-MM-dd HH:mm:ssZ, for example {0}.', formatWireTime(new Date()));
}

export function rangeProblem(from: string, to: string): string | undefined {
  const start = parseWireTime(from);
  const end = parseWireTime(to);
  return start && end && start >= end ? t('The end must be after the start.') : undefined;
}

function timeNarrowings(time: number, search: AuditSearch): readonly Narrowing[] {
  const moment = formatWireTime(new Date(time));
  return [
    { label: t('From this time on'), search: { ...search, range: 'custom', from: moment } },
    { label: t('Up to this time'), search: { ...search, range: 'custom', to: moment } },
  ];
}

function label(
  field: 'categories' | 'actions',
  value: string | null,
  search: AuditSearch,
): readonly Narrowing[] {
  if (value === null || search[field].includes(value)) return [];
  return [{ label: t('Only “{0}”', value), search: { ...search, [field]: [...search[field], value] } }];
}

function keyword(value: string, search: AuditSearch): Narrowing {
  return { label: t('Keyword “{0}”', value), search: withKeyword(search, value) };
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
