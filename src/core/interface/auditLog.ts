import * as z from 'zod/mini';
import { isJsonObject } from '../base/json';
import { forListedFilters, listedFilterNames, listedFilters } from './auditFilters';
import type { ListedFilter } from './auditFilters';
import { integer64 } from '../base/integers';
import { optional } from './optional';
import type { RawRecord } from './optional';
import {
  isTimestamp,
  maybeRecord,
  maybeText,
  timestamp,
  quickRecords,
  shortInteger,
  text,
  wrongFieldOf,
} from './quickRecord';

export interface AuditLog extends Readonly<ReturnType<typeof entryOf>> {
  /** The first field that is not as documented; fields that cannot be read are empty. */
  readonly malformedField?: string | undefined;
}

type FilterParameter = (typeof listedFilters)[ListedFilter]['parameter'];

/** Fast, because a page has hundreds of entries. An invalid entry keeps its place because rows are numbered. */
const auditLogs = quickRecords((record): AuditLog => {
  try {
    return readAuditLog(record);
  } catch (error) {
    return readMalformedAuditLog(record, wrongFieldOf(error));
  }
});

const listedValues = optional(z.array(z.string()));

export const auditLogPage = z.pipe(
  z.looseObject({
    audit_logs: auditLogs,
    total: integer64,
    ...(Object.fromEntries(
      listedFilterNames.map((name) => [listedFilters[name].parameter, listedValues]),
    ) as Record<FilterParameter, typeof listedValues>),
  }),
  z.transform((response) => ({
    total: response.total,
    items: response.audit_logs.items,
    /** The possible values of each filter, independent of the matches; null if the platform lists none. */
    choices: forListedFilters(
      (name): readonly string[] | null => response[listedFilters[name].parameter] ?? null,
    ),
  })),
);
export type AuditLogPage = Readonly<z.infer<typeof auditLogPage>>;

export function readAuditLog(record: RawRecord): AuditLog {
  // Documented twice, under different names.
  text(record['user_name'], 'user_name');
  timestamp(record['created_at'], 'created_at');
  return entryOf(record, strict);
}

function readMalformedAuditLog(record: RawRecord, malformedField: string | undefined): AuditLog {
  const entry = entryOf(record, lenient);
  return {
    ...entry,
    user: entry.user || (optionalText(record['user_name']) ?? ''),
    time: [record['time'], record['created_at']].find(isTimestamp) ?? 0,
    malformedField,
  };
}

const strict = { text, maybeText, maybeRecord, shortInteger, timestamp };

/** Leave what they cannot read empty. */
const lenient: typeof strict = {
  text: (value) => optionalText(value) ?? '',
  maybeText: optionalText,
  maybeRecord: (value) => (isJsonObject(value) ? value : undefined),
  shortInteger: (value) => (Number.isSafeInteger(value) ? (value as number) : 0),
  timestamp: (value) => (isTimestamp(value) ? value : 0),
};

function entryOf(record: RawRecord, read: typeof strict) {
  return {
    id: read.shortInteger(record['id'], 'id'),
    userGuid: read.maybeText(record['user_guid'], 'user_guid'),
    user: read.text(record['user'], 'user'),
    remoteIp: read.text(record['remote_ip'], 'remote_ip'),
    module: read.text(record['module'], 'module'),
    method: read.text(record['method'], 'method'),
    params: read.maybeRecord(record['params'], 'params'),
    messageParams: read.maybeRecord(record['msg_params'], 'msg_params'),
    error: read.maybeText(record['error'], 'error'),
    /** Epoch milliseconds. */
    time: read.timestamp(record['time'], 'time'),
    result: read.text(record['result'], 'result'),
    /** Localized; undefined if the platform has no definition of the action. */
    category: read.maybeText(record['category'], 'category'),
    action: read.maybeText(record['action'], 'action'),
    message: read.maybeText(record['msg'], 'msg'),
    raw: record,
  };
}

/** An entry without its translations, with the names of the interface, for programs. */
export function plainEntry(entry: AuditLog): Readonly<Record<string, unknown>> {
  return {
    time: new Date(entry.time).toISOString(),
    user: entry.user,
    remote_ip: entry.remoteIp,
    module: entry.module,
    method: entry.method,
    result: entry.result,
    message: entry.message ?? null,
    error: entry.error ?? null,
    params: entry.params ?? null,
  };
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
