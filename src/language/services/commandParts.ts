import { type Command } from '../ast';
import { type Located } from '../expression';
import { type CommandSegment, type Segment, type Term } from '../outline';
import { type PlacedStretch } from './placedStretch';

/** A piece of a command that layout moves as a whole, and the white space that belongs before it. */
export interface CommandPart extends Located {
  readonly kind: 'text' | 'subquery';
  readonly gap: '' | ' ';
  /** Whether a long line may be broken before this part. */
  readonly break: 'comma' | 'logic' | undefined;
  readonly segments?: readonly Segment[];
}

/** Divides a command into parts. A command that something is wrong with is one part, just as typed. */
export function partsOf(stretch: PlacedStretch, segment: Segment): readonly CommandPart[] {
  if (segment.kind === 'empty') return [];
  const command = segment.kind === 'command' && segment.name ? stretch.commandAt(segment.from) : undefined;
  if (segment.kind === 'comment' || !command) return [wholeOf(stretch, segment)];
  if (command.kind === 'other') return partsOfOther(stretch, segment, command);
  if (hasOwnProblem(stretch, segment)) return [wholeOf(stretch, segment)];
  return new PartList(stretch, segment, command).parts;
}

function wholeOf(stretch: PlacedStretch, { from, to }: Located): CommandPart {
  const end = from + stretch.slice(from, to).trimEnd().length;
  return { kind: 'text', from, to: end, gap: ' ', break: undefined };
}

/** Whether something is wrong with the command itself; its subqueries look after themselves. */
function hasOwnProblem(stretch: PlacedStretch, segment: CommandSegment): boolean {
  const { problems } = stretch.reading;
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

/** Nobody knows what blanks mean to a foreign command, so only its subqueries are laid out. */
function partsOfOther(
  stretch: PlacedStretch,
  segment: CommandSegment,
  command: Command,
): readonly CommandPart[] {
  const parts: CommandPart[] = [];
  let start = segment.from;
  const addText = (to: number): void => {
    const raw = stretch.slice(start, to);
    const from = start + raw.length - raw.trimStart().length;
    const end = start + raw.trimEnd().length;
    if (end > from) parts.push({ kind: 'text', from, to: end, gap: ' ', break: undefined });
  };
  for (const { from, to } of command.subqueries) {
    const term = segment.terms.find((candidate) => candidate.from === from && candidate.to === to);
    // One inside parentheses stays as typed, like all that surrounds it.
    if (term?.kind !== 'subquery') continue;
    addText(from);
    parts.push({ kind: 'subquery', from, to, gap: ' ', break: undefined, segments: term.segments });
    start = to;
  }
  addText(segment.to);
  return parts;
}

const spacedSymbols: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '>=',
  '<=',
  '>',
  '<',
  '+',
  '*',
  '/',
  '=',
  '-',
]);

/** In these commands `-`, `*` and `?` are parts of names, so blanks stay where they are. */
const namingCommands: ReadonlySet<string> = new Set(['table', 'fulltext', 'import', 'lookup', 'system']);

class PartList {
  readonly parts: CommandPart[] = [];
  /** The next part follows without a blank, since it belongs to what stands before. */
  private glued = false;
  /** An operand is expected next, so that a minus sign is a sign. */
  private awaitsOperand = true;
  private nextBreak: CommandPart['break'];
  private depth = 0;

  constructor(
    private readonly stretch: PlacedStretch,
    private readonly segment: CommandSegment,
    private readonly command: Command,
  ) {
    this.add(command.name);
    this.awaitsOperand = true;
    this.addTerms(segment.terms);
  }

  private addTerms(terms: readonly Term[]): void {
    for (const term of terms) {
      const mayBeOption = this.depth === 0 && this.command.options.length > 0;
      const option = mayBeOption ? this.optionAround(term) : undefined;
      if (!option) this.addTerm(term);
      else if (option.from === term.from) this.add(option);
      if (option) this.awaitsOperand = true;
    }
  }

  private optionAround(term: Term): Located | undefined {
    return this.command.options.find(({ from, to }) => term.from >= from && term.to <= to);
  }

  private addTerm(term: Term): void {
    switch (term.kind) {
      case 'word':
        this.addWord(term.text, term);
        break;
      case 'symbol':
        this.addSymbol(term.text, term);
        break;
      case 'call':
        this.add(term.name);
        this.glued = true;
        this.addParentheses(this.stretch.find('(', term.name.to), term);
        break;
      case 'group':
        this.addParentheses(term.from, term);
        break;
      case 'subquery':
        this.add(term, term.segments);
        break;
      case 'string':
        this.add(term);
    }
  }

  private addParentheses(open: number, term: Located & { readonly terms: readonly Term[] }): void {
    this.add({ from: open, to: open + 1 });
    this.depth++;
    this.glued = true;
    this.awaitsOperand = true;
    this.addTerms(term.terms);
    this.depth--;
    this.glued = true;
    this.add({ from: term.to - 1, to: term.to });
  }

  private addWord(text: string, place: Located): void {
    const isOperator = text === 'and' || text === 'or';
    if (isOperator && this.depth === 0) this.nextBreak = 'logic';
    this.add(place);
    this.awaitsOperand = isOperator || text === 'by';
  }

  private addSymbol(text: string, place: Located): void {
    if (text === ',') {
      this.glued = true;
      this.add(place);
      this.awaitsOperand = true;
      if (this.depth === 0) this.nextBreak = 'comma';
    } else if (namingCommands.has(this.command.kind) || !spacedSymbols.has(text)) {
      this.addAsTyped(place);
    } else {
      const isSign = text === '-' && this.awaitsOperand;
      this.add(place);
      this.glued = isSign && this.command.kind !== 'fields';
      this.awaitsOperand = true;
    }
  }

  private addAsTyped(place: Located): void {
    this.glued = this.parts.at(-1)?.to === place.from;
    this.add(place);
    this.glued = this.segment.terms.some((term) => term.from === place.to);
  }

  private add({ from, to }: Located, segments?: readonly Segment[]): void {
    const gap = this.glued ? '' : ' ';
    this.parts.push(
      segments
        ? { kind: 'subquery', from, to, gap, break: this.nextBreak, segments }
        : { kind: 'text', from, to, gap, break: this.nextBreak },
    );
    this.glued = false;
    this.awaitsOperand = false;
    this.nextBreak = undefined;
  }
}
