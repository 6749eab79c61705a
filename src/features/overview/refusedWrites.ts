import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { AttentionItem } from '../../shared/protocol/overview';
import type { AuditLog } from '../../shared/wire/auditLog';

/** The interface does not name the methods; these words read and change nothing. */
const reading = /^(get|list|search|read|find|query|load|count|view|fetch|status|history)/i;

/** A typing error or a taken name is nobody else's business; a missing role or key is. */
const refusal = /permission|api-key|unauthori[sz]ed|forbidden/i;

/** Refused attempts to change something, one line for each person, action and reason. */
export function refusedWrites(audits: readonly AuditLog[]): readonly AttentionItem[] {
  const groups = new Map<string, AuditLog[]>();
  for (const entry of audits) {
    if (!refusal.test(entry.error ?? '') || reading.test(entry.method)) continue;
    const key = JSON.stringify([entry.user, entry.module, entry.method, entry.error]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([key, entries]) => refusedItem(key, entries));
}

function refusedItem(key: string, entries: readonly AuditLog[]): AttentionItem {
  const newest = entries.reduce((one, other) => (other.time > one.time ? other : one));
  const action = newest.action ?? `${newest.module}.${newest.method}`;
  const error = newest.error ?? '';
  return {
    id: `refused ${key}`,
    kind: 'refused',
    // Of a caller without a valid key only the address is known.
    subject: newest.user === '' ? newest.remoteIp : shownUser(newest.user),
    sentence:
      entries.length === 1
        ? t('Rejected: {0} ({1})', action, error)
        : t('Rejected {0} times: {1} ({2})', entries.length, action, error),
    since: newest.time,
    actions: [{ kind: 'searchAudit' }],
  };
}
