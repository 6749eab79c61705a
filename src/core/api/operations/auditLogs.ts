import { auditFilterNames, auditFilters } from '../../interface/auditFilters';
import type { AuditFilterValues } from '../../interface/auditFilters';
import { auditLogPage } from '../../interface/auditLog';
import type { AuditLogPage } from '../../interface/auditLog';
import { operation } from '../operation';
import type { Operation } from '../operation';
import { checkGuid, checkLongRange, checkTime } from '../validation';

/** A filter that is not standard is sent only if an earlier response listed its values. */
export interface AuditLogQuery extends Partial<AuditFilterValues> {
  readonly offset?: number;
  readonly limit?: number;
  /** `yyyy-MM-dd HH:mm:ssZ`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly locale?: string | undefined;
}

export function searchAuditLogs(query: AuditLogQuery): Operation<AuditLogPage> {
  checkLongRange(query);
  for (const guid of query.companyGuids ?? []) checkGuid(guid, 'company_guids');
  const parameters = {
    offset: query.offset,
    limit: query.limit,
    ...Object.fromEntries(
      auditFilterNames.map((name) => [auditFilters[name].parameter, filled(query[name])]),
    ),
    from: checkTime(query.from),
    to: checkTime(query.to),
    locale: query.locale,
  };
  return operation('GET', ['audit-logs'], 'MASTER', auditLogPage, { query: parameters });
}

function filled(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}
