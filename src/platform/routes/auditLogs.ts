import type { FastifyInstance } from 'fastify';
import {
  auditFilters,
  forEachFilter,
  listedFilterNames,
  listedFilters,
} from '../../core/interface/auditFilters';
import type { AuditFilterName, ListedFilter } from '../../core/interface/auditFilters';
import { parseWireTime } from '../../core/interface/time';
import type { StoredAuditEntry } from '../audit/auditEntry';
import {
  filterLabels,
  hiddenLabel,
  localeOf,
  localizedTexts,
  resultLabels,
  translated,
} from '../audit/auditLabels';
import type { Locale } from '../audit/auditLabels';
import { operation } from '../audit/requestAudit';
import { invalidArgument } from '../errors';
import { int64 } from '../http/checks';
import { queryParameters } from '../http/requestParameters';
import type { Parameters } from '../http/requestParameters';
import type { Services } from '../services';
import type { AuditLog } from '../store/auditEntries';
import type { AuditSearch } from '../store/auditSearch';

const defaultLimit = 1000n;
/** Limits the entries in memory. */
const maxPage = 10_000n;
/** Each keyword is searched separately in every entry. */
const maxKeywords = 100;

export function registerAuditLogRoutes(
  app: FastifyInstance,
  { auditLog, strictInterface }: Pick<Services, 'auditLog' | 'strictInterface'>,
): void {
  app.get('/audit-logs', operation('MASTER', 'audit-log', 'search'), async (request) => {
    const offered = (name: AuditFilterName): boolean => !strictInterface || isStandard(name);
    const search = readSearch(queryParameters(request), offered);
    const { total, entries } = await auditLog.search(search);
    const { locale } = search;
    return {
      audit_logs: entries.map((entry) => recordOf(entry, locale)),
      total,
      // A filter with listed values is supported, which clients check.
      ...Object.fromEntries(
        listedFilterNames
          .filter(offered)
          .map((name) => [listedFilters[name].parameter, choices[name](locale, auditLog)]),
      ),
    };
  });
}

const choices: Readonly<Record<ListedFilter, (locale: Locale, auditLog: AuditLog) => readonly string[]>> = {
  categories: (locale) => filterLabels('category', locale),
  actions: (locale) => filterLabels('action', locale),
  results: (locale) => Object.values(resultLabels).map((label) => translated(label, locale)),
  users: (_locale, auditLog) => auditLog.users(),
  housekeeping: (locale) => [translated(hiddenLabel, locale)],
};

function isStandard(name: AuditFilterName): boolean {
  const filter = auditFilters[name];
  return !('isStandard' in filter) || filter.isStandard;
}

function readSearch(parameters: Parameters, offered: (name: AuditFilterName) => boolean): AuditSearch {
  const offset = readLong(parameters, 'offset') ?? 0n;
  const limit = readLong(parameters, 'limit') ?? defaultLimit;
  return {
    offset,
    limit: limit < maxPage ? limit : maxPage,
    ...forEachFilter(
      (name) => (offered(name) ? parameters.list(auditFilters[name].parameter) : undefined) ?? [],
    ),
    keywords: keywordsOf(parameters),
    from: readDate(parameters, 'from'),
    to: readDate(parameters, 'to'),
    locale: localeOf(parameters.text('locale')),
  };
}

function keywordsOf(parameters: Parameters): readonly string[] {
  const keywords = [...new Set(parameters.list('keywords'))];
  if (keywords.length > maxKeywords) {
    throw invalidArgument(`'keywords' must have at most ${maxKeywords} words.`);
  }
  return keywords;
}

function readLong(parameters: Parameters, name: string): bigint | undefined {
  const negative = `'${name}' must be greater than or equal to 0.`;
  return int64(parameters, name, `'${name}' parameter should be long type`, negative);
}

function readDate(parameters: Parameters, name: string): Date | undefined {
  const text = parameters.text(name);
  if (text === undefined) return undefined;
  const timestamp = parseWireTime(text);
  if (!timestamp) throw invalidArgument('invalid date format');
  return timestamp;
}

/** Optional fields without a value are omitted. */
function recordOf(entry: StoredAuditEntry, locale: Locale): Record<string, unknown> {
  const time = entry.createdAt.getTime();
  return {
    id: entry.id,
    user_guid: entry.userGuid,
    user_name: entry.userName,
    remote_ip: entry.remoteAddress,
    module: entry.module,
    method: entry.method,
    params: entry.parameters,
    msg_params: entry.messageParameters,
    error: entry.error,
    created_at: time,
    user: entry.userName,
    time,
    result: translated(resultLabels[entry.error === undefined ? 'success' : 'failure'], locale),
    ...localizedTexts(entry, locale),
  };
}
