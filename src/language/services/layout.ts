import { type Located } from '../expression';
import { type Segment } from '../outline';
import { firstEndingAt, type ParsedStretch } from '../parsedStretch';
import { type ParsedQuery } from '../parseQuery';
import { type StretchReading } from '../readStretch';
import { type CommandPart, partsOf } from './commandParts';
import { PlacedStretch } from './placedStretch';
import { applyEdits, type TextEdit } from './textEdit';

/**
 * Lays a query out: one command a line with its pipe in front, subqueries indented. Only white space between
 * terms changes, so the meaning cannot. Text whose quotes or brackets do not match stays as it is, and so does
 * each command that something is wrong with.
 */
export function layoutEdits(parsed: ParsedQuery, range?: Located): readonly TextEdit[] {
  if (!canLayOut(parsed)) return [];
  const edits: TextEdit[] = [];
  parsed.stretches.forEach((_, index) => {
    edits.push(...editsInStretch(parsed, index));
  });
  return range ? edits.filter((edit) => edit.to >= range.from && edit.from <= range.to) : edits;
}

/** What to do when a pipe was just typed before the offset: put it on a line of its own. */
export function layoutOnPipe(parsed: ParsedQuery, offset: number): readonly TextEdit[] {
  if (!canLayOut(parsed)) return [];
  const index = firstEndingAt(parsed.stretches, offset - 1);
  return editsInStretch(parsed, index).filter((edit) => edit.to === offset - 1);
}

export function layOut(parsed: ParsedQuery): string {
  return applyEdits(parsed.text, layoutEdits(parsed));
}

function canLayOut({ problems }: ParsedQuery): boolean {
  return !problems.some(({ key }) => structural.has(key));
}

/** What was found out about a stretch holds as long as it stays as it is, wherever it moves. */
const known = new WeakMap<StretchReading, readonly TextEdit[]>();

function editsInStretch(parsed: ParsedQuery, index: number): readonly TextEdit[] {
  const stretch = parsed.stretches[index];
  if (!stretch) return [];
  const { reading, by } = stretch;
  const isInside = index > 0 && reading.pipe !== undefined;
  const found = (isInside ? known.get(reading) : undefined) ?? findEdits(parsed, stretch, index);
  if (isInside) known.set(reading, found);
  return by === 0 ? found : found.map(({ from, to, newText }) => ({ from: from + by, to: to + by, newText }));
}

/** The edits from behind the pipe before the stretch up to the pipe that ends it. */
function findEdits(parsed: ParsedQuery, { reading, by }: ParsedStretch, index: number): readonly TextEdit[] {
  const start = (parsed.stretches[index - 1]?.pipe ?? -1) + 1 - by;
  const layout = new Layout(new PlacedStretch(parsed.text, reading, by), start, index === 0);
  layout.addStretch();
  return layout.edits;
}

const structural: ReadonlySet<string> = new Set([
  'string-quote-mismatch',
  'quote-mismatch',
  'parens-mismatch',
  'sqbracket-mismatch',
]);

const lineWidth = 100;

/** Places what stands in a stretch from left to right, in the offsets of its reading. */
class Layout {
  readonly edits: TextEdit[] = [];

  constructor(
    private readonly stretch: PlacedStretch,
    private end: number,
    /** Nothing stands before what comes next. */
    private isFirst: boolean,
  ) {}

  addStretch(): void {
    const { segments, pipe } = this.stretch.reading;
    for (const segment of segments) {
      if (segment.kind !== 'empty') this.addSegment(segment, ' ', 0);
    }
    if (pipe !== undefined) this.place({ from: pipe, to: pipe + 1 }, '\n');
    else this.endText();
  }

  private endText(): void {
    const to = this.stretch.textEnd;
    this.edit(this.end, to, this.stretch.hasLineBreak(this.end, to) ? '\n' : '');
  }

  private addPipeline(segments: readonly Segment[], indent: number): void {
    segments.forEach((segment, index) => {
      const lineStart = `\n${' '.repeat(indent)}`;
      if (index > 0) this.addPipe(segment, lineStart);
      if (segment.kind !== 'empty') this.addSegment(segment, index > 0 ? ' ' : lineStart, indent);
    });
  }

  /** The pipe stands somewhere between what was placed last and the segment. */
  private addPipe(segment: Segment, gap: string): void {
    const from = this.stretch.find('|', this.end);
    if (from < 0 || (segment.kind !== 'empty' && from >= segment.from)) return;
    this.place({ from, to: from + 1 }, gap);
  }

  private addSegment(segment: Segment, gap: string, indent: number): void {
    const parts = partsOf(this.stretch, segment);
    const breaks = breaksFor(parts, indent, this.stretch);
    parts.forEach((part, index) => {
      const wanted =
        index === 0 ? gap : breaks && breaks === part.break ? `\n${' '.repeat(indent + 4)}` : part.gap;
      if (part.kind === 'subquery' && part.segments) this.addSubquery(part, wanted, indent);
      else this.place(part, wanted);
    });
  }

  private addSubquery(part: CommandPart, gap: string, indent: number): void {
    const segments = part.segments ?? [];
    this.place({ from: part.from, to: part.from + 1 }, gap);
    if (isInline(this.stretch, part, indent)) {
      this.addInline(segments);
      this.place({ from: part.to - 1, to: part.to }, ' ');
      return;
    }
    this.addPipeline(segments, indent + 4);
    this.place({ from: part.to - 1, to: part.to }, `\n${' '.repeat(indent + 2)}`);
  }

  private addInline(segments: readonly Segment[]): void {
    for (const segment of segments) {
      partsOf(this.stretch, segment).forEach((part, index) => {
        this.place(part, index === 0 ? ' ' : part.gap);
      });
    }
  }

  private place(part: Located, gap: string): void {
    this.edit(this.end, part.from, this.isFirst ? '' : gap);
    this.end = part.to;
    this.isFirst = false;
  }

  /** Most of a query that has been laid out before stays as it is. */
  private edit(from: number, to: number, newText: string): void {
    if (!this.stretch.reads(from, to, newText)) this.edits.push({ from, to, newText });
  }
}

/** Breaks a line that is too long at its commas, or else before its `and` and `or`. */
function breaksFor(
  parts: readonly CommandPart[],
  indent: number,
  stretch: PlacedStretch,
): CommandPart['break'] {
  const hasBlock = parts.some((part) => part.kind === 'subquery');
  if (hasBlock || indent + lengthOf(parts, stretch) <= lineWidth) return undefined;
  return parts.find((part) => part.break === 'comma')?.break ?? parts.find((part) => part.break)?.break;
}

/** A subquery stays on the line when it is a single command that is short enough. */
function isInline(stretch: PlacedStretch, part: CommandPart, indent: number): boolean {
  const [only, ...others] = part.segments ?? [];
  if (only?.kind !== 'command' || others.length > 0) return false;
  const parts = partsOf(stretch, only);
  return (
    !parts.some(({ kind }) => kind === 'subquery') && indent + lengthOf(parts, stretch) <= lineWidth - 30
  );
}

function lengthOf(parts: readonly CommandPart[], stretch: PlacedStretch): number {
  let length = 0;
  for (const { from, to, gap } of parts) {
    if (stretch.hasLineBreak(from, to)) return lineWidth + 1;
    length += gap.length + to - from;
  }
  return length;
}
