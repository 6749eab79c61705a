import { type Command, type Query } from '../ast';
import { writesOrSends } from '../commandNames';
import { type Located, type Name } from '../expression';
import { type ParsedQuery } from '../parseQuery';
import { walkCommands } from './walk';

/** A command in the outline of the document; the commands of its subqueries are its children. */
export interface CommandSymbol extends Located {
  readonly name: string;
  readonly detail: string;
  readonly selection: Located;
  readonly isComment: boolean;
  readonly children: readonly CommandSymbol[];
}

export function documentSymbols({ text, stretches }: ParsedQuery): readonly CommandSymbol[] {
  return stretches.flatMap(({ reading, by }) => symbolsOf(reading.commands, text, by));
}

function symbolsOf(commands: readonly Command[], text: string, by: number): readonly CommandSymbol[] {
  return commands.map((command) => ({
    name: command.name.text || '…',
    detail: detailOf(command, text, by),
    ...placeOf(command, by),
    selection: placeOf(command.name, by),
    isComment: command.kind === 'comment',
    children: command.subqueries.flatMap(({ query }) => symbolsOf(query.commands, text, by)),
  }));
}

function placeOf({ from, to }: Located, by: number): Located {
  return { from: from + by, to: to + by };
}

/** The beginning of the arguments, on one line. */
function detailOf({ name, subqueries, to }: Command, text: string, by: number): string {
  const end = Math.min(subqueries[0]?.from ?? to, name.to + 4 * longestDetail);
  return text
    .slice(name.to + by, end + by)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestDetail);
}

const longestDetail = 120;

type FoldingRange = Located & { readonly kind: 'region' | 'comment' };

/** What can be folded: the pipeline after its first line, subqueries, comments; each over several lines. */
export function foldingRanges({ text, stretches }: ParsedQuery): readonly FoldingRange[] {
  const ranges = stretches.flatMap(({ reading, by }) =>
    [...walkCommands(reading)].flatMap((command) => rangesOf(command, by)),
  );
  const whole = { from: ranges[0]?.from ?? 0, to: ranges.at(-1)?.to ?? 0, kind: 'region' as const };
  return [whole, ...ranges].filter(({ from, to }) => hasLineBreak(text, from, to));
}

function rangesOf({ kind, from, to, subqueries }: Command, by: number): readonly FoldingRange[] {
  return [
    { from: from + by, to: to + by, kind: kind === 'comment' ? 'comment' : 'region' },
    ...subqueries.map((subquery) => ({ ...placeOf(subquery, by), kind: 'region' as const })),
  ];
}

function hasLineBreak(text: string, from: number, to: number): boolean {
  const found = text.indexOf('\n', from);
  return found >= 0 && found < to;
}

/** The names of the commands that change data or send it away, for a visible mark. */
export function writingCommands({ stretches }: ParsedQuery): readonly Name[] {
  return stretches.flatMap(({ reading, by }) =>
    [...walkCommands(reading)]
      .filter(({ name }) => writesOrSends(name.text))
      .map(({ name }) => ({ text: name.text, ...placeOf(name, by) })),
  );
}

/**
 * The pipelines around an offset, the innermost first and the whole text last. A document is one query, just as
 * the platform stores it, so these are what "run the pipeline under the cursor" can mean.
 */
export function pipelinesAt(parsed: ParsedQuery, offset: number): readonly Query[] {
  const around: Query[] = [parsed.query];
  for (const command of walkCommands(parsed.query)) {
    for (const { query } of command.subqueries) {
      if (query.from <= offset && offset <= query.to) around.unshift(query);
    }
  }
  return around;
}

/** The text of the outer pipeline up to and including the command at the offset, to see what it gives so far. */
export function textUpTo(parsed: ParsedQuery, offset: number): string {
  const command = parsed.query.commands.findLast(({ from }) => from <= offset);
  return parsed.text.slice(0, command?.to ?? parsed.text.length);
}
