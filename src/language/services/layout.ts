import { type Located } from '../expression';
import { type Segment } from '../outline';
import { type ParsedQuery } from '../parseQuery';
import { type CommandPart, partsOf } from './commandParts';
import { applyEdits, type TextEdit } from './textEdit';

/**
 * Lays a query out: one command a line with its pipe in front, subqueries indented. Only white space between
 * terms changes, so the meaning cannot. Text whose quotes or brackets do not match stays as it is, and so does
 * each command that something is wrong with.
 */
export function layoutEdits(parsed: ParsedQuery, range?: Located): readonly TextEdit[] {
  if (parsed.problems.some(({ key }) => structural.has(key))) return [];
  const layout = new Layout(parsed);
  layout.addPipeline(parsed.outline.segments, 0);
  return layout.edits().filter((edit) => !range || (edit.to >= range.from && edit.from <= range.to));
}

/** What to do when a pipe was just typed before the offset: put it on a line of its own. */
export function layoutOnPipe(parsed: ParsedQuery, offset: number): readonly TextEdit[] {
  return layoutEdits(parsed).filter((edit) => edit.to === offset - 1);
}

export function layOut(parsed: ParsedQuery): string {
  return applyEdits(parsed.text, layoutEdits(parsed));
}

const structural: ReadonlySet<string> = new Set([
  'string-quote-mismatch',
  'quote-mismatch',
  'parens-mismatch',
  'sqbracket-mismatch',
]);

const lineWidth = 100;

class Layout {
  private readonly gaps: TextEdit[] = [];
  private end = 0;
  private isFirst = true;

  constructor(private readonly parsed: ParsedQuery) {}

  edits(): readonly TextEdit[] {
    const { text } = this.parsed;
    const rest = {
      from: this.end,
      to: text.length,
      newText: text.slice(this.end).includes('\n') ? '\n' : '',
    };
    return [...this.gaps, rest].filter(({ from, to, newText }) => text.slice(from, to) !== newText);
  }

  addPipeline(segments: readonly Segment[], indent: number): void {
    segments.forEach((segment, index) => {
      const lineStart = `\n${' '.repeat(indent)}`;
      if (index > 0) this.addPipe(segment, lineStart);
      if (segment.kind !== 'empty') this.addSegment(segment, index > 0 ? ' ' : lineStart, indent);
    });
  }

  /** The pipe stands somewhere between what was placed last and the segment. */
  private addPipe(segment: Segment, gap: string): void {
    const from = this.parsed.text.indexOf('|', this.end);
    if (from < 0 || (segment.kind !== 'empty' && from >= segment.from)) return;
    this.place({ from, to: from + 1 }, gap);
  }

  private addSegment(segment: Segment, gap: string, indent: number): void {
    const parts = partsOf(this.parsed, segment);
    const breaks = breaksFor(parts, indent, this.parsed);
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
    if (isInline(this.parsed, part, indent)) {
      this.addInline(segments);
      this.place({ from: part.to - 1, to: part.to }, ' ');
      return;
    }
    this.addPipeline(segments, indent + 4);
    this.place({ from: part.to - 1, to: part.to }, `\n${' '.repeat(indent + 2)}`);
  }

  private addInline(segments: readonly Segment[]): void {
    for (const segment of segments) {
      partsOf(this.parsed, segment).forEach((part, index) => {
        this.place(part, index === 0 ? ' ' : part.gap);
      });
    }
  }

  private place(part: Located, gap: string): void {
    this.gaps.push({ from: this.end, to: part.from, newText: this.isFirst ? '' : gap });
    this.end = part.to;
    this.isFirst = false;
  }
}

/** Breaks a line that is too long at its commas, or else before its `and` and `or`. */
function breaksFor(parts: readonly CommandPart[], indent: number, parsed: ParsedQuery): CommandPart['break'] {
  const hasBlock = parts.some((part) => part.kind === 'subquery');
  if (hasBlock || indent + lengthOf(parts, parsed) <= lineWidth) return undefined;
  return parts.find((part) => part.break === 'comma')?.break ?? parts.find((part) => part.break)?.break;
}

/** A subquery stays on the line when it is a single command that is short enough. */
function isInline(parsed: ParsedQuery, part: CommandPart, indent: number): boolean {
  const [only, ...others] = part.segments ?? [];
  if (only?.kind !== 'command' || others.length > 0) return false;
  const parts = partsOf(parsed, only);
  return !parts.some(({ kind }) => kind === 'subquery') && indent + lengthOf(parts, parsed) <= lineWidth - 30;
}

function lengthOf(parts: readonly CommandPart[], parsed: ParsedQuery): number {
  const length = parts.reduce((sum, part) => sum + part.gap.length + part.to - part.from, 0);
  return parts.some(({ from, to }) => parsed.text.slice(from, to).includes('\n')) ? lineWidth + 1 : length;
}
