import { auditLogPage } from '../../shared/wire/auditLog';
import type { AuditLogPage } from '../../shared/wire/auditLog';
import type { Operation } from '../operation';
import { checkGuid, checkLongRange, checkTime } from '../validation';

export interface AuditLogQuery {
  readonly offset?: number;
  readonly limit?: number;
  readonly keywords?: readonly string[];
  readonly categories?: readonly string[];
  readonly actions?: readonly string[];
  readonly companyGuids?: readonly string[];
  /** These two only where an earlier answer listed what can be asked for. */
  readonly results?: readonly string[];
  readonly users?: readonly string[];
  /** `yyyy-MM-dd HH:mm:ssZ`, both ends. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly locale?: string | undefined;
}

export function searchAuditLogs(query: AuditLogQuery): Operation<AuditLogPage> {
  checkLongRange(query);
  for (const guid of query.companyGuids ?? []) checkGuid(guid, 'company_guids');
  return {
    method: 'GET',
    path: ['audit-logs'],
    query: {
      offset: query.offset,
      limit: query.limit,
      keywords: filled(query.keywords),
      categories: filled(query.categories),
      actions: filled(query.actions),
      company_guids: filled(query.companyGuids),
      results: filled(query.results),
      users: filled(query.users),
      from: checkTime(query.from),
      to: checkTime(query.to),
      locale: query.locale,
    },
    role: 'MASTER',
    answer: auditLogPage,
  };
}

function filled(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}
