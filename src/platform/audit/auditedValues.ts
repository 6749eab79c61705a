const maxTextLength = 4096;
const maxEntryLength = 32 * 1024;
/** A NUL or a lone surrogate. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Limits the number and length of the values in an entry, so that they cannot flood the log. */
export function auditedValues(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const values: [string, unknown][] = [];
  let room = maxEntryLength;
  for (const [name, value] of entries) {
    const audited: [string, unknown] = [auditedText(name), auditedValue(value)];
    room -= JSON.stringify(audited).length;
    if (room < 0) break;
    values.push(audited);
  }
  const leftOut = entries.length - values.length;
  if (leftOut > 0) values.push(['…', `${leftOut} more`]);
  return Object.fromEntries(values);
}

/** The beginning of a text, without characters that cannot be stored. */
export function auditedText(text: string): string {
  const beginning = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
  return beginning.replace(unstorable, '\uFFFD');
}

function auditedValue(value: unknown): unknown {
  if (typeof value === 'string') return auditedText(value);
  const text = JSON.stringify(value);
  return text.length > maxTextLength ? auditedText(text) : value;
}
