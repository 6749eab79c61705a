import { type Located } from './expression';
import {
  type CallTerm,
  type CommandSegment,
  type CommentSegment,
  type EmptySegment,
  type GroupTerm,
  type Segment,
  type Stretch,
  type StringTerm,
  type SubqueryTerm,
  type SymbolTerm,
  type Term,
  type WordTerm,
} from './outline';
import * as tokens from './tokens';

const { code } = tokens;

/**
 * Sees the shape of a text: how it splits into commands, subqueries, calls, strings and comments.
 *
 * What a command does with its arguments is its own affair: there are hundreds of commands, apps add more, and
 * `-`, `*` or `=` mean different things to `sort`, `table` and `eval`. So this stops at terms, takes whatever is
 * typed, and the readers of the single commands build the typed tree from the terms. What nobody closed ends
 * where it must: parentheses at a pipe or a bracket, since they protect neither, brackets at the end.
 */
export class OutlineScan {
  #at: number;
  /** Where the last thing that is no blank ended. */
  #end: number;

  /** @param from where to begin: the start of the text, or right behind a pipe of the outermost pipeline. */
  constructor(
    private readonly text: string,
    from = 0,
  ) {
    this.#at = from;
    this.#end = from;
  }

  /** Goes on to the next pipe of the outermost pipeline, or to the end. */
  nextStretch(): Stretch {
    const before = this.#at > 0 ? { from: this.#at - 1, to: this.#at } : undefined;
    const strayBrackets: Located[] = [];
    const segments = this.#segments(strayBrackets);
    const pipe = this.#takePipe();
    if (segments.length === 0) segments.push(emptyBetween(before, pipe, this.text.length));
    return { pipe: pipe?.from, segments, strayBrackets };
  }

  /** What stands before the next pipe. A closing bracket ends it too, unless it is to be noted as a stray one. */
  #segments(strayBrackets?: Located[]): Segment[] {
    const segments: Segment[] = [];
    for (let next = this.#next(); !Number.isNaN(next) && next !== code.pipe; next = this.#next()) {
      if (next !== code.closingBracket) segments.push(this.#segment(next));
      else if (strayBrackets) strayBrackets.push(this.#take(1));
      else break;
    }
    return segments;
  }

  #segment(first: number): CommandSegment | CommentSegment {
    const from = this.#at;
    if (first === code.hash) {
      const start = tokens.commentStartEnd(this.text, from);
      if (start > from) return this.#comment(from, start);
    }
    const nameEnd = tokens.commandNameEnd(this.text, from);
    const name = nameEnd > from ? this.#word(nameEnd) : undefined;
    const terms = this.#terms(true);
    return { kind: 'command', from, to: this.#end, name, terms };
  }

  #comment(from: number, start: number): CommentSegment {
    this.#at = start;
    const strings: StringTerm[] = [];
    const closed = this.#commentBody(strings, 0);
    const to = from + this.text.slice(from, this.#at).trimEnd().length;
    this.#end = to;
    return { kind: 'comment', from, to, closed, strings };
  }

  /** Goes to the end of a comment, or of brackets in it, and tells whether all brackets were closed. */
  #commentBody(strings: StringTerm[], depth: number): boolean {
    let closed = true;
    for (;;) {
      this.#at = tokens.commentTextEnd(this.text, this.#at);
      const next = this.text.charCodeAt(this.#at);
      if (next === code.quote) {
        strings.push(this.#string());
      } else if (next === code.openingBracket) {
        this.#at++;
        closed = this.#commentBody(strings, depth + 1) && closed;
      } else if (depth > 0 && next === code.pipe) {
        this.#at++;
      } else if (depth > 0 && next === code.closingBracket) {
        this.#at++;
        return closed;
      } else {
        return closed && depth === 0;
      }
    }
  }

  /** The terms of a command, where a closing parenthesis is one too, or those within parentheses. */
  #terms(ofCommand: boolean): Term[] {
    const terms: Term[] = [];
    for (let next = this.#next(); ; next = this.#next()) {
      if (Number.isNaN(next) || next === code.pipe || next === code.closingBracket) return terms;
      if (next === code.closingParenthesis && !ofCommand) return terms;
      terms.push(this.#term(next));
    }
  }

  #term(first: number): Term {
    switch (first) {
      case code.quote:
        return this.#string();
      case code.openingParenthesis:
        return this.#group();
      case code.openingBracket:
        return this.#subquery();
      case code.dollar:
        return this.#wordOrCall(this.#at + 1);
      default: {
        const end = tokens.wordEnd(this.text, this.#at);
        return end > this.#at ? this.#wordOrCall(end) : this.#symbol();
      }
    }
  }

  #wordOrCall(end: number): WordTerm | CallTerm {
    const name = this.#word(end);
    if (name.text === 'and' || name.text === 'or' || this.#next() !== code.openingParenthesis) return name;
    const { to, terms, closed } = this.#group();
    return { kind: 'call', from: name.from, to, name, terms, closed };
  }

  #group(): GroupTerm {
    const { from } = this.#take(1);
    const terms = this.#terms(false);
    const closed = this.#next() === code.closingParenthesis;
    if (closed) this.#take(1);
    return { kind: 'group', from, to: this.#end, terms, closed };
  }

  #subquery(): SubqueryTerm {
    const { from } = this.#take(1);
    const segments: Segment[] = [];
    let before: Located | undefined;
    for (;;) {
      const found = this.#segments();
      const pipe = this.#takePipe();
      const closed = !pipe && this.#next() === code.closingBracket;
      if (closed) this.#take(1);
      segments.push(...(found.length > 0 ? found : [emptyBetween(before, pipe, this.#end)]));
      if (!pipe) return { kind: 'subquery', from, to: this.#end, segments, closed };
      before = pipe;
    }
  }

  #string(): StringTerm {
    const end = tokens.stringTextEnd(this.text, this.#at);
    const closed = this.text.charCodeAt(end) === code.quote;
    const { from, to } = this.#take((closed ? end + 1 : this.text.length) - this.#at);
    return { kind: 'string', from, to, closed };
  }

  #word(end: number): WordTerm {
    const { from, to } = this.#take(end - this.#at);
    return { kind: 'word', from, to, text: this.text.slice(from, to) };
  }

  #symbol(): SymbolTerm {
    const { from, to } = this.#take(tokens.symbolEnd(this.text, this.#at) - this.#at);
    return { kind: 'symbol', from, to, text: this.text.slice(from, to) };
  }

  /** The next character that is no blank, as its code; not a number at the end. */
  #next(): number {
    this.#at = tokens.blankEnd(this.text, this.#at);
    return this.text.charCodeAt(this.#at);
  }

  #takePipe(): Located | undefined {
    return this.#next() === code.pipe ? this.#take(1) : undefined;
  }

  #take(length: number): Located {
    const from = this.#at;
    this.#at += length;
    this.#end = this.#at;
    return { from, to: this.#at };
  }
}

/** Nothing between two pipes, or between one and an end. */
function emptyBetween(before: Located | undefined, pipe: Located | undefined, end: number): EmptySegment {
  const from = before?.from ?? pipe?.from ?? end;
  return { kind: 'empty', from, to: pipe?.to ?? before?.to ?? end };
}
