import * as z from 'zod/mini';
import { integer32, integer64, type Integer64 } from './integers';
import { optional, type RawRecord } from './optional';

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
  /** The labels are localised, and absent where the service has no definition of the action. */
  readonly category: string | undefined;
  readonly action: string | undefined;
  readonly message: string | undefined;
  readonly raw: RawRecord;
}

export interface AuditLogPage {
  readonly total: Integer64;
  readonly items: readonly AuditLog[];
  /** Every label that a filter can be built of, whatever matched. */
  readonly categories: readonly string[];
  readonly actions: readonly string[];
}

const map = optional(z.record(z.string(), z.unknown()));

const entry = z.looseObject({
  id: integer32,
  user_guid: optional(z.string()),
  user_name: z.string(),
  remote_ip: z.string(),
  module: z.string(),
  method: z.string(),
  params: map,
  msg_params: map,
  error: optional(z.string()),
  created_at: z.int(),
  user: z.string(),
  time: z.int(),
  result: z.string(),
  category: optional(z.string()),
  action: optional(z.string()),
  msg: optional(z.string()),
});

export const auditLog: z.ZodMiniType<AuditLog> = z.pipe(
  entry,
  z.transform((record): AuditLog => ({
    id: record.id,
    userGuid: record.user_guid ?? undefined,
    user: record.user,
    remoteIp: record.remote_ip,
    module: record.module,
    method: record.method,
    params: record.params ?? undefined,
    messageParams: record.msg_params ?? undefined,
    error: record.error ?? undefined,
    time: record.time,
    result: record.result,
    ...labels(record),
    raw: record,
  })),
);

export const auditLogPage: z.ZodMiniType<AuditLogPage> = z.pipe(
  z.looseObject({
    audit_logs: z.array(auditLog),
    total: integer64,
    categories: optional(z.array(z.string())),
    actions: optional(z.array(z.string())),
  }),
  z.transform((answer): AuditLogPage => ({
    total: answer.total,
    items: answer.audit_logs,
    categories: answer.categories ?? [],
    actions: answer.actions ?? [],
  })),
);

function labels(record: z.infer<typeof entry>): Pick<AuditLog, 'category' | 'action' | 'message'> {
  return {
    category: record.category ?? undefined,
    action: record.action ?? undefined,
    message: record.msg ?? undefined,
  };
}
