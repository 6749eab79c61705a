import { type SyntaxNode, type Tree, type TreeCursor } from '@lezer/common';
import { type Located } from './expression';
import * as node from './grammar.generated.terms';

/** What the grammar sees in a text, before any command has looked at its arguments. */
export interface Outline extends Located {
  readonly segments: readonly Segment[];
  /** Closing brackets that nothing opened. */
  readonly strayBrackets: readonly Located[];
}

export type Segment = CommandSegment | CommentSegment | EmptySegment;

export interface CommandSegment extends Located {
  readonly kind: 'command';
  /** Absent when the segment begins with something that cannot be a name. */
  readonly name: WordTerm | undefined;
  readonly terms: readonly Term[];
}

export interface CommentSegment extends Located {
  readonly kind: 'comment';
  readonly closed: boolean;
  readonly strings: readonly StringTerm[];
}

/** Nothing where a command should be; the range takes in the pipes around it. */
export interface EmptySegment extends Located {
  readonly kind: 'empty';
}

export type Term = WordTerm | StringTerm | SymbolTerm | CallTerm | GroupTerm | SubqueryTerm;

export interface WordTerm extends Located {
  readonly kind: 'word';
  readonly text: string;
}

export interface StringTerm extends Located {
  readonly kind: 'string';
  readonly closed: boolean;
}

export interface SymbolTerm extends Located {
  readonly kind: 'symbol';
  readonly text: string;
}

export interface CallTerm extends Located {
  readonly kind: 'call';
  /** `$` for the reference of a parameter. */
  readonly name: WordTerm;
  readonly terms: readonly Term[];
  readonly closed: boolean;
}

export interface GroupTerm extends Located {
  readonly kind: 'group';
  readonly terms: readonly Term[];
  readonly closed: boolean;
}

export interface SubqueryTerm extends Located {
  readonly kind: 'subquery';
  readonly segments: readonly Segment[];
  readonly closed: boolean;
}

/** @param known segments of the outermost pipeline that are as they were, by where they begin. */
export function outlineOf(
  tree: Tree,
  text: string,
  known: ReadonlyMap<number, Segment> = nothingKnown,
): Outline {
  const cursor = tree.cursor();
  const strayBrackets: Located[] = [];
  const segments = readSegments(cursor, text, strayBrackets, known);
  return { from: 0, to: text.length, segments, strayBrackets };
}

const nothingKnown: ReadonlyMap<number, Segment> = new Map();

/** Reads the children of the node under the cursor, and leaves the cursor where it was. */
function readSegments(
  cursor: TreeCursor,
  text: string,
  strayBrackets: Located[],
  known: ReadonlyMap<number, Segment>,
): Segment[] {
  const segments: Segment[] = [];
  const pipes: Located[] = [];
  let filled = false;
  const endSegment = (end: Located): void => {
    if (!filled) segments.push({ kind: 'empty', from: (pipes.at(-1) ?? end).from, to: end.to });
    filled = false;
  };
  forEachChild(cursor, () => {
    const place = { from: cursor.from, to: cursor.to };
    if (cursor.type.id === node.Pipe) {
      endSegment(place);
      pipes.push(place);
    } else if (cursor.type.id === node.StrayBracket) {
      strayBrackets.push(place);
    } else if (cursor.type.id === node.Command || cursor.type.id === node.Comment) {
      filled = true;
      segments.push(known.get(place.from) ?? readSegment(cursor, text));
    }
  });
  endSegment(pipes.at(-1) ?? { from: cursor.to, to: cursor.to });
  return segments;
}

function readSegment(cursor: TreeCursor, text: string): Segment {
  return cursor.type.id === node.Command ? readCommand(cursor, text) : readComment(cursor, text);
}

function readCommand(cursor: TreeCursor, text: string): CommandSegment {
  const place = { from: cursor.from, to: cursor.to };
  let name: WordTerm | undefined;
  const terms: Term[] = [];
  forEachChild(cursor, () => {
    const term = readTerm(cursor, text);
    if (term) terms.push(term);
    else name = readWord(cursor, text);
  });
  return { kind: 'command', from: place.from, to: place.to, name, terms };
}

function readComment(cursor: TreeCursor, text: string): CommentSegment {
  const { from } = cursor;
  const to = from + text.slice(from, cursor.to).trimEnd().length;
  const strings: StringTerm[] = [];
  let closed = true;
  cursor.iterate((child) => {
    if (child.type.id === node.String) strings.push(readString(child, text));
    if (child.type.id === node.CommentBlock) closed &&= isClosed(child, ']');
  });
  return { kind: 'comment', from, to, closed, strings };
}

/** Reads one term. The name of a command and the parentheses themselves are none. */
function readTerm(cursor: TreeCursor, text: string): Term | undefined {
  switch (cursor.type.id) {
    case node.Word:
    case node.Operator:
    case node.Dollar:
      return readWord(cursor, text);
    case node.String:
      return readString(cursor, text);
    case node.Symbol:
    case node.StrayParenthesis:
      return { kind: 'symbol', from: cursor.from, to: cursor.to, text: text.slice(cursor.from, cursor.to) };
    case node.Call:
      return readCall(cursor, text);
    case node.Group:
      return readGroup(cursor, text);
    case node.Subquery:
      return readSubquery(cursor, text);
    default:
      return undefined;
  }
}

function readCall(cursor: TreeCursor, text: string): CallTerm {
  const { from, to } = cursor;
  const { terms, closed } = readParentheses(cursor, text);
  const first = terms.shift();
  const name: WordTerm = first?.kind === 'word' ? first : { kind: 'word', from, to, text: '' };
  return { kind: 'call', from, to, name, terms, closed };
}

function readGroup(cursor: TreeCursor, text: string): GroupTerm {
  const { from, to } = cursor;
  const { terms, closed } = readParentheses(cursor, text);
  return { kind: 'group', from, to, terms, closed };
}

function readParentheses(cursor: TreeCursor, text: string): { terms: Term[]; closed: boolean } {
  const terms: Term[] = [];
  let closed = false;
  forEachChild(cursor, () => {
    const term = readTerm(cursor, text);
    if (term) terms.push(term);
    else closed = cursor.type.name === ')';
  });
  return { terms, closed };
}

function readSubquery(cursor: TreeCursor, text: string): SubqueryTerm {
  const segments = readSegments(cursor, text, [], nothingKnown);
  return { kind: 'subquery', from: cursor.from, to: cursor.to, segments, closed: isClosed(cursor, ']') };
}

function readWord(cursor: TreeCursor, text: string): WordTerm {
  return { kind: 'word', from: cursor.from, to: cursor.to, text: text.slice(cursor.from, cursor.to) };
}

function readString(place: Located, text: string): StringTerm {
  return {
    kind: 'string',
    from: place.from,
    to: place.to,
    // Only the end of the text ends a string that has no closing quote.
    closed: place.to < text.length || /^"(?:[^\\"]|\\.)*"$/s.test(text.slice(place.from)),
  };
}

/** The end that the tokenizer supplies has no node of its own, so the last node tells whether one was typed. */
function isClosed(place: { readonly node: SyntaxNode }, end: string): boolean {
  return place.node.lastChild?.name === end;
}

function forEachChild(cursor: TreeCursor, visit: () => void): void {
  if (!cursor.firstChild()) return;
  do visit();
  while (cursor.nextSibling());
  cursor.parent();
}
