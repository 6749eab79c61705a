import type { AuditEntry } from './auditEntry';

/** All texts of an entry in lower case, one per line, for keyword searches. */
export function contentOf(entry: AuditEntry): string {
  const { userGuid, userName, remoteAddress, module, method, parameters, messageParameters, error } = entry;
  const texts = [userGuid, userName, remoteAddress, module, method, error].filter(
    (text) => text !== undefined,
  );
  // Names and values rather than JSON, whose escapes would hide quotes and line breaks from a search.
  return [...texts, ...textsIn(parameters), ...textsIn(messageParameters)].join('\n').toLowerCase();
}

function textsIn(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object') return [JSON.stringify(value)];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(textsIn)];
}
