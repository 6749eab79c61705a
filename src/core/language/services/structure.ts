import type { Command, Query } from '../ast';
import { effectOf, hasHiddenSubquery, possibleWrites } from '../commandEffects';
import { changesOrSends } from '../catalog/entry';
import type { Located, Name } from '../expression';
import { firstEndingAt, sectionAt } from '../parsedSection';
import type { ParsedQuery } from '../parseQuery';
import { Finder } from './finder';
import { visitCommands } from './walk';

/** A command in the document outline; the commands of its subqueries are children. */
export interface CommandSymbol extends Located {
  readonly name: string;
  readonly detail: string;
  readonly selection: Located;
  readonly isComment: boolean;
  readonly children: readonly CommandSymbol[];
}

export function documentSymbols({ text, sections }: ParsedQuery): readonly CommandSymbol[] {
  const symbols: CommandSymbol[] = [];
  for (const { reading, by } of sections) {
    for (const command of reading.commands) symbols.push(symbolOf(command, text, by));
  }
  return symbols;
}

function symbolOf(command: Command, text: string, by: number): CommandSymbol {
  const { name, from, to, subqueries } = command;
  const below = (query: Query): CommandSymbol[] => query.commands.map((inner) => symbolOf(inner, text, by));
  return {
    name: name.text || '…',
    detail: detailOf(command, text, by),
    from: from + by,
    to: to + by,
    selection: { from: name.from + by, to: name.to + by },
    isComment: command.kind === 'comment',
    children: subqueries.flatMap(({ query }) => below(query)),
  };
}

/** The start of the arguments, on one line. */
function detailOf({ name, subqueries, to }: Command, text: string, by: number): string {
  const end = Math.min(subqueries[0]?.from ?? to, name.to + 4 * maxDetailLength);
  const typed = text.slice(name.to + by, end + by).trim();
  return (unevenBlanks.test(typed) ? typed.replace(/\s+/g, ' ') : typed).slice(0, maxDetailLength);
}

/** Rarely matches, which avoids an expensive replacement. */
const unevenBlanks = /[^\S ]|  /;
const maxDetailLength = 120;

type FoldingRange = Located & { readonly kind: 'region' | 'comment' };

/** The folding ranges: the pipeline after its first line, subqueries and comments. */
export function foldingRanges({ text, sections }: ParsedQuery): readonly FoldingRange[] {
  const ranges: FoldingRange[] = [];
  const lineBreaks = new Finder(text, '\n');
  let start: number | undefined;
  let end = 0;
  const add = (from: number, to: number, kind: FoldingRange['kind']): void => {
    start ??= from;
    end = Math.max(end, to);
    // Few commands of a long query span several lines.
    if (lineBreaks.isIn(from, to)) ranges.push({ from, to, kind });
  };
  for (const { reading, by } of sections) {
    visitCommands(reading.commands, ({ from, to, kind, subqueries }) => {
      add(from + by, to + by, kind === 'comment' ? 'comment' : 'region');
      for (const subquery of subqueries) add(subquery.from + by, subquery.to + by, 'region');
    });
  }
  const from = start ?? 0;
  return lineBreaks.isIn(from, end) ? [{ from, to: end, kind: 'region' }, ...ranges] : ranges;
}

/** The names of commands that change or send data, to highlight them. */
export function writingCommands(parsed: ParsedQuery): readonly Name[] {
  const maySet = parsed.text.includes('evtctxsetvar');
  return commandNames(parsed, (command) => changesOrSends(effectOf(command, maySet)));
}

/** The commands of a text to run that a user has to confirm, once each. */
interface CommandsToConfirm {
  readonly writing: readonly string[];
  readonly unknown: readonly string[];
}

export function commandsToConfirm(parsed: ParsedQuery): CommandsToConfirm {
  const { text, problems } = parsed;
  const asWritten = ({ text: name, from }: Name): string => name || (/\S+/.exec(text.slice(from))?.[0] ?? '');
  const isDoubtful = problems.length > 0 || commandNames(parsed, hasHiddenSubquery).length > 0;
  const writing = writingCommands(parsed).map(asWritten);
  const unknown = commandNames(parsed, (command) => effectOf(command) === 'unknown').map(asWritten);
  return {
    writing: [...new Set([...writing, ...(isDoubtful ? possibleWrites(text) : [])])],
    unknown: [...new Set(unknown)],
  };
}

/** The names of commands, including those of subqueries. */
function commandNames({ sections }: ParsedQuery, isWanted: (command: Command) => boolean): readonly Name[] {
  const names: Name[] = [];
  for (const { reading, by } of sections) {
    visitCommands(reading.commands, (command) => {
      const { text, from, to } = command.name;
      if (isWanted(command)) names.push({ text, from: from + by, to: to + by });
    });
  }
  return names;
}

/**
 * The pipelines around an offset, from the innermost to the whole text. A document is one query, so these are
 * the candidates for running the pipeline at the cursor.
 */
export function pipelinesAt({ text, sections }: ParsedQuery, offset: number): readonly Located[] {
  const around: Located[] = [{ from: 0, to: text.length }];
  const section = sectionAt(sections, offset);
  if (!section) return around;
  const { reading, by } = section;
  visitCommands(reading.commands, ({ subqueries }) => {
    for (const { query } of subqueries) {
      const range = { from: query.from + by, to: query.to + by };
      if (range.from <= offset && offset <= range.to) around.unshift(range);
    }
  });
  return around;
}

/** The outer pipeline up to and including the command at the offset, to run it so far. */
export function textUpTo({ text, sections }: ParsedQuery, offset: number): string {
  for (let index = firstEndingAt(sections, offset); index >= 0; index--) {
    const { reading, by = 0 } = sections[index] ?? {};
    const command = reading?.commands.findLast(({ from }) => from + by <= offset);
    if (command) return text.slice(0, command.to + by);
  }
  return text;
}
