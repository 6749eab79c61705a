import type { Command, Subquery } from '../ast';
import { findAggregate, findCommand, findFunction } from '../catalog/catalog';
import type { FunctionEntry } from '../catalog/entry';
import type { CallTerm, CommandSegment, GroupTerm, Segment, SubqueryTerm, Term } from '../outline';
import type { ParsedSection } from '../parsedSection';
import { parseQuery } from '../parseQuery';
import type { ParsedQuery } from '../parseQuery';

/** The context of a cursor, based only on the text before it, because the rest may be incomplete. */
export interface CursorContext {
  /** The text before the cursor. */
  readonly before: ParsedQuery;
  /** The commands of the innermost pipeline before that of the cursor, without adjusted positions. */
  readonly upstream: readonly Command[];
  readonly kind: 'command' | 'arguments' | 'string' | 'comment';
  /** The command whose arguments contain the cursor. */
  readonly segment: CommandSegment | undefined;
  /** The calls around the cursor, the innermost last. */
  readonly calls: readonly CallTerm[];
  /** The innermost parentheses around the cursor, of a call or not. */
  readonly parentheses: CallTerm | GroupTerm | undefined;
  /** The terms at the cursor's nesting level, without the word being typed. */
  readonly terms: readonly Term[];
  /** The word being typed up to the cursor; may be empty. */
  readonly prefix: string;
}

export function cursorContext(parsed: ParsedQuery, offset: number): CursorContext {
  const before = parseQuery(parsed.text.slice(0, offset), parsed);
  const { upstream, segment } = innermost(before);
  const command = segment?.kind === 'command' ? segment : undefined;
  const { calls, parentheses, terms } = insideCalls(command?.terms ?? []);
  const kind = kindOf(before.text, segment, terms);
  const prefix = prefixOf(before.text, kind, command?.name?.text ?? '');
  return {
    before,
    upstream,
    kind,
    segment: command,
    calls,
    parentheses,
    terms: terms.filter(({ from }) => from < offset - prefix.length),
    prefix,
  };
}

function prefixOf(text: string, kind: CursorContext['kind'], command: string): string {
  const isTable = kind === 'arguments' && findCommand(command)?.namesTables === true;
  const pattern = kind === 'command' ? commandWord : isTable ? tableWord : word;
  return pattern.exec(text.slice(-maxPrefixLength))?.[0] ?? '';
}

/** A minus is part of command and table names, and an operator elsewhere. */
const commandWord = /[\p{L}\p{N}\p{M}_.-]*$/u;
const tableWord = /(?:\$|[\p{L}\p{N}\p{M}_.*?:/@-]*)$/u;
const word = /(?:\$|[\p{L}\p{N}\p{M}_.]*)$/u;

/** Limits the search for the start of the word in a long text. */
const maxPrefixLength = 1000;

/** Only the last section contains the end of the text. */
function innermost(parsed: ParsedQuery): Pick<CursorContext, 'upstream'> & { segment: Segment | undefined } {
  const last = parsed.sections.at(-1);
  if (!last) return { upstream: [], segment: undefined };
  let outer = parsed.sections.slice(0, -1).flatMap(({ reading }) => reading.commands);
  let pipeline = last.commands;
  let segment = last.segments.at(-1);
  for (let inner = openSubquery(segment); inner && segment; inner = openSubquery(segment)) {
    const subquery = subqueryAt(last, segment.from, inner.from);
    if (!subquery) break;
    outer = [];
    pipeline = subquery.query.commands;
    segment = inner.segments.at(-1);
  }
  const start = segment?.from ?? 0;
  return { upstream: [...outer, ...pipeline.filter(({ to }) => to <= start)], segment };
}

function openSubquery(segment: Segment | undefined): SubqueryTerm | undefined {
  const last = segment?.kind === 'command' ? segment.terms.at(-1) : undefined;
  return last?.kind === 'subquery' && !last.closed ? last : undefined;
}

function subqueryAt(section: ParsedSection, command: number, from: number): Subquery | undefined {
  const { commands, inner } = section;
  const around = [...inner, ...commands].find((candidate) => candidate.from === command);
  return around?.subqueries.find((subquery) => subquery.from === from);
}

function insideCalls(outer: readonly Term[]): Pick<CursorContext, 'calls' | 'parentheses' | 'terms'> {
  const calls: CallTerm[] = [];
  let parentheses: CursorContext['parentheses'];
  let terms = outer;
  for (let last = terms.at(-1); last && 'terms' in last && !last.closed; last = terms.at(-1)) {
    if (last.kind === 'call') calls.push(last);
    parentheses = last;
    terms = last.terms;
  }
  return { calls, parentheses, terms };
}

function kindOf(text: string, segment: Segment | undefined, terms: readonly Term[]): CursorContext['kind'] {
  if (!segment || segment.kind === 'empty') return 'command';
  if (segment.kind === 'comment') return 'comment';
  const last = terms.at(-1);
  if (last?.kind === 'string' && !last.closed) return 'string';
  return segment.name?.to === text.length ? 'command' : 'arguments';
}

/** The innermost called function: an aggregate directly inside a command that aggregates. */
export function calledFunction({ calls, segment }: CursorContext): FunctionEntry | undefined {
  const name = calls.at(-1)?.name.text ?? '';
  const isAggregate =
    calls.length === 1 && /^(stats|timechart|rollup|cube|pivot)$/.test(segment?.name?.text ?? '');
  return isAggregate ? findAggregate(name) : findFunction(name);
}

/** The zero-based index of the argument in the innermost call. */
export function argumentIndex(context: CursorContext): number {
  const terms = context.calls.at(-1)?.terms ?? [];
  return terms.filter((term) => term.kind === 'symbol' && term.text === ',').length;
}
