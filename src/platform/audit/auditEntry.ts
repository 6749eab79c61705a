import * as z from 'zod/mini';
import type { Account } from '../account';
import type { QueryRunRequest } from '../engine/run/engineRun';
import { mapColumn } from '../store/sqlValue';
import { auditedValues } from './auditedValues';

/** A stored entry. Its localized texts are added when the log is searched. */
export const storedEntry = z.object({
  id: z.number(),
  createdAt: z.date(),
  companyGuid: z.string(),
  /** Undefined if the caller is unknown. */
  userGuid: z.optional(z.string()),
  userName: z.string(),
  remoteAddress: z.string(),
  module: z.string(),
  method: z.string(),
  parameters: z.optional(mapColumn),
  messageParameters: z.optional(mapColumn),
  /** Undefined if the call succeeded. */
  error: z.optional(z.string()),
});
export type StoredAuditEntry = Readonly<z.infer<typeof storedEntry>>;
export type AuditEntry = Omit<StoredAuditEntry, 'id'>;

/** An entry for something that the platform did without a request. */
export function systemEntry(
  module: string,
  method: string,
  message: Readonly<Record<string, unknown>>,
): AuditEntry {
  const messageParameters = auditedValues(Object.entries(message));
  return { ...newEntry(undefined, '', module, method), userName: 'system', messageParameters };
}

/** An entry for rows that a query has written to a table. */
export function importEntry(
  { account, remoteAddress, source, text }: QueryRunRequest,
  table: string,
  rows: number,
): AuditEntry {
  return {
    ...newEntry(account, remoteAddress, 'table', 'import'),
    parameters: auditedValues(Object.entries({ query: text, source })),
    messageParameters: auditedValues(Object.entries({ table, rows })),
  };
}

/** An entry for a call of now. */
export function newEntry(
  account: Account | undefined,
  remoteAddress: string,
  module: string,
  method: string,
): AuditEntry {
  return {
    createdAt: new Date(),
    companyGuid: account?.companyGuid ?? '',
    userGuid: account?.guid,
    userName: account?.loginName ?? '',
    remoteAddress,
    module,
    method,
  };
}
