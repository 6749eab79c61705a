import type { CallTerm, GroupTerm, Term, WordTerm } from './outline';
import { withoutSpare } from './withoutSpare';

/** Collects the terms of one command. Parentheses may contain subqueries, and end with the command at the latest. */
export class TermList {
  #terms: Term[] = [];
  /** The parentheses around the current position. */
  #open: OpenGroup | undefined;

  add(term: Term): void {
    this.#terms.push(term);
  }

  openParenthesis(from: number): void {
    this.#open = { from, name: this.#takeFunction(), outer: this.#terms, before: this.#open };
    this.#terms = [];
  }

  closeParenthesis(from: number): void {
    if (this.#open) this.#close(this.#open, from + 1, true);
    else this.#terms.push({ kind: 'symbol', from, to: from + 1, text: ')' });
  }

  /** @returns all terms of the command. */
  finish(): readonly Term[] {
    // Excludes spaces before a missing end.
    while (this.#open) this.#close(this.#open, this.#terms.at(-1)?.to ?? this.#open.from + 1, false);
    return withoutSpare(this.#terms);
  }

  /** Parentheses after a word are its call, even after a space. */
  #takeFunction(): WordTerm | undefined {
    const name = this.#terms.at(-1);
    if (name?.kind !== 'word' || isNoFunction(name.text)) return undefined;
    this.#terms.pop();
    return name;
  }

  #close({ from, name, outer, before }: OpenGroup, to: number, closed: boolean): void {
    const terms = withoutSpare(this.#terms);
    const group: GroupTerm | CallTerm = name
      ? { kind: 'call', from: name.from, to, name, terms, closed }
      : { kind: 'group', from, to, terms, closed };
    outer.push(group);
    this.#terms = outer;
    this.#open = before;
  }
}

interface OpenGroup {
  readonly from: number;
  /** The function that is called. */
  readonly name: WordTerm | undefined;
  /** The terms before the parenthesis. */
  readonly outer: Term[];
  readonly before: OpenGroup | undefined;
}

/** A number can be the value of an option: `limit=5 (a or b)`. */
function isNoFunction(word: string): boolean {
  const first = word.charCodeAt(0);
  return word === 'and' || word === 'or' || (first >= 48 && first <= 57);
}
