/** What happened, as it is kept. The words people read are made when the log is searched. */
export interface AuditEntry {
  readonly createdAt: Date;
  readonly companyGuid: string;
  /** Undefined where the caller could not be told. */
  readonly userGuid: string | undefined;
  readonly userName: string;
  readonly remoteAddress: string;
  readonly module: string;
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  readonly messageParameters: Readonly<Record<string, unknown>> | undefined;
  /** Undefined where the call succeeded. */
  readonly error: string | undefined;
}
