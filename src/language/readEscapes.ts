import type { StringLiteral } from './expression';
import type { StringTerm } from './outline';
import type { Source } from './source';

const escapes: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', n: '\n', r: '\r', t: '\t' };

/** The value of a string. An unknown escape is reported and kept unchanged. */
export function readEscapes(source: Pick<Source, 'text' | 'report'>, term: StringTerm): StringLiteral {
  const start = term.from + 1;
  const raw = source.text.slice(start, term.closed ? term.to - 1 : term.to);
  if (!raw.includes('\\')) return { kind: 'string', from: term.from, to: term.to, value: raw };
  const value = raw.replace(/\\([^]?)/g, (whole, letter: string, offset: number) => {
    const meant = escapes[letter];
    if (meant !== undefined) return meant;
    const from = start + offset;
    source.report('invalid-escape-sequence', { from, to: from + whole.length });
    return letter;
  });
  return { kind: 'string', from: term.from, to: term.to, value };
}
