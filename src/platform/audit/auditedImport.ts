import type { QueryRunRequest } from '../queryRuns';
import type { AuditLog } from '../store/auditLog';
import type { InTransaction } from '../store/store';
import { newEntry } from './auditEntry';
import { auditedValues } from './auditedValues';

/** Adds the entry for rows that a query writes to a table in the same transaction. */
export function auditedImport(
  auditLog: AuditLog,
  { account, remoteAddress, source, text }: QueryRunRequest,
  table: string,
): InTransaction<number> {
  return (transaction, rows) =>
    auditLog.appendWithin(transaction, {
      ...newEntry(account, remoteAddress, 'table', 'import'),
      parameters: auditedValues(Object.entries({ query: text, source })),
      messageParameters: auditedValues(Object.entries({ table, rows })),
    });
}
