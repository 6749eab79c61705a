import type { Located } from '../expression';
import type { Segment } from '../outline';
import { firstEndingAt } from '../parsedSection';
import type { ParsedQuery } from '../parseQuery';
import { addTokens, CommandTokens, mark, SectionAtOffset } from './commandTokens';
import { applyEdits } from '../textEdit';
import type { TextEdit } from '../textEdit';

/**
 * Formats a query: one command per line with its pipe in front, subqueries indented. Changes only whitespace
 * between terms, so the meaning is unaffected. Text with unmatched quotes or brackets, and commands with
 * errors, stay unchanged.
 */
export function layoutEdits(parsed: ParsedQuery, range?: Located): readonly TextEdit[] {
  if (!canLayOut(parsed)) return [];
  const edits: TextEdit[] = [];
  const parts = new CommandTokens();
  for (let index = 0; index < parsed.sections.length; index++) {
    for (const edit of editsInSection(parsed, index, parts)) edits.push(edit);
  }
  return range ? edits.filter((edit) => edit.to >= range.from && edit.from <= range.to) : edits;
}

/** The edits after a pipe was typed before the offset: puts it on a new line. */
export function layoutOnPipe(parsed: ParsedQuery, offset: number): readonly TextEdit[] {
  if (!canLayOut(parsed)) return [];
  const index = firstEndingAt(parsed.sections, offset - 1);
  return editsInSection(parsed, index, new CommandTokens()).filter((edit) => edit.to === offset - 1);
}

export function layOut(parsed: ParsedQuery): string {
  return applyEdits(parsed.text, layoutEdits(parsed));
}

function canLayOut({ problems }: ParsedQuery): boolean {
  return !problems.some(({ key }) => structural.has(key));
}

const nothing: readonly TextEdit[] = [];

function editsInSection(parsed: ParsedQuery, index: number, parts: CommandTokens): readonly TextEdit[] {
  const section = parsed.sections[index];
  if (!section) return nothing;
  const { reading, by } = section;
  // The edits from the pipe before the section to the pipe that ends it.
  const start = (parsed.sections[index - 1]?.pipe ?? -1) + 1 - by;
  const layout = new Layout(parts, new SectionAtOffset(parsed.text, reading, by), start, index === 0);
  const found = layout.addSection();
  if (by === 0 || found.length === 0) return found;
  return found.map(({ from, to, newText }) => ({ from: from + by, to: to + by, newText }));
}

const structural: ReadonlySet<string> = new Set([
  'string-quote-mismatch',
  'quote-mismatch',
  'parens-mismatch',
  'sqbracket-mismatch',
]);

const lineWidth = 100;

/** Places the tokens of a section from left to right, in the offsets of its reading. */
class Layout {
  private edits: TextEdit[] | undefined;

  constructor(
    private readonly parts: CommandTokens,
    private readonly section: SectionAtOffset,
    private end: number,
    /** Whether nothing precedes the next token. */
    private isFirst: boolean,
  ) {}

  addSection(): readonly TextEdit[] {
    const { segments, pipe } = this.section.reading;
    for (const segment of segments) this.addSegment(segment, ' ', 0);
    if (pipe !== undefined) this.put(pipe, pipe + 1, '\n');
    else this.endText();
    return this.edits ?? nothing;
  }

  private endText(): void {
    const to = this.section.textEnd;
    this.edit(this.end, to, this.section.hasLineBreak(this.end, to) ? '\n' : '');
  }

  private addPipeline(segments: readonly Segment[], indent: number): void {
    segments.forEach((segment, index) => {
      const lineStart = newLine(indent);
      if (index > 0) this.addPipe(lineStart);
      this.addSegment(segment, index > 0 ? ' ' : lineStart, indent);
    });
  }

  /** Between two segments of a subquery there is always a pipe. */
  private addPipe(gap: string): void {
    const from = this.section.find('|', this.end);
    this.put(from, from + 1, gap);
  }

  private addSegment(segment: Segment, gap: string, indent: number): void {
    const { parts } = this;
    const { length: start, width } = parts;
    let subquery = parts.subqueries.length;
    addTokens(parts, this.section, segment);
    const { length: end } = parts;
    const breaks = this.breaksFrom(start, indent + parts.width - width);
    for (let index = start; index < end; index++) {
      const marks = parts.marks[index] ?? 0;
      const isBroken = (marks & breaks) !== 0;
      const wanted = index === start ? gap : isBroken ? newLine(indent + 4) : gapOf(marks);
      if ((marks & mark.subquery) === 0) this.toOffset(index, wanted);
      else this.addSubquery(index, parts.subqueries[subquery++] ?? [], wanted, indent);
    }
    parts.length = start;
  }

  private addSubquery(index: number, segments: readonly Segment[], gap: string, indent: number): void {
    const from = this.parts.from[index] ?? 0;
    const to = this.parts.to[index] ?? 0;
    this.put(from, from + 1, gap);
    if (this.addInline(segments, indent)) {
      this.put(to - 1, to, ' ');
    } else {
      this.addPipeline(segments, indent + 4);
      this.put(to - 1, to, newLine(indent + 2));
    }
  }

  /** A subquery stays on one line if it is a single short command. */
  private addInline([only, ...others]: readonly Segment[], indent: number): boolean {
    if (only?.kind !== 'command' || others.length > 0) return false;
    const { parts } = this;
    const { length: start, width } = parts;
    addTokens(parts, this.section, only);
    const isShort = indent + parts.width - width <= lineWidth - 30 && this.isOneLineFrom(start);
    for (let index = start; isShort && index < parts.length; index++) {
      this.toOffset(index, index === start ? ' ' : gapOf(parts.marks[index] ?? 0));
    }
    parts.length = start;
    return isShort;
  }

  private isOneLineFrom(start: number): boolean {
    return !this.parts.hasAny(mark.subquery, start) && !this.hasLineBreakFrom(start);
  }

  /** Breaks a long line at its commas, otherwise before `and` and `or`. */
  private breaksFrom(start: number, width: number): number {
    const { parts } = this;
    if (width <= lineWidth && !this.hasLineBreakFrom(start)) return 0;
    if (parts.hasAny(mark.subquery, start)) return 0;
    return parts.hasAny(mark.comma, start) ? mark.comma : mark.logic;
  }

  /** Whether a token spans several lines, as only strings and unchanged parts do. */
  private hasLineBreakFrom(start: number): boolean {
    const { from, to, length } = this.parts;
    if (!this.section.hasLineBreak(from[start] ?? 0, to[length - 1] ?? 0)) return false;
    for (let index = start; index < length; index++) {
      if (this.section.hasLineBreak(from[index] ?? 0, to[index] ?? 0)) return true;
    }
    return false;
  }

  private toOffset(index: number, gap: string): void {
    this.put(this.parts.from[index] ?? 0, this.parts.to[index] ?? 0, gap);
  }

  private put(from: number, to: number, gap: string): void {
    this.edit(this.end, from, this.isFirst ? '' : gap);
    this.end = to;
    this.isFirst = false;
  }

  /** Most of a formatted query stays unchanged. */
  private edit(from: number, to: number, newText: string): void {
    if (!this.section.reads(from, to, newText)) (this.edits ??= []).push({ from, to, newText });
  }
}

function gapOf(marks: number): string {
  return (marks & mark.glued) === 0 ? ' ' : '';
}

function newLine(indent: number): string {
  return `\n${' '.repeat(indent)}`;
}
