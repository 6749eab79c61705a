import type { Tree, TreeCursor } from '@lezer/common';
import type { Located } from './expression';
import * as node from './grammar.generated.terms';
import type {
  CommandSegment,
  CommentSegment,
  EmptySegment,
  GroupTerm,
  Section,
  Segment,
  StringTerm,
  SubqueryTerm,
  Term,
  WordTerm,
} from './outline';
import { isBlank } from './tokenizers';

/** Reads the outline from a tree, section by section. */
export class OutlineScan {
  readonly #cursor: TreeCursor;
  #hasNext: boolean;
  #pipe: Located | undefined;

  /** @param from where to start: the start of the text, or right after a pipe of the outermost pipeline. */
  constructor(
    tree: Tree,
    private readonly text: string,
    from = 0,
  ) {
    this.#cursor = tree.cursor();
    this.#hasNext = this.#cursor.childAfter(from);
    if (from > 0) this.#pipe = { from: from - 1, to: from };
  }

  /** Advances to the next pipe of the outermost pipeline, or to the end. */
  nextSection(): Section {
    const before = this.#pipe;
    const segments: Segment[] = [];
    const strayBrackets: Located[] = [];
    let pipe: Located | undefined;
    for (; this.#hasNext && !pipe; this.#hasNext = this.#cursor.nextSibling()) {
      if (this.#cursor.type.id === node.Pipe) pipe = pipeAt(this.#cursor);
      else if (this.#cursor.type.id === node.StrayBracket)
        strayBrackets.push({ from: this.#cursor.from, to: this.#cursor.to });
      else segments.push(readSegment(this.#cursor, this.text));
    }
    this.#pipe = pipe;
    if (segments.length === 0) segments.push(emptyBetween(before, pipe, this.text.length));
    return { pipe: pipe?.from, segments, strayBrackets };
  }
}

/** The token includes the spaces before the pipe. */
function pipeAt({ to }: Located): Located {
  return { from: to - 1, to };
}

function readSegment(cursor: TreeCursor, text: string): CommandSegment | CommentSegment {
  return cursor.type.id === node.Comment ? readComment(cursor, text) : readCommand(cursor, text);
}

function readCommand(cursor: TreeCursor, text: string): CommandSegment {
  let { from } = cursor;
  const terms: Term[] = [];
  let name: WordTerm | undefined;
  cursor.firstChild();
  if (cursor.type.id === node.Text) {
    from = blankEnd(text, from);
    name = takeName(text, from);
  }
  addTerm(terms, cursor, text, name?.to ?? from);
  while (cursor.nextSibling()) addTerm(terms, cursor, text);
  cursor.parent();
  return { kind: 'command', from, to: terms.at(-1)?.to ?? name?.to ?? from, name, terms };
}

/** Adds the terms of the node at the cursor: one, or all of a run of text. */
function addTerm(terms: Term[], cursor: TreeCursor, text: string, from = cursor.from): void {
  switch (cursor.type.id) {
    case node.Text:
    case node.CommentStart:
      addTerms(terms, text, from, cursor.to);
      break;
    case node.String:
      terms.push(readString(cursor, text));
      break;
    case node.Group:
      terms.push(asCall(terms, readGroup(cursor, text)));
      break;
    case node.Subquery:
      terms.push(readSubquery(cursor, text));
      break;
    case node.StrayParenthesis:
      terms.push({ kind: 'symbol', from: cursor.from, to: cursor.to, text: ')' });
      break;
    default:
  }
}

/** A number can be the value of an option: `limit=5 (a or b)`. */
const noFunction = /^(?:and|or|\d.*)$/;

/** Parentheses after a word are its call, even after a space. */
function asCall(terms: Term[], group: GroupTerm): Term {
  const name = terms.at(-1);
  if (name?.kind !== 'word' || noFunction.test(name.text)) return group;
  terms.pop();
  return { kind: 'call', from: name.from, to: group.to, name, terms: group.terms, closed: group.closed };
}

function readGroup(cursor: TreeCursor, text: string): GroupTerm {
  const { from, to } = cursor;
  const terms: Term[] = [];
  let closed = false;
  for (let more = cursor.firstChild(); more; more = cursor.nextSibling()) {
    addTerm(terms, cursor, text);
    closed = cursor.type.name === ')';
  }
  cursor.parent();
  // Excludes spaces before a missing end.
  return { kind: 'group', from, to: closed ? to : (terms.at(-1)?.to ?? from + 1), terms, closed };
}

function readSubquery(cursor: TreeCursor, text: string): SubqueryTerm {
  const { from, to } = cursor;
  const segments: Segment[] = [];
  let pipe: Located | undefined;
  let end = from + 1;
  let filled = false;
  let closed = false;
  for (let more = cursor.firstChild(); more; more = cursor.nextSibling()) {
    if (cursor.type.id === node.Pipe) {
      const next = pipeAt(cursor);
      if (!filled) segments.push(emptyBetween(pipe, next, next.to));
      filled = false;
      pipe = next;
      end = next.to;
    } else if (cursor.type.id === node.Command || cursor.type.id === node.Comment) {
      const segment = readSegment(cursor, text);
      segments.push(segment);
      filled = true;
      end = segment.to;
    } else closed = cursor.type.name === ']';
  }
  cursor.parent();
  if (closed) end = to;
  if (!filled) segments.push(emptyBetween(pipe, undefined, end));
  return { kind: 'subquery', from, to: end, segments, closed };
}

/** A missing command between two pipes, or between a pipe and an end. */
function emptyBetween(before: Located | undefined, pipe: Located | undefined, end: number): EmptySegment {
  const from = before?.from ?? pipe?.from ?? end;
  return { kind: 'empty', from, to: pipe?.to ?? before?.to ?? end };
}

function readComment(cursor: TreeCursor, text: string): CommentSegment {
  const { from } = cursor;
  const to = from + text.slice(from, cursor.to).trimEnd().length;
  const strings: StringTerm[] = [];
  let closed = true;
  cursor.iterate((child) => {
    if (child.type.id === node.String) strings.push(readString(child, text));
    if (child.type.id === node.CommentBlock) closed &&= child.node.lastChild?.name === ']';
  });
  return { kind: 'comment', from, to, closed, strings };
}

function readString({ from, to }: Located, text: string): StringTerm {
  // Only the end of the text ends a string without a closing quote.
  const closed = to < text.length || /^"(?:[^\\"]|\\[^])*"$/.test(text.slice(from));
  return { kind: 'string', from, to, closed };
}

/** Splits plain text into words and symbols. */
function addTerms(terms: Term[], text: string, from: number, to: number): void {
  for (let at = blankEnd(text, from); at < to; at = blankEnd(text, at)) {
    const end = text.charCodeAt(at) === dollar ? at + 1 : wordEnd(text, at);
    if (end > at) {
      terms.push({ kind: 'word', from: at, to: end, text: text.slice(at, end) });
      at = end;
    } else {
      const after = symbolEnd(text, at);
      terms.push({ kind: 'symbol', from: at, to: after, text: text.slice(at, after) });
      at = after;
    }
  }
}

/** The name of a command, which may contain `-`; elsewhere that is an operator. */
function takeName(text: string, from: number): WordTerm | undefined {
  const to = commandNameEnd(text, from);
  return to > from ? { kind: 'word', from, to, text: text.slice(from, to) } : undefined;
}

const dollar = 36;

/** Letters of any script, digits, `_` and `.`: the characters of names and numbers. */
const wordCharacters = [
  'A-Za-z0-9_.\\u{aa}\\u{b5}\\u{ba}\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{1fff}\\u{2c00}-\\u{2dff}',
  '\\u{2e80}-\\u{2fef}\\u{3005}-\\u{3007}\\u{3021}-\\u{3029}\\u{3031}-\\u{d7ff}\\u{f900}-\\u{fdff}',
  '\\u{fe70}-\\u{fefc}\\u{ff10}-\\u{ff19}\\u{ff21}-\\u{ff3a}\\u{ff41}-\\u{ff5a}\\u{ff66}-\\u{ffdc}',
  '\\u{10000}-\\u{1cfff}\\u{1e000}-\\u{1efff}\\u{20000}-\\u{3ffff}',
].join('');

const commandNameEnd = endOf(new RegExp(`[${wordCharacters}][${wordCharacters}-]*`, 'uy'));
const anyWordEnd = endOf(new RegExp(`[${wordCharacters}]*`, 'uy'));
const symbolEnd = endOf(/[=!<>]=|&&|[^]/uy);

const plainWord = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Most words are ASCII letters, for which a table is faster than a regular expression. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (plainWord[text.charCodeAt(at)] === 1) at++;
  return text.charCodeAt(at) < plainWord.length ? at : anyWordEnd(text, at);
}

function blankEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The end of a match at a position, or the position itself. */
function endOf(expression: RegExp): (text: string, from: number) => number {
  return (text, from) => {
    expression.lastIndex = from;
    return expression.test(text) ? expression.lastIndex : from;
  };
}
