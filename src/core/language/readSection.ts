import type { Command, Query, Subquery } from './ast';
import type { Located } from './expression';
import { findCommand } from './catalog/catalog';
import type { CommandHead, CommandReader } from './commands/commandReader';
import { aggregationReaders } from './commands/aggregations';
import { parsingReaders } from './commands/parsing';
import { rowReaders } from './commands/rows';
import { sourceReaders } from './commands/sources';
import { readOther, subqueryReaders } from './commands/subqueries';
import type { ErrorKey } from './errorCodes';
import type { CommandSegment, CommentSegment, Segment, Section, SubqueryTerm } from './outline';
import { problemAt } from './problem';
import type { Problem, Typo } from './problem';
import type { Source } from './termReader';
import { TermReader } from './termReader';

/** A section of the outermost pipeline and its parsed commands. */
export interface SectionReading extends Section {
  readonly commands: readonly Command[];
  /** The commands of subqueries, including those at invalid positions. */
  readonly inner: readonly Command[];
  readonly problems: readonly Problem[];
}

export function readSection(text: string, section: Section): SectionReading {
  const reader = new SectionReader(text);
  const commands = reader.read(section);
  const { pipe, segments, strayBrackets, looksAhead } = section;
  // Most sections have neither problems nor subqueries, and a long query has many sections.
  const { inner = nothing, problems = nothing } = reader;
  return { pipe, segments, strayBrackets, looksAhead, commands, inner, problems };
}

const nothing: readonly [] = [];

/** The commands of the local platform with the parsers of their arguments. */
export const commandReaders: ReadonlyMap<string, CommandReader> = new Map(
  Object.entries({
    ...sourceReaders,
    ...rowReaders,
    ...parsingReaders,
    ...aggregationReaders,
    ...subqueryReaders,
  }),
);

class SectionReader implements Source {
  problems: Problem[] | undefined;
  inner: Command[] | undefined;

  constructor(readonly text: string) {}

  report(key: ErrorKey, range: Located, typo?: Typo, name?: string): void {
    (this.problems ??= []).push(problemAt(key, range, typo, name));
  }

  read({ segments, strayBrackets }: Section): readonly Command[] {
    for (const bracket of strayBrackets) this.report('sqbracket-mismatch', bracket);
    return this.readSegments(segments);
  }

  readSubquery(term: SubqueryTerm): Subquery {
    if (!term.closed) this.report('sqbracket-mismatch', term, 'unclosedBracket');
    const commands = this.readSegments(term.segments);
    (this.inner ??= []).push(...commands);
    const to = term.closed ? term.to - 1 : term.to;
    const query: Query = { kind: 'query', from: term.from + 1, to, commands };
    return { kind: 'subquery', from: term.from, to: term.to, query };
  }

  private readSegments(segments: readonly Segment[]): readonly Command[] {
    const commands = segments.map((segment) => this.readSegment(segment));
    return commands.every((command) => command !== undefined)
      ? commands
      : commands.filter((command) => command !== undefined);
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
    const { from, to, terms } = segment;
    const name = segment.name ?? { text: '', from, to: from };
    const head = { from, to, name };
    const reader = new TermReader(this, terms, head, name.to);
    const read = commandReaders.get(findCommand(name.text)?.name ?? '');
    if (!read) return this.readUnread(segment, head, reader);
    const command = read(head, reader);
    reader.finish();
    return command;
  }

  private readUnread(segment: CommandSegment, head: CommandHead, reader: TermReader): Command {
    const entry = findCommand(head.name.text);
    if (!entry) {
      const { text } = head.name;
      const typo = commandReaders.has(text.toLowerCase()) ? 'upperCaseName' : undefined;
      this.report('unsupported-command', segment.name ?? segment, typo, text);
    }
    return readOther(head, reader, entry);
  }

  private readComment(segment: CommentSegment): Command {
    const { from, to } = segment;
    const name = { text: '#', from, to: from + 1 };
    const text = this.text.slice(name.to, to).trim();
    return { kind: 'comment', from, to, name, options: [], subqueries: [], text };
  }
}
