import { type ChangedRange, Tree, TreeFragment } from '@lezer/common';
import { type Command, type Query, type Subquery } from './ast';
import { type Located } from './expression';
import { editorOnlyCommandNames } from './commandNames';
import { type CommandHead } from './commands/commandReader';
import { commandReaders } from './commands/commandReaders';
import { readOther } from './commands/subqueries';
import { type ErrorKey } from './errorCodes';
import { parser } from './grammar.generated';
import {
  type CommandSegment,
  type CommentSegment,
  type Outline,
  outlineOf,
  type Segment,
  type SubqueryTerm,
} from './outline';
import { type Problem, problemAt, type Slip } from './problem';
import { type Source } from './source';
import { TermReader } from './termReader';

export interface ParsedQuery {
  readonly text: string;
  readonly query: Query;
  /** In the order of the text. Empty for a query that the language finds nothing wrong with. */
  readonly problems: readonly Problem[];
  readonly tree: Tree;
  /** The terms that the tree was read from; layout and completion work on them. */
  readonly outline: Outline;
  /** Every command, those of subqueries too, by the offset at which it begins. */
  readonly commandsByPlace: ReadonlyMap<number, Command>;
}

/**
 * Parses any text, half-typed ones too. Never throws: what is wrong is in `problems`.
 *
 * @param previous what an earlier state of the text was parsed into; the tree is reused where both agree.
 */
export function parseQuery(text: string, previous?: ParsedQuery): ParsedQuery {
  try {
    return parse(text, previous);
  } catch (error) {
    // Nesting of thousands of brackets exhausts the stack. No person writes that, but a server must survive it.
    if (error instanceof RangeError) return tooDeep(text);
    throw error;
  }
}

function parse(text: string, previous: ParsedQuery | undefined): ParsedQuery {
  const change = previous && changeBetween(previous.text, text);
  const tree = parser.parse(text, previous && change && reusableFragments(previous, change));
  const outline = outlineOf(tree, text, previous && change && segmentsBefore(previous, change.fromA));
  const reading = new QueryReading(text);
  const query = reading.readQuery(outline);
  for (const bracket of outline.strayBrackets) reading.report('sqbracket-mismatch', bracket);
  const { commandsByPlace } = reading;
  return { text, query, problems: reading.sortedProblems(), tree, outline, commandsByPlace };
}

function changeBetween(old: string, text: string): ChangedRange {
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === text.charCodeAt(start)) start++;
  let end = 0;
  const rest = shorter - start;
  while (end < rest && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
  return { fromA: start, toA: old.length - end, fromB: start, toB: text.length - end };
}

function reusableFragments({ tree }: ParsedQuery, change: ChangedRange): readonly TreeFragment[] {
  return TreeFragment.applyChanges(TreeFragment.addTree(tree), [change]);
}

/**
 * The segments that a change cannot touch, by where they begin. A text is read from left to right, so all
 * that a pipe ended before the change stays; the segment right before that pipe is read again to be safe.
 */
function segmentsBefore({ outline }: ParsedQuery, change: number): ReadonlyMap<number, Segment> {
  const before = outline.segments.filter(({ to }) => to < change).slice(0, -1);
  return new Map(before.map((segment) => [segment.from, segment]));
}

function tooDeep(text: string): ParsedQuery {
  const whole = { from: 0, to: text.length };
  return {
    text,
    query: { kind: 'query', ...whole, commands: [] },
    problems: [problemAt('broken-expression', whole)],
    tree: Tree.empty,
    outline: { ...whole, segments: [], strayBrackets: [] },
    commandsByPlace: new Map(),
  };
}

/** What a segment was read into, for texts that share it. */
interface SegmentReading {
  readonly command: Command | undefined;
  readonly problems: readonly Problem[];
  /** The commands of its subqueries. */
  readonly inner: readonly Command[];
}

const readings = new WeakMap<Segment, SegmentReading>();

class QueryReading implements Source {
  readonly commandsByPlace = new Map<number, Command>();
  private readonly problems: Problem[] = [];
  private inner: Command[] = [];

  constructor(readonly text: string) {}

  report(key: ErrorKey, place: Located, slip?: Slip): void {
    this.problems.push(problemAt(key, place, slip));
  }

  sortedProblems(): readonly Problem[] {
    return this.problems.sort((one, other) => one.from - other.from || one.to - other.to);
  }

  /** Reads the outermost pipeline. Segments that were read for an earlier text are taken from there. */
  readQuery({ segments, from, to }: Outline): Query {
    const commands = segments.flatMap((segment) => {
      const { command, problems, inner } = readings.get(segment) ?? this.readAnew(segment);
      this.problems.push(...problems);
      for (const one of inner) this.commandsByPlace.set(one.from, one);
      if (command) this.commandsByPlace.set(command.from, command);
      return command ?? [];
    });
    return { kind: 'query', from, to, commands };
  }

  private readAnew(segment: Segment): SegmentReading {
    this.inner = [];
    const start = this.problems.length;
    const command = this.readSegment(segment);
    const reading = { command, problems: this.problems.splice(start), inner: this.inner };
    readings.set(segment, reading);
    return reading;
  }

  private readPipeline(segments: readonly Segment[], place: Located): Query {
    const commands = segments.flatMap((segment) => this.readSegment(segment) ?? []);
    this.inner.push(...commands);
    return { kind: 'query', from: place.from, to: place.to, commands };
  }

  readSubquery(term: SubqueryTerm): Subquery {
    if (!term.closed) this.report('sqbracket-mismatch', term, 'unclosedBracket');
    const inside = { from: term.from + 1, to: term.closed ? term.to - 1 : term.to };
    const query = this.readPipeline(term.segments, inside);
    return { kind: 'subquery', from: term.from, to: term.to, query };
  }

  private readSegment(segment: Segment): Command | undefined {
    switch (segment.kind) {
      case 'command':
        return this.readCommand(segment);
      case 'comment':
        return this.readComment(segment);
      case 'empty': {
        const isDouble = this.text.slice(segment.from, segment.to) === '||';
        this.report('empty-command', segment, isDouble ? 'doublePipe' : 'emptyCommand');
        return undefined;
      }
    }
  }

  private readCommand(segment: CommandSegment): Command {
    const place = { from: segment.from, to: segment.to };
    const name = segment.name ?? { text: '', from: segment.from, to: segment.from };
    const head = {
      from: segment.from,
      to: segment.to,
      name: { text: name.text, from: name.from, to: name.to },
    };
    const reader = new TermReader(this, segment.terms, place, name.to);
    const read = commandReaders.get(name.text);
    if (!read) return this.readUnread(segment, head, reader);
    const command = read(head, reader);
    reader.finish();
    return command;
  }

  private readUnread(segment: CommandSegment, head: CommandHead, reader: TermReader): Command {
    const known = editorOnlyCommandNames.has(head.name.text);
    if (!known) {
      const isUpper = commandReaders.has(head.name.text.toLowerCase());
      this.report('unsupported-command', segment.name ?? segment, isUpper ? 'upperCaseName' : undefined);
    }
    return readOther(head, reader, known);
  }

  private readComment(segment: CommentSegment): Command {
    const place = { from: segment.from, to: segment.to };
    if (!segment.closed) this.report('sqbracket-mismatch', segment, 'unclosedBracket');
    for (const string of segment.strings) {
      if (!string.closed) this.report('string-quote-mismatch', string, 'unclosedString');
    }
    const name = { text: '#', from: segment.from, to: segment.from + 1 };
    const text = this.text.slice(name.to, segment.to).trim();
    return { kind: 'comment', ...place, name, options: [], subqueries: [], text };
  }
}
