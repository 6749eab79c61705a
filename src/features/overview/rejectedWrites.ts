import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { AuditLog } from '../../shared/wire/auditLog';
import { GuidMap } from '../../shared/wire/guid';
import type { QueryState } from '../../ui/connections/queryRecords';
import type { Issue } from './groupIssues';

/** The interface does not define the method names; methods with these prefixes only read. */
const reading = /^(get|list|search|read|find|query|load|count|view|fetch|status|history)/i;

/** A missing role or key is reported; a typing mistake or duplicate name is not. */
const rejection = /permission|api-key|unauthori[sz]ed|forbidden/i;

/** Rejected writes, one item per user, action and reason. */
export function rejectedWrites(
  audits: readonly AuditLog[],
  schedules: readonly QueryState[],
): readonly Issue[] {
  const groups = new Map<string, AuditLog[]>();
  for (const entry of audits) {
    if (!rejection.test(entry.error ?? '') || reading.test(entry.method)) continue;
    const key = JSON.stringify([entry.user, entry.module, entry.method, entry.error]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  if (groups.size === 0) return [];
  const names = new GuidMap(schedules.map(({ guid, name }) => [guid, name]));
  return [...groups].map(([key, entries]) => rejectedItem(key, entries, names));
}

function rejectedItem(key: string, entries: readonly AuditLog[], names: GuidMap<string>): Issue {
  const newest = entries.reduce((one, other) => (other.time > one.time ? other : one));
  const operation =
    newest.action === undefined
      ? [`${newest.module}.${newest.method}`]
      : [...(newest.category === undefined ? [] : [newest.category]), newest.action];
  const objects = objectNames(entries, names);
  const action = [...operation, ...(objects === '' ? [] : [objects])].join(' · ');
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

/** The parameters that name an object, the most readable first. */
const nameParameters = ['name', 'table', 'table_name', 'file_name', 'guids', 'guid', 'id'];
const maxNamed = 3;

/** What the calls would have changed. The interface does not define the parameters of an entry. */
function objectNames(entries: readonly AuditLog[], names: GuidMap<string>): string {
  const all = new Set(entries.flatMap(({ params }) => objectsOf(params, names)));
  const named = [...all].slice(0, maxNamed).join(', ');
  return all.size > maxNamed ? t('{0} and {1} more', named, all.size - maxNamed) : named;
}

function objectsOf(params: AuditLog['params'], names: GuidMap<string>): readonly string[] {
  const parameter = nameParameters.find((each) => isNameLike(params?.[each]));
  if (parameter === undefined) return [];
  const text = String(params?.[parameter]);
  const parts = parameter === 'guids' ? text.split(',').map((part) => part.trim()) : [text];
  return parts.map((part) => names.get(part) ?? part);
}

function isNameLike(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
