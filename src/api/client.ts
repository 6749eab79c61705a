import type { AuditLogPage } from '../shared/wire/auditLog';
import type { ResultPage } from '../shared/wire/cursor';
import type { Integer64 } from '../shared/wire/integers';
import type { RawRecord } from '../shared/wire/optional';
import type { Page } from '../shared/wire/page';
import type { QueryStatus } from '../shared/wire/queryStatus';
import type { Rule, RuleKind } from '../shared/wire/rule';
import type { ScheduledQuery } from '../shared/wire/scheduledQuery';
import type { Table, TableDetails } from '../shared/wire/table';
import type { LoadedUpload, UploadStream } from '../shared/wire/upload';
import type { ByteSource } from './operation';
import { searchAuditLogs } from './operations/auditLogs';
import type { AuditLogQuery } from './operations/auditLogs';
import * as queries from './operations/queries';
import * as rules from './operations/rules';
import * as scheduled from './operations/scheduledQueries';
import * as tables from './operations/tables';
import * as uploads from './operations/uploads';
import { ownQuery } from '../shared/ownQueries';
import { Sender } from './sender';

/**
 * A client of one platform for one account. It sends the operations of `operations/` and rejects with an
 * `ApiError`, or with the reason of the signal. The creator owns the client and disposes of it.
 */
export class PlatformClient extends Sender {
  async scheduledQueries(query: scheduled.ListQuery, signal?: AbortSignal): Promise<Page<ScheduledQuery>> {
    return this.send(scheduled.listScheduledQueries(query), signal);
  }

  async scheduledQuery(guid: string, signal?: AbortSignal): Promise<ScheduledQuery | undefined> {
    return this.send(scheduled.getScheduledQuery(guid), signal);
  }

  async rules(kind: RuleKind, query: scheduled.ListQuery, signal?: AbortSignal): Promise<Page<Rule>> {
    return this.send(rules.listRules(kind, query), signal);
  }

  async rule(kind: RuleKind, guid: string, signal?: AbortSignal): Promise<Rule | undefined> {
    return this.send(rules.getRule(kind, guid), signal);
  }

  async queryStatus(id: number, signal?: AbortSignal): Promise<QueryStatus> {
    return this.send(queries.getQueryStatus(id), signal);
  }

  async createCursor(text: string): Promise<number> {
    return this.send(queries.createCursor(text));
  }

  async cursorRows(id: number, range: queries.Range, signal?: AbortSignal): Promise<ResultPage> {
    return this.send(queries.getCursorRows(id, range), signal);
  }

  async dropCursor(id: number): Promise<undefined> {
    return this.send(queries.dropCursor(id));
  }

  /** Runs a query of the extension itself, which does not appear in the user's query history. */
  async queryRows(
    text: string,
    range: queries.Range = {},
    signal?: AbortSignal,
  ): Promise<readonly RawRecord[]> {
    return this.send(queries.runQuery(ownQuery(text), range), signal);
  }

  /** Streams the rows of a cursor in a file format. */
  cursorExport(
    id: number,
    format: queries.ResultFormat,
    range: queries.Range = {},
    signal?: AbortSignal,
  ): AsyncIterable<Uint8Array> {
    return this.stream(queries.exportCursor(id, format, range), signal);
  }

  async openUpload(request: uploads.UploadRequest, signal?: AbortSignal): Promise<string> {
    return this.send(uploads.openUpload(request), signal);
  }

  async appendUpload(
    token: string,
    offset: number,
    bytes: Uint8Array | ByteSource,
    signal?: AbortSignal,
  ): Promise<Integer64> {
    return this.send(uploads.appendUpload(token, offset, bytes), signal);
  }

  async completeUpload(token: string, signal?: AbortSignal): Promise<LoadedUpload> {
    return this.send(uploads.completeUpload(token), signal);
  }

  async cancelUpload(token: string): Promise<undefined> {
    return this.send(uploads.cancelUpload(token));
  }

  async upload(token: string, signal?: AbortSignal): Promise<UploadStream | undefined> {
    return this.send(uploads.getUpload(token), signal);
  }

  async tables(query: tables.TableQuery, signal?: AbortSignal): Promise<Page<Table>> {
    return this.send(tables.listTables(query), signal);
  }

  async table(name: string, signal?: AbortSignal): Promise<TableDetails | undefined> {
    return this.send(tables.getTable(name), signal);
  }

  async auditLogs(query: AuditLogQuery, signal?: AbortSignal): Promise<AuditLogPage> {
    return this.send(searchAuditLogs(query), signal);
  }
}
