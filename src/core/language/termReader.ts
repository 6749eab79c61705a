import type { Subquery } from './ast';
import type { Located, MissingExpression, Name, StringLiteral } from './expression';
import type { ErrorKey } from './errorCodes';
import type { CallTerm, StringTerm, Term, WordTerm, SubqueryTerm } from './outline';
import type { Typo } from './problem';
import { withoutSpare } from './withoutSpare';

/** Iterates over the terms of one command or one pair of parentheses. */
export class TermReader {
  private position = 0;
  private reportedTo = 0;

  /** @param whole the range being read, for problems about missing parts. */
  constructor(
    readonly source: Source,
    private readonly terms: readonly Term[],
    readonly whole: Located,
    private readonly start: number,
  ) {}

  get atEnd(): boolean {
    return this.position >= this.terms.length;
  }

  /** The end of the last consumed term. */
  get previousEnd(): number {
    return this.terms[this.position - 1]?.to ?? this.start;
  }

  /** The position for a missing part: the last term, so that there is something to underline. */
  get here(): Located {
    return this.terms[this.position] ?? this.terms.at(-1) ?? this.whole;
  }

  peek(ahead = 0): Term | undefined {
    return this.terms[this.position + ahead];
  }

  next(): Term | undefined {
    return this.terms[this.position++];
  }

  isSymbol(text: string, ahead = 0): boolean {
    const term = this.peek(ahead);
    return term?.kind === 'symbol' && term.text === text;
  }

  isWord(text: string): boolean {
    const term = this.peek();
    return term?.kind === 'word' && term.text === text;
  }

  /** Whether there is no space before the term. */
  isAdjacent(ahead = 0): boolean {
    const term = this.peek(ahead);
    const before = this.terms[this.position + ahead - 1];
    return before !== undefined && term?.from === before.to;
  }

  takeSymbol(text: string): Located | undefined {
    return this.isSymbol(text) ? this.next() : undefined;
  }

  takeWord(text: string): Located | undefined {
    return this.isWord(text) ? this.next() : undefined;
  }

  takeAnyWord(): WordTerm | undefined {
    const term = this.peek();
    if (term?.kind !== 'word') return undefined;
    this.position++;
    return term;
  }

  takeString(mismatch: ErrorKey): StringLiteral | undefined {
    const term = this.peek();
    if (term?.kind !== 'string') return undefined;
    this.position++;
    return this.readString(term, mismatch);
  }

  /** A string in which a backslash is just a backslash, except before a quote. */
  takeRawString(mismatch: ErrorKey): StringLiteral | undefined {
    const term = this.peek();
    if (term?.kind !== 'string') return undefined;
    this.position++;
    if (!term.closed) this.report(mismatch, term, 'unclosedString');
    const raw = this.source.text.slice(term.from + 1, term.closed ? term.to - 1 : term.to);
    return { kind: 'string', from: term.from, to: term.to, value: raw.replaceAll('\\"', '"') };
  }

  takeSubquery(): Subquery | undefined {
    const term = this.peek();
    if (term?.kind !== 'subquery') return undefined;
    this.position++;
    return this.source.readSubquery(term);
  }

  /** A reader for the content of the parentheses. */
  inside(term: CallTerm | Extract<Term, { kind: 'group' }>): TermReader {
    if (!term.closed) this.report('parens-mismatch', term, 'unclosedParenthesis');
    return this.within(term);
  }

  /** The same where parentheses need not match. */
  within(term: CallTerm | Extract<Term, { kind: 'group' }>): TermReader {
    return new TermReader(this.source, term.terms, term, term.from);
  }

  /** Comma-separated items, up to the first one that is missing. */
  readList<Item>(read: (index: number) => Item | undefined): Item[] {
    const items: Item[] = [];
    do {
      const item = read(items.length);
      if (item === undefined) break;
      items.push(item);
    } while (this.takeSymbol(','));
    return withoutSpare(items);
  }

  report(key: ErrorKey, range: Located = this.here, typo?: Typo, name?: string): void {
    this.reportedTo = range.to;
    this.source.report(key, range, typo, name);
  }

  /** Reports a missing argument: at the next term, or for the whole if there is none. */
  reportAbsent(key: ErrorKey): void {
    this.report(key, this.atEnd ? this.whole : undefined);
  }

  /** Returns the part, and reports it if it is missing. */
  expect<Part>(part: Part | undefined, absent: ErrorKey): Part | undefined {
    if (part === undefined) this.report(absent);
    return part;
  }

  /** The same for an argument of a command. */
  expectArgument<Part>(part: Part | undefined, absent: ErrorKey): Part | undefined {
    if (part === undefined) this.reportAbsent(absent);
    return part;
  }

  /** Whether a problem was reported at this position or after it. */
  hasReported(range: Located): boolean {
    return this.reportedTo >= range.to;
  }

  /**
   * Reports unexpected terms, unless they follow from a reported problem. Subqueries in them are still
   * parsed, for the editor.
   */
  finish(): void {
    const left = this.peek();
    if (!left) return;
    if (!this.hasReported(left)) {
      const { key, typo } = describeUnexpected(left, this);
      this.report(key, left, typo);
    }
    for (const term of this.terms.slice(this.position)) {
      if (term.kind === 'subquery') this.source.readSubquery(term);
    }
  }

  readString(term: StringTerm, mismatch: ErrorKey): StringLiteral {
    if (!term.closed) this.report(mismatch, term, 'unclosedString');
    return readEscapes(this.source, term);
  }

  missing(): MissingExpression {
    return { kind: 'missing', from: this.previousEnd, to: this.previousEnd };
  }

  sourceText(range: Located): string {
    return this.source.text.slice(range.from, range.to);
  }
}

export function nameOf(term: WordTerm): Name {
  return { text: term.text, from: term.from, to: term.to };
}

const typos: ReadonlyMap<string, Typo> = new Map([
  ["'", 'singleQuotes'],
  ['&&', 'doubleAmpersand'],
  ['!', 'exclamation'],
  ['%', 'percent'],
  ['=', 'singleEquals'],
]);

function describeUnexpected(term: Term, reader: TermReader): { key: ErrorKey; typo?: Typo } {
  if (term.kind === 'symbol' && term.text === ')') return { key: 'parens-mismatch' };
  if (term.kind === 'string' && !term.closed) return { key: 'quote-mismatch', typo: 'unclosedString' };
  const typo = typos.get(reader.sourceText(term));
  return { key: 'unexpected-term', ...(typo && { typo }) };
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', n: '\n', r: '\r', t: '\t' };

/** The value of a string. An unknown escape is reported and kept unchanged. */
function readEscapes(source: Pick<Source, 'text' | 'report'>, term: StringTerm): StringLiteral {
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

/** The shared state of command parsers: the text, the problems, and how to parse a subquery. */
export interface Source {
  readonly text: string;
  report(key: ErrorKey, range: Located, typo?: Typo, name?: string): void;
  readSubquery(term: SubqueryTerm): Subquery;
}
