const longestText = 4096;
/** A NUL or half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Names and values as an entry keeps them: no value can flood the log. */
export function auditedValues(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries.map(([name, value]) => [auditedText(name), auditedValue(value)]));
}

/** The beginning of a text, without what could not be stored. */
export function auditedText(text: string): string {
  const kept = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return kept.replace(unstorable, '\uFFFD');
}

function auditedValue(value: unknown): unknown {
  if (typeof value === 'string') return auditedText(value);
  const text = JSON.stringify(value);
  return text.length > longestText ? auditedText(text) : value;
}
