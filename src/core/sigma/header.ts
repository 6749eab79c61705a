import type { Information } from './sigmaDocument';

/** The comment at the start of a query: its origin and the mapped names. */
export function printHeader(information: Information, mapped: readonly string[]): string {
  const { title, id, level, status, author, license, date, modified, references } = information;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ...Object.entries({ id, level, status, author, date, modified, license }),
    ...references.map((reference) => ['reference', reference] as const),
    ...mapped.map((mapping) => ['mapped', mapping] as const),
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name}: ${harmless(value)}`],
  );
  return [`# Sigma: ${harmless(title ?? id ?? '')}`, ...lines].join('\n');
}

/** The ID and date of the rule in the header of a query. */
export function readHeader(query: string): {
  readonly id: string | undefined;
  readonly modified: string | undefined;
} {
  const header = /^\s*# Sigma: [^|]*/.exec(query)?.[0] ?? '';
  const fact = (name: string): string | undefined => new RegExp(`^ {2}${name}: (.*)$`, 'm').exec(header)?.[1];
  return { id: fact('id'), modified: fact('modified') ?? fact('date') };
}

const substitutes: Readonly<Record<string, string>> = { '|': '¦', '"': "'", '[': '(', ']': ')' };

/** A pipe would end the comment, and quotes and brackets must match. */
function harmless(text: string): string {
  const inAddress = /^https?:/.test(text);
  return text
    .replaceAll(/[|"[\]]/g, (sign) => (inAddress ? encodeURIComponent(sign) : (substitutes[sign] ?? '')))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
