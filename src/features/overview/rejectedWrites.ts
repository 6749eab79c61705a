import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { AttentionItem } from '../../shared/protocol/overview';
import type { AuditLog } from '../../shared/wire/auditLog';

/** The interface does not define the method names; methods with these prefixes only read. */
const reading = /^(get|list|search|read|find|query|load|count|view|fetch|status|history)/i;

/** A missing role or key is reported; a typing mistake or duplicate name is not. */
const rejection = /permission|api-key|unauthori[sz]ed|forbidden/i;

/** Rejected writes, one item per user, action and reason. */
export function rejectedWrites(audits: readonly AuditLog[]): readonly AttentionItem[] {
  const groups = new Map<string, AuditLog[]>();
  for (const entry of audits) {
    if (!rejection.test(entry.error ?? '') || reading.test(entry.method)) continue;
    const key = JSON.stringify([entry.user, entry.module, entry.method, entry.error]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([key, entries]) => rejectedItem(key, entries));
}

function rejectedItem(key: string, entries: readonly AuditLog[]): AttentionItem {
  const newest = entries.reduce((one, other) => (other.time > one.time ? other : one));
  const action = newest.action ?? `${newest.module}.${newest.method}`;
  const error = newest.error ?? '';
  return {
    id: `refused ${key}`,
    kind: 'rejected',
    // Without a valid key only the address of the client is known.
    subject: newest.user === '' ? newest.remoteIp : shownUser(newest.user),
    sentence:
      entries.length === 1
        ? t('Rejected: {0} ({1})', action, error)
        : t('Rejected {0} times: {1} ({2})', entries.length, action, error),
    since: newest.time,
    actions: [{ kind: 'searchAudit' }],
  };
}
