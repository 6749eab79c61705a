import * as z from 'zod/mini';
import { isJsonObject } from '../json';
import { forListedFilters, listedFilterNames, listedFilters } from './auditFilters';
import type { ListedFilter } from './auditFilters';
import { integer64 } from './integers';
import type { Integer64 } from './integers';
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
import type { Records } from './records';

export interface AuditLog {
  readonly id: number;
  readonly userGuid: string | undefined;
  readonly user: string;
  readonly remoteIp: string;
  readonly module: string;
  readonly method: string;
  readonly params: RawRecord | undefined;
  readonly messageParams: RawRecord | undefined;
  readonly error: string | undefined;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly result: string;
  /** Localized; undefined if the platform has no definition of the action. */
  readonly category: string | undefined;
  readonly action: string | undefined;
  readonly message: string | undefined;
  readonly raw: RawRecord;
  /** The first field that is not as documented; fields that cannot be read are empty. */
  readonly malformedField?: string | undefined;
}

export interface AuditLogPage {
  readonly total: Integer64;
  readonly items: readonly AuditLog[];
  /** The possible values of each filter, independent of the matches; null if the platform lists none. */
  readonly choices: FilterChoices;
}

type FilterParameter = (typeof listedFilters)[ListedFilter]['parameter'];

export type FilterChoices = Readonly<Record<ListedFilter, readonly string[] | null>>;

/** Fast, because a page has hundreds of entries. An invalid entry keeps its place because rows are numbered. */
const auditLogs: z.ZodMiniType<Records<AuditLog>> = quickRecords((record) => {
  try {
    return readAuditLog(record);
  } catch (error) {
    return readMalformedAuditLog(record, wrongFieldOf(error));
  }
});

const listedValues = optional(z.array(z.string()));

export const auditLogPage: z.ZodMiniType<AuditLogPage> = z.pipe(
  z.looseObject({
    audit_logs: auditLogs,
    total: integer64,
    ...(Object.fromEntries(
      listedFilterNames.map((name) => [listedFilters[name].parameter, listedValues]),
    ) as Record<FilterParameter, typeof listedValues>),
  }),
  z.transform((response): AuditLogPage => ({
    total: response.total,
    items: response.audit_logs.items,
    choices: forListedFilters((name) => response[listedFilters[name].parameter] ?? null),
  })),
);

export function readAuditLog(record: RawRecord): AuditLog {
  // Documented twice, under different names.
  text(record['user_name'], 'user_name');
  timestamp(record['created_at'], 'created_at');
  return {
    id: shortInteger(record['id'], 'id'),
    userGuid: maybeText(record['user_guid'], 'user_guid'),
    user: text(record['user'], 'user'),
    remoteIp: text(record['remote_ip'], 'remote_ip'),
    module: text(record['module'], 'module'),
    method: text(record['method'], 'method'),
    params: maybeRecord(record['params'], 'params'),
    messageParams: maybeRecord(record['msg_params'], 'msg_params'),
    error: maybeText(record['error'], 'error'),
    time: timestamp(record['time'], 'time'),
    result: text(record['result'], 'result'),
    category: maybeText(record['category'], 'category'),
    action: maybeText(record['action'], 'action'),
    message: maybeText(record['msg'], 'msg'),
    raw: record,
  };
}

function readMalformedAuditLog(record: RawRecord, malformedField: string | undefined): AuditLog {
  const fieldText = (field: string): string => optionalText(record[field]) ?? '';
  const map = (field: string): RawRecord | undefined => {
    const value = record[field];
    return isJsonObject(value) ? value : undefined;
  };
  return {
    id: Number.isSafeInteger(record['id']) ? (record['id'] as number) : 0,
    userGuid: optionalText(record['user_guid']),
    user: fieldText('user') || fieldText('user_name'),
    remoteIp: fieldText('remote_ip'),
    module: fieldText('module'),
    method: fieldText('method'),
    params: map('params'),
    messageParams: map('msg_params'),
    error: optionalText(record['error']),
    time: [record['time'], record['created_at']].find(isTimestamp) ?? 0,
    result: fieldText('result'),
    category: optionalText(record['category']),
    action: optionalText(record['action']),
    message: optionalText(record['msg']),
    raw: record,
    malformedField,
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
