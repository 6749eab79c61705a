import type { Account } from '../account';

/** A stored entry. Its localized texts are added when the log is searched. */
export interface AuditEntry {
  readonly createdAt: Date;
  readonly companyGuid: string;
  /** Undefined if the caller is unknown. */
  readonly userGuid?: string | undefined;
  readonly userName: string;
  readonly remoteAddress: string;
  readonly module: string;
  readonly method: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly messageParameters?: Readonly<Record<string, unknown>> | undefined;
  /** Undefined if the call succeeded. */
  readonly error?: string | undefined;
}

/** An entry for something that the platform did without a request. */
export function systemEntry(module: string, method: string): AuditEntry {
  return { ...newEntry(undefined, '', module, method), userName: 'system' };
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
