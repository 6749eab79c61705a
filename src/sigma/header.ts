import type { Information } from './sigmaDocument';

/** The comment that a query begins with: where it comes from, and what was called otherwise than in the rule. */
export function printHeader(information: Information, mapped: readonly string[]): string {
  const { title, id, level, status, author, licence, date, modified, references } = information;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['id', id],
    ['level', level],
    ['status', status],
    ['author', author],
    ['date', date],
    ['modified', modified],
    ['license', licence],
    ...references.map((reference) => ['reference', reference] as const),
    ...mapped.map((mapping) => ['mapped', mapping] as const),
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name}: ${harmless(value)}`],
  );
  return [`# Sigma: ${harmless(title ?? id ?? '')}`, ...lines].join('\n');
}

/** The id and the date of the rule that a query was made from, as its first comment tells them. */
export function readHeader(query: string): {
  readonly id: string | undefined;
  readonly modified: string | undefined;
} {
  const header = /^\s*# Sigma: [^|]*/.exec(query)?.[0] ?? '';
  const fact = (name: string): string | undefined => new RegExp(`^ {2}${name}: (.*)$`, 'm').exec(header)?.[1];
  return { id: fact('id'), modified: fact('modified') ?? fact('date') };
}

const substitutes: Readonly<Record<string, string>> = { '|': '¦', '"': "'", '[': '(', ']': ')' };

/** In a comment a pipe ends it, and quotes and brackets must match. */
function harmless(text: string): string {
  const inAddress = /^https?:/.test(text);
  return text
    .replaceAll(/[|"[\]]/g, (sign) => (inAddress ? encodeURIComponent(sign) : (substitutes[sign] ?? '')))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
