import { withoutSpare } from './withoutSpare';
import type { Name } from './expression';
import type { CallTerm, GroupTerm, StringTerm, Term, WordTerm } from './outline';
import { isBlank } from './tokenizers';

/** Collects the terms of one command. Parentheses may contain subqueries, and end with the command at the latest. */
export class TermScan {
  #terms: Term[] = [];
  /** The parentheses around the current position. */
  #open: OpenGroup | undefined;

  constructor(private readonly text: string) {}

  add(term: Term): void {
    this.#terms.push(term);
  }

  /** Splits text without subqueries. */
  addText(from: number, to: number): void {
    let at = blankEnd(this.text, from);
    while (at < to) at = blankEnd(this.text, this.#addNext(at));
  }

  /** @returns all terms of the command. */
  finish(): readonly Term[] {
    // Excludes spaces before a missing end.
    while (this.#open) this.#close(this.#open, this.#terms.at(-1)?.to ?? this.#open.from + 1, false);
    return withoutSpare(this.#terms);
  }

  /** @returns the end of what was added. */
  #addNext(from: number): number {
    switch (this.text.charCodeAt(from)) {
      case code.quote:
        return this.#addString(from);
      case code.openingParenthesis:
        this.#open = { from, name: this.#takeFunction(), outer: this.#terms, before: this.#open };
        this.#terms = [];
        return from + 1;
      case code.closingParenthesis:
        if (this.#open) this.#close(this.#open, from + 1, true);
        else this.#terms.push({ kind: 'symbol', from, to: from + 1, text: ')' });
        return from + 1;
      case code.dollar:
        return this.#addWord(from, from + 1);
      default:
        return this.#addPlain(from);
    }
  }

  #addPlain(from: number): number {
    const end = wordEnd(this.text, from);
    if (end > from) return this.#addWord(from, end);
    const to = symbolEnd(this.text, from);
    this.#terms.push({ kind: 'symbol', from, to, text: this.text.slice(from, to) });
    return to;
  }

  #addWord(from: number, to: number): number {
    this.#terms.push({ kind: 'word', from, to, text: this.text.slice(from, to) });
    return to;
  }

  #addString(from: number): number {
    const string = readString(this.text, from);
    this.#terms.push(string);
    return string.to;
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

const code = {
  quote: 34,
  dollar: 36,
  openingParenthesis: 40,
  closingParenthesis: 41,
  backslash: 92,
} as const;

/** Only the end of the text ends a string without a closing quote. */
export function readString(text: string, from: number): StringTerm {
  for (let at = from + 1; at < text.length; at++) {
    const next = text.charCodeAt(at);
    if (next === code.quote) return { kind: 'string', from, to: at + 1, closed: true };
    if (next === code.backslash) at++;
  }
  return { kind: 'string', from, to: text.length, closed: false };
}

/** The name of a command, which may contain `-`; elsewhere that is an operator. */
export function readCommandName(text: string, from: number): Name | undefined {
  const to = commandNameEnd(text, from);
  return to > from ? { text: text.slice(from, to), from, to } : undefined;
}

export function blankEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** A number can be the value of an option: `limit=5 (a or b)`. */
function isNoFunction(word: string): boolean {
  const first = word.charCodeAt(0);
  return word === 'and' || word === 'or' || (first >= 48 && first <= 57);
}

/** Letters of any script, digits, `_` and `.`: the characters of names and numbers. */
const wordCharacters = [
  'A-Za-z0-9_.\\u{aa}\\u{b5}\\u{ba}\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{1fff}\\u{2c00}-\\u{2dff}',
  '\\u{2e80}-\\u{2fef}\\u{3005}-\\u{3007}\\u{3021}-\\u{3029}\\u{3031}-\\u{d7ff}\\u{f900}-\\u{fdff}',
  '\\u{fe70}-\\u{fefc}\\u{ff10}-\\u{ff19}\\u{ff21}-\\u{ff3a}\\u{ff41}-\\u{ff5a}\\u{ff66}-\\u{ffdc}',
  '\\u{10000}-\\u{1cfff}\\u{1e000}-\\u{1efff}\\u{20000}-\\u{3ffff}',
].join('');

const commandNameEnd = endOf(new RegExp(`[${wordCharacters}][${wordCharacters}-]*`, 'uy'));
const anyWordEnd = endOf(new RegExp(`[${wordCharacters}]*`, 'uy'));

const plainWord = Uint8Array.from({ length: 128 }, (_, letter) =>
  /[\w.]/.test(String.fromCharCode(letter)) ? 1 : 0,
);

/** Most words are ASCII letters, for which a table is faster than a regular expression. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (plainWord[text.charCodeAt(at)] === 1) at++;
  return text.charCodeAt(at) < plainWord.length ? at : anyWordEnd(text, at);
}

/** `==`, `!=`, `<=`, `>=` and `&&` are one symbol; all other characters are one each. */
function symbolEnd(text: string, from: number): number {
  const first = text[from] ?? '';
  const second = text[from + 1];
  if (second === '=' ? '=!<>'.includes(first) : first === '&' && second === '&') return from + 2;
  return from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
}

/** The end of a match at a position, or the position itself. */
function endOf(expression: RegExp): (text: string, from: number) => number {
  return (text, from) => {
    expression.lastIndex = from;
    return expression.test(text) ? expression.lastIndex : from;
  };
}
