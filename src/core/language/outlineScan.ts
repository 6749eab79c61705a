import { blankEnd, code, isCommentSign, readCommandName, readString, symbolEnd, wordEnd } from './characters';
import type { Located } from './expression';
import type {
  CommandSegment,
  CommentSegment,
  EmptySegment,
  Section,
  Segment,
  SubqueryTerm,
  Term,
} from './outline';
import { TermList } from './termList';
import { withoutSpare } from './withoutSpare';

/**
 * Divides any text into commands, comments and subqueries, and these into words, symbols, strings and parentheses.
 * What they mean to a command is its own affair: there are hundreds of commands, apps add more, and `-`, `*` or `=`
 * mean different things to `sort`, `table` and `eval`. The readers of the single commands build the typed tree.
 */
export class OutlineScan {
  #at: number;
  /** The subqueries around the current position. */
  #subqueries = 0;
  #looksAhead = false;

  /** @param from where to start: the start of the text, or right after a pipe of the outermost pipeline. */
  constructor(
    private readonly text: string,
    from = 0,
  ) {
    this.#at = from;
  }

  /** Advances to the next pipe of the outermost pipeline, or to the end. */
  nextSection(): Section {
    const before = this.#at > 0 ? this.#at - 1 : undefined;
    // Nearly all sections have one segment and no stray bracket, and a long query has many sections.
    let segments: Segment[] | undefined;
    let strayBrackets: Located[] | undefined;
    let next: number;
    this.#looksAhead = false;
    for (next = this.#skipBlanks(); next !== code.pipe && this.#isInText; next = this.#skipBlanks()) {
      if (next === code.closingBracket) (strayBrackets ??= []).push({ from: this.#at, to: ++this.#at });
      else if (segments) segments.push(this.#segment());
      else segments = [this.#segment()];
    }
    const pipe = next === code.pipe ? this.#at++ : undefined;
    segments ??= [missingCommand(before, pipe, this.text.length)];
    return { pipe, segments, strayBrackets: strayBrackets ?? nothing, looksAhead: this.#looksAhead };
  }

  get #isInText(): boolean {
    return this.#at < this.text.length;
  }

  /** @returns the next character; NaN at the end. */
  #skipBlanks(): number {
    this.#at = blankEnd(this.text, this.#at);
    return this.text.charCodeAt(this.#at);
  }

  #segment(): CommandSegment | CommentSegment {
    return isCommentSign(this.text, this.#at) ? this.#comment() : this.#command();
  }

  /**
   * Pipes within its brackets belong to a comment, so that it can disable several commands, and the rest of the text
   * with a bracket that is not closed. Any other text may stand in it, `||` and quotes too.
   */
  #comment(): CommentSegment {
    const from = this.#at++;
    for (let brackets = 0; this.#isInText;) {
      const next = this.text.charCodeAt(this.#at);
      if (brackets === 0 && this.#endsComment(next)) break;
      if (next === code.openingBracket) brackets++;
      else if (next === code.closingBracket && brackets > 0) brackets--;
      this.#at = next === code.quote ? this.#endOfQuoted() : this.#at + 1;
    }
    const to = from + this.text.slice(from, this.#at).trimEnd().length;
    return { kind: 'comment', from, to };
  }

  /** A string in a comment ends on its line; otherwise its quote is an ordinary character. */
  #endOfQuoted(): number {
    const { closed, to } = readString(this.text, this.#at);
    if (closed && !this.text.slice(this.#at, to).includes('\n')) return to;
    this.#looksAhead = true;
    return this.#at + 1;
  }

  #endsComment(next: number): boolean {
    if (next === code.closingBracket) return this.#subqueries > 0;
    if (next !== code.pipe) return false;
    const isDouble = this.text.charCodeAt(this.#at + 1) === code.pipe;
    if (isDouble) this.#at++;
    return !isDouble;
  }

  #command(): CommandSegment {
    const from = this.#at;
    const name = readCommandName(this.text, from);
    if (name) this.#at = name.to;
    const terms = this.#terms();
    return { kind: 'command', from, to: terms.at(-1)?.to ?? name?.to ?? from, name, terms };
  }

  /** Up to a pipe, a closing bracket or the end. Parentheses do not protect these. */
  #terms(): readonly Term[] {
    const list = new TermList();
    for (;;) {
      const next = this.#skipBlanks();
      if (next === code.pipe || next === code.closingBracket || !this.#isInText) return list.finish();
      if (next === code.openingParenthesis) list.openParenthesis(this.#at++);
      else if (next === code.closingParenthesis) list.closeParenthesis(this.#at++);
      else {
        const term = this.#term(next);
        this.#at = term.to;
        list.add(term);
      }
    }
  }

  #term(next: number): Term {
    const from = this.#at;
    if (next === code.quote) return readString(this.text, from);
    if (next === code.openingBracket) return this.#subquery();
    const end = next === code.dollar ? from + 1 : wordEnd(this.text, from);
    if (end > from) return { kind: 'word', from, to: end, text: this.text.slice(from, end) };
    const to = symbolEnd(this.text, from);
    return { kind: 'symbol', from, to, text: this.text.slice(from, to) };
  }

  #subquery(): SubqueryTerm {
    const from = this.#at++;
    this.#subqueries++;
    const segments: Segment[] = [];
    let pipe: number | undefined;
    let end = from + 1;
    let filled = false;
    for (let next = this.#skipBlanks(); next !== code.closingBracket; next = this.#skipBlanks()) {
      if (!this.#isInText) break;
      if (next === code.pipe) {
        if (!filled) segments.push(missingCommand(pipe, this.#at, end));
        pipe = this.#at;
        end = ++this.#at;
      } else {
        const segment = this.#segment();
        segments.push(segment);
        end = segment.to;
      }
      filled = next !== code.pipe;
    }
    this.#subqueries--;
    const closed = this.#isInText;
    if (closed) end = ++this.#at;
    if (!filled) segments.push(missingCommand(pipe, undefined, end));
    return { kind: 'subquery', from, to: end, segments: withoutSpare(segments), closed };
  }
}

const nothing: readonly [] = [];

/** Between two pipes, or between a pipe and an end. */
function missingCommand(before: number | undefined, pipe: number | undefined, end: number): EmptySegment {
  const from = before ?? pipe ?? end;
  const last = pipe ?? before;
  return { kind: 'empty', from, to: last === undefined ? end : last + 1 };
}
