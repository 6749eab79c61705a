import { type Command, type Query } from '../ast';
import { writesOrSends } from '../commandNames';
import { type Located, type Name } from '../expression';
import { type ParsedQuery } from '../parseQuery';
import { normalizedCommand } from './layout';
import { walkCommands } from './walk';

/** A command in the outline of the document; the commands of its subqueries are its children. */
export interface CommandSymbol extends Located {
  readonly name: string;
  readonly detail: string;
  readonly selection: Located;
  readonly isComment: boolean;
  readonly children: readonly CommandSymbol[];
}

export function documentSymbols(parsed: ParsedQuery): readonly CommandSymbol[] {
  return symbolsOf(parsed, parsed.query);
}

function symbolsOf(parsed: ParsedQuery, query: Query): readonly CommandSymbol[] {
  return query.commands.map((command) => ({
    name: command.name.text || '…',
    detail: detailOf(parsed, command),
    from: command.from,
    to: command.to,
    selection: { from: command.name.from, to: command.name.to },
    isComment: command.kind === 'comment',
    children: command.subqueries.flatMap((subquery) => symbolsOf(parsed, subquery.query)),
  }));
}

function detailOf(parsed: ParsedQuery, command: Command): string {
  const { name, subqueries } = command;
  const end = subqueries[0]?.from ?? command.to;
  const text = subqueries.length > 0 ? parsed.text.slice(name.to, end) : normalizedCommand(parsed, command);
  return text
    .slice(subqueries.length > 0 ? 0 : name.text.length)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
}

/** What can be folded: the pipeline after its first line, subqueries, comments; each over several lines. */
export function foldingRanges(
  parsed: ParsedQuery,
): readonly (Located & { readonly kind: 'region' | 'comment' })[] {
  const ranges = [...walkCommands(parsed.query)].flatMap((command) => [
    {
      from: command.from,
      to: command.to,
      kind: command.kind === 'comment' ? ('comment' as const) : ('region' as const),
    },
    ...command.subqueries.map(({ from, to }) => ({ from, to, kind: 'region' as const })),
  ]);
  const first = parsed.query.commands[0];
  const last = parsed.query.commands.at(-1);
  const whole = first && last ? [{ from: first.from, to: last.to, kind: 'region' as const }] : [];
  return [...whole, ...ranges].filter(({ from, to }) => parsed.text.slice(from, to).includes('\n'));
}

/** The names of the commands that change data or send it away, for a visible mark. */
export function writingCommands(parsed: ParsedQuery): readonly Name[] {
  return [...walkCommands(parsed.query)].map(({ name }) => name).filter(({ text }) => writesOrSends(text));
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
