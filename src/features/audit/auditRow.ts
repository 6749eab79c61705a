import type { AuditRow } from '../../shared/protocol/auditLogs';
import { t } from '../../shared/localize';
import type { AuditLog } from '../../shared/wire/auditLog';

/** Converts an entry for the page. The result is localized, so only the error shows whether it failed. */
export function toAuditRow(entry: AuditLog): AuditRow {
  return {
    id: entry.id,
    time: entry.time,
    user: entry.user,
    userGuid: entry.userGuid ?? null,
    remoteIp: entry.remoteIp,
    module: entry.module,
    method: entry.method,
    category: entry.category ?? null,
    action: entry.action ?? null,
    message: entry.oddField === undefined ? (entry.message ?? null) : markOdd(entry),
    result: entry.result,
    failed: entry.error !== undefined,
    error: entry.error ?? null,
    params: entry.params === undefined ? null : { ...entry.params },
    messageParams: entry.messageParams === undefined ? null : { ...entry.messageParams },
  };
}

function markOdd({ oddField, message }: AuditLog): string {
  return `⚠ ${t('unexpected value in the field “{0}”', oddField ?? '')} ${message ?? ''}`.trim();
}
