import type { Command } from '../ast';
import type { Located } from '../expression';
import type { Term } from '../outline';
import type { ParsedQuery } from '../parseQuery';
import { printNumber, printString } from '../printExpression';
import { cursorContext } from './cursorContext';
import type { CursorContext } from './cursorContext';
import { setsField } from './fieldBindings';
import { tablesRead } from './namedTables';
import { visitCommands } from './walk';

/** A field of tables whose value is being typed; the range is what a value replaces. */
export interface ComparedField extends Located {
  readonly field: string;
  /** They may contain `*`. */
  readonly tables: readonly string[];
  /** The options of the source that limit its time, as far as they are constant. */
  readonly period: string;
  /** The text to insert for a value; undefined if it cannot stand there. */
  literal(value: string | number | boolean): string | undefined;
}

/** The field after whose comparison the offset is: `user == `, `in(user, `, `contains(user, "`. */
export function comparedField(parsed: ParsedQuery, offset: number): ComparedField | undefined {
  const context = cursorContext(parsed, offset);
  const { text } = context.before;
  const field = nameOf(comparedTerm(context), text);
  if (field === undefined || context.upstream.some((command) => setsField(command, field))) return undefined;
  const tables = tablesOf(context.upstream);
  if (tables.length === 0) return undefined;
  const open = context.kind === 'string' ? context.terms.at(-1) : undefined;
  const from = open === undefined ? offset - context.prefix.length : open.from + 1;
  const rest = open === undefined ? restOfConstant(parsed.text, offset) : restOfString(parsed.text, offset);
  return {
    field,
    tables,
    period: sourcePeriod(context.upstream),
    from,
    to: offset + (rest?.length ?? 0),
    literal: (value) => {
      // No platform accepts a query with this character.
      if (typeof value === 'string' && value.includes('\0')) return undefined;
      if (open === undefined) return printConstant(value);
      if (typeof value !== 'string') return undefined;
      return printString(value).slice(1, rest === undefined ? undefined : -1);
    },
  };
}

function printConstant(value: string | number | boolean): string | undefined {
  if (typeof value === 'number') return printNumber(value);
  return typeof value === 'string' ? printString(value) : String(value);
}

function restOfConstant(text: string, offset: number): string {
  return /^(?:"(?:[^"\\\n]|\\.)*"|[\p{L}\p{N}_.]*)/u.exec(text.slice(offset))?.[0] ?? '';
}

/** Undefined if the string is not closed: then the quotes after it, in its line, are those of other strings. */
function restOfString(text: string, offset: number): string | undefined {
  const [line = ''] = text.slice(offset).split('\n', 1);
  const quotes = [...line.matchAll(/\\.|"/g)].filter(([found]) => found === '"');
  return quotes.length % 2 === 1 ? line.slice(0, quotes[0]?.index) : undefined;
}

function comparedTerm({ kind, terms, calls, parentheses }: CursorContext): Term | undefined {
  const before = kind === 'string' ? terms.slice(0, -1) : terms;
  const last = before.at(-1);
  if (isSymbol(last, '==') || isSymbol(last, '!=')) return before.at(-2);
  const call = calls.at(-1);
  if (!call || call !== parentheses || !/^(in|contains)$/.test(call.name.text)) return undefined;
  return isSymbol(last, ',') && isSymbol(before[1], ',') ? before[0] : undefined;
}

function isSymbol(term: Term | undefined, text: string): boolean {
  return term?.kind === 'symbol' && term.text === text;
}

const fieldWord = /^(?!(?:true|false|null|and|or)$)[\p{L}_][\p{L}\p{N}\p{M}_.]*$/u;
const fieldCall = /^field\(\s*"([^"\\]+)"\s*\)$/;

function nameOf(term: Term | undefined, text: string): string | undefined {
  if (term?.kind === 'word') return fieldWord.test(term.text) ? term.text : undefined;
  return term?.kind === 'call' ? fieldCall.exec(text.slice(term.from, term.to))?.[1] : undefined;
}

function tablesOf(commands: readonly Command[]): readonly string[] {
  const tables = new Set<string>();
  visitCommands(commands, (command) => {
    if (command.kind === 'table' || command.kind === 'fulltext') {
      for (const { name } of tablesRead(command)) tables.add(name);
    }
  });
  return [...tables];
}

const periodOptions: ReadonlySet<string> = new Set(['duration', 'from', 'to']);

/** The options of the source that limit its time, as far as they are constant. */
export function sourcePeriod(commands: readonly Command[]): string {
  const source = commands.find(({ kind }) => kind === 'table' || kind === 'fulltext');
  const options = source?.options.filter(({ name }) => periodOptions.has(name.text)) ?? [];
  return options
    .flatMap(({ name, value }) => (value.kind === 'word' ? [`${name.text}=${value.text}`] : []))
    .join(' ');
}
