import type { Tree, TreeCursor } from '@lezer/common';
import type { Located, Name } from './expression';
import * as node from './grammar.generated.terms';
import type {
  CommandSegment,
  CommentSegment,
  EmptySegment,
  Section,
  Segment,
  StringTerm,
  SubqueryTerm,
} from './outline';
import { blankEnd, readCommandName, readString, TermScan } from './termScan';
import { withoutSpare } from './withoutSpare';

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
    // Nearly all sections have one segment and no stray bracket, and a long query has many sections.
    let segments: Segment[] | undefined;
    let strayBrackets: Located[] | undefined;
    let pipe: Located | undefined;
    for (; this.#hasNext && !pipe; this.#hasNext = this.#cursor.nextSibling()) {
      const { type, from, to } = this.#cursor;
      if (type.id === node.Pipe) pipe = pipeAt(this.#cursor);
      else if (type.id === node.StrayBracket) (strayBrackets ??= []).push({ from, to });
      else if (segments) segments.push(readSegment(this.#cursor, this.text));
      else segments = [readSegment(this.#cursor, this.text)];
    }
    this.#pipe = pipe;
    segments ??= [emptyBetween(before, pipe, this.text.length)];
    return { pipe: pipe?.from, segments, strayBrackets: strayBrackets ?? nothing };
  }
}

const nothing: readonly [] = [];

/** The token includes the spaces before the pipe. */
function pipeAt({ to }: Located): Located {
  return { from: to - 1, to };
}

function readSegment(cursor: TreeCursor, text: string): CommandSegment | CommentSegment {
  return cursor.type.id === node.Comment ? readComment(cursor, text) : readCommand(cursor, text);
}

function readCommand(cursor: TreeCursor, text: string): CommandSegment {
  const scan = new TermScan(text);
  cursor.firstChild();
  let { from } = cursor;
  let name: Name | undefined;
  if (cursor.type.id === node.Text) {
    from = blankEnd(text, from);
    name = readCommandName(text, from);
    scan.addText(name?.to ?? from, cursor.to);
  } else scan.add(readSubquery(cursor, text));
  while (cursor.nextSibling()) {
    if (cursor.type.id === node.Text) scan.addText(cursor.from, cursor.to);
    else scan.add(readSubquery(cursor, text));
  }
  cursor.parent();
  const terms = scan.finish();
  return { kind: 'command', from, to: terms.at(-1)?.to ?? name?.to ?? from, name, terms };
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
  return { kind: 'subquery', from, to: end, segments: withoutSpare(segments), closed };
}

/** A missing command between two pipes, or between a pipe and an end. */
function emptyBetween(before: Located | undefined, pipe: Located | undefined, end: number): EmptySegment {
  const from = before?.from ?? pipe?.from ?? end;
  return { kind: 'empty', from, to: pipe?.to ?? before?.to ?? end };
}

function readComment(cursor: TreeCursor, text: string): CommentSegment {
  const from = blankEnd(text, cursor.from);
  const to = from + text.slice(from, cursor.to).trimEnd().length;
  // Only the end of the text ends a comment with an unclosed string or bracket.
  if (blankEnd(text, cursor.to) < text.length)
    return { kind: 'comment', from, to, closed: true, unclosedString: undefined };
  let closed = true;
  cursor.iterate((child) => {
    if (child.type.id === node.CommentBlock) closed &&= child.node.lastChild?.name === ']';
  });
  return { kind: 'comment', from, to, closed, unclosedString: unclosedStringIn(text, from) };
}

function unclosedStringIn(text: string, from: number): StringTerm | undefined {
  for (let at = text.indexOf('"', from); at >= 0;) {
    const string = readString(text, at);
    if (!string.closed) return string;
    at = text.indexOf('"', string.to);
  }
  return undefined;
}
