import type { QueryRunRequest } from '../queryRuns';
import type { AuditLog } from '../store/auditLog';
import type { InTransaction } from '../store/store';
import { auditedValues } from './auditedValues';

/** The entry for rows that a query writes to a table, added in the same transaction. */
export function auditedImport(
  auditLog: AuditLog,
  { account, remoteAddress, source, text }: QueryRunRequest,
  table: string,
): InTransaction<number> {
  return (transaction, rows) =>
    auditLog.appendWithin(transaction, {
      createdAt: new Date(),
      companyGuid: account.companyGuid,
      userGuid: account.guid,
      userName: account.loginName,
      remoteAddress,
      module: 'table',
      method: 'import',
      parameters: auditedValues(Object.entries({ query: text, source })),
      messageParameters: auditedValues(Object.entries({ table, rows })),
      error: undefined,
    });
}
