import type { Command } from '../ast';
import { findCommand } from '../catalog/catalog';
import type { CallTerm, CommandSegment, GroupTerm, Segment, SymbolTerm, Term, WordTerm } from '../outline';
import type { SectionReading } from '../readSection';
import { Finder } from './finder';

/** The properties of a token, as bits. */
export const mark = {
  /** There is no space before it. */
  glued: 1,
  /** A long line may be broken before it, because it follows a comma. */
  comma: 2,
  /** A long line may be broken before it, because it is `and` or `or`. */
  logic: 4,
  subquery: 8,
} as const;

/**
 * The tokens of commands that layout moves as a whole, as one array per property: a long query has a hundred
 * thousand, and objects would be too slow. The tokens of a subquery are appended temporarily.
 */
export class CommandTokens {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly marks: number[] = [];
  /** The segments of all subquery tokens that were added, in order. */
  readonly subqueries: (readonly Segment[])[] = [];
  /** The number of tokens. Later items of the arrays are unused and get overwritten. */
  length = 0;
  /** The total width on one line, including spaces. */
  width = 0;

  add(from: number, to: number, marks = 0): void {
    const index = this.length++;
    this.from[index] = from;
    this.to[index] = to;
    this.marks[index] = marks;
    this.width += to - from + 1 - (marks & mark.glued);
  }

  addSubquery(from: number, to: number, marks: number, segments: readonly Segment[]): void {
    this.add(from, to, marks | mark.subquery);
    this.subqueries.push(segments);
  }

  /** Whether any token from the index on has one of the marks. */
  hasAny(marks: number, index: number): boolean {
    for (let at = index; at < this.length; at++) if (((this.marks[at] ?? 0) & marks) !== 0) return true;
    return false;
  }
}

/** Adds the tokens of a command. A command with an error is one token, unchanged. */
export function addTokens(parts: CommandTokens, section: SectionAtOffset, segment: Segment): void {
  if (segment.kind === 'empty') return;
  const command = section.commandAt(segment.from);
  if (segment.kind === 'comment' || !command) parts.add(segment.from, segment.to);
  else if (command.kind === 'other') addOther(parts, section, segment, command);
  else if (hasOwnProblem(section, segment)) parts.add(segment.from, segment.to);
  else new PartScan(parts, section, segment, command).addCommand();
}

/** Whether the command itself has an error, not its subqueries. */
function hasOwnProblem(section: SectionAtOffset, segment: CommandSegment): boolean {
  const { problems } = section.reading;
  if (problems.length === 0) return false;
  const subqueries = segment.terms.filter((term) => term.kind === 'subquery');
  return problems.some(
    (problem) =>
      problem.from >= segment.from &&
      problem.to <= segment.to &&
      problem.severity === 'error' &&
      !subqueries.some(({ from, to }) => problem.from > from && problem.to < to),
  );
}

/** The meaning of spaces in other commands is unknown, so only their subqueries are formatted. */
function addOther(
  parts: CommandTokens,
  section: SectionAtOffset,
  segment: CommandSegment,
  command: Command,
): void {
  let start = segment.from;
  const addText = (to: number): void => {
    const raw = section.slice(start, to);
    const from = start + raw.length - raw.trimStart().length;
    const end = start + raw.trimEnd().length;
    if (end > from) parts.add(from, end);
  };
  for (const term of segment.terms) {
    // A subquery inside parentheses or an option stays unchanged.
    if (term.kind !== 'subquery' || !command.subqueries.some(({ from }) => from === term.from)) continue;
    addText(term.from);
    parts.addSubquery(term.from, term.to, 0, term.segments);
    start = term.to;
  }
  addText(segment.to);
}

const spacedSymbols = new Set(['==', '!=', '>=', '<=', '>', '<', '+', '*', '/', '=', '-']);

/** Iterates over the terms of one command. */
class PartScan {
  /** The marks of the next token. */
  private marks = 0;
  /** Whether an operand is expected next, so that a minus is a sign. */
  private awaitsOperand = true;
  private depth = 0;
  private readonly namesTables: boolean;

  constructor(
    private readonly parts: CommandTokens,
    private readonly section: SectionAtOffset,
    private readonly segment: CommandSegment,
    private readonly command: Command,
  ) {
    this.namesTables = findCommand(command.name.text)?.namesTables === true;
  }

  addCommand(): void {
    this.add(this.command.name.from, this.command.name.to);
    this.awaitsOperand = true;
    this.addTerms(this.segment.terms);
  }

  private addTerms(terms: readonly Term[]): void {
    for (const term of terms) {
      if (!this.addOptionWith(term)) this.addTerm(term);
    }
  }

  /** Whether the term belongs to an option, which is added with its first term. */
  private addOptionWith(term: Term): boolean {
    const option = this.command.options.find(({ from, to }) => term.from >= from && term.to <= to);
    if (!option) return false;
    if (option.from === term.from) this.add(option.from, option.to);
    this.awaitsOperand = true;
    return true;
  }

  private addTerm(term: Term): void {
    switch (term.kind) {
      case 'word':
        this.addWord(term);
        break;
      case 'symbol':
        this.addSymbol(term);
        break;
      case 'call':
        this.add(term.name.from, term.name.to);
        this.marks = mark.glued;
        this.addParentheses(this.section.find('(', term.name.to), term);
        break;
      case 'group':
        this.addParentheses(term.from, term);
        break;
      case 'subquery':
        this.parts.addSubquery(term.from, term.to, this.marks, term.segments);
        this.marks = 0;
        this.awaitsOperand = false;
        break;
      case 'string':
        this.add(term.from, term.to);
    }
  }

  private addParentheses(open: number, term: CallTerm | GroupTerm): void {
    this.add(open, open + 1);
    this.depth++;
    this.marks = mark.glued;
    this.awaitsOperand = true;
    this.addTerms(term.terms);
    this.depth--;
    this.marks = mark.glued;
    // Not every command rejects a parenthesis that is not closed.
    if (this.section.reads(term.to - 1, term.to, ')')) this.add(term.to - 1, term.to);
  }

  private addWord({ text, from, to }: WordTerm): void {
    const isOperator = text === 'and' || text === 'or';
    const isGlued = (this.marks & mark.glued) !== 0;
    if (isOperator && this.depth === 0 && !isGlued) this.marks |= mark.logic;
    this.add(from, to);
    this.awaitsOperand = isOperator || text === 'by';
  }

  private addSymbol({ text, from, to }: SymbolTerm): void {
    if (text === ',') {
      this.marks |= mark.glued;
      this.add(from, to);
      this.awaitsOperand = true;
      if (this.depth === 0) this.marks = mark.comma;
    } else if (this.namesTables || !spacedSymbols.has(text)) {
      this.addAsTyped(from, to);
    } else {
      const isSign = text === '-' && this.awaitsOperand;
      this.add(from, to);
      if (isSign && this.command.kind !== 'fields') this.marks = mark.glued;
      this.awaitsOperand = true;
    }
  }

  private addAsTyped(from: number, to: number): void {
    const isGlued = this.parts.to[this.parts.length - 1] === from;
    this.marks = (this.marks & ~mark.glued) | (isGlued ? mark.glued : 0);
    this.add(from, to);
    if (this.segment.terms.some((term) => term.from === to)) this.marks = mark.glued;
  }

  private add(from: number, to: number): void {
    this.parts.add(from, to, this.marks);
    this.marks = 0;
    this.awaitsOperand = false;
  }
}

/** A section and its current text. All offsets are those of its reading. */
export class SectionAtOffset {
  #commands: ReadonlyMap<number, Command> | undefined;
  readonly #lineBreaks: Finder;

  /** @param by the distance from the position at which it was read. */
  constructor(
    private readonly text: string,
    readonly reading: SectionReading,
    private readonly by: number,
  ) {
    this.#lineBreaks = new Finder(text, '\n');
  }

  get textEnd(): number {
    return this.text.length - this.by;
  }

  slice(from: number, to: number): string {
    return this.text.slice(from + this.by, to + this.by);
  }

  find(wanted: string, from: number): number {
    const found = this.text.indexOf(wanted, from + this.by);
    return found < 0 ? found : found - this.by;
  }

  /** Whether the text in the range equals `wanted`. */
  reads(from: number, to: number, wanted: string): boolean {
    if (to - from !== wanted.length) return false;
    // It is nearly always a space or empty.
    if (wanted === ' ') return this.text.charCodeAt(from + this.by) === blank;
    return wanted === '' || this.text.startsWith(wanted, from + this.by);
  }

  hasLineBreak(from: number, to: number): boolean {
    return this.#lineBreaks.isIn(from + this.by, to + this.by);
  }

  /** The command that starts at an offset, including those of subqueries. */
  commandAt(from: number): Command | undefined {
    const { commands, inner } = this.reading;
    if (inner.length === 0) return commands.find((command) => command.from === from);
    this.#commands ??= new Map([...inner, ...commands].map((command) => [command.from, command]));
    return this.#commands.get(from);
  }
}

const blank = 32;
