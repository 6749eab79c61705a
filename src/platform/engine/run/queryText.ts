import type { Command, Query, CommandOf } from '../../../language/ast';
import { writesOrSends } from '../../../language/commandEffects';
import { parseQuery } from '../../../language/parseQuery';
import { QueryRejection } from '../plan/queryRejection';

/** Parses a query and throws if it is invalid. */
export function readQuery(text: string): Query {
  if (isTooLarge(text)) throw new QueryRejection('query-too-large');
  const { query, problems } = parseQuery(text);
  const [problem] = problems;
  // A warning too: an unknown name is an error once the query runs.
  if (problem) throw new QueryRejection(problem.key);
  if (query.commands.length === 0) throw new QueryRejection('empty-command');
  return query;
}

/** The same, but returns the error. */
export function tryReadQuery(text: string): Query | Error {
  try {
    return readQuery(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The commands that set parameters, in order. */
export function definitionsOf(query: Query): readonly (CommandOf<'set'> | CommandOf<'setq'>)[] {
  return query.commands.filter((command) => command.kind === 'set' || command.kind === 'setq');
}

/** All subqueries, inner ones first, which is the order in which they run. */
export function subqueriesOf(query: Query): readonly Query[] {
  return query.commands.flatMap((command: Command) =>
    command.subqueries.flatMap((subquery) => [...subqueriesOf(subquery.query), subquery.query]),
  );
}

/** Whether a text, valid or not, has a command that changes or sends data. */
export function changesData(text: string): boolean {
  if (isTooLarge(text)) return true;
  const { query } = parseQuery(text);
  return [query, ...subqueriesOf(query)].some(({ commands }) =>
    commands.some(({ name }) => writesOrSends(name.text)),
  );
}

/** Characters. Programs send the rows of a file as one string, in parts of a few megabytes. */
const maxTextLength = 4_000_000;
/** Includes those of subqueries. */
const maxCommands = 1000;
/** Words, numbers, strings and operators; a string counts once, whatever its length. */
const maxTerms = 30_000;
/** The nesting of parentheses and brackets. */
const maxNesting = 200;

/**
 * Whether parsing and planning a query would block other requests. Counted in one pass over the text, before it is
 * parsed; the count of an invalid query can be wrong, but the parser rejects it.
 */
export function isTooLarge(text: string): boolean {
  if (text.length > maxTextLength) return true;
  let commands = 1;
  let terms = 0;
  let depth = 0;
  for (const [term] of text.matchAll(termPattern)) {
    if (term === '|') commands += 1;
    else if ('(['.includes(term)) depth += 1;
    else if (')]'.includes(term)) depth -= 1;
    else terms += 1;
    if (commands > maxCommands || terms > maxTerms || depth > maxNesting) return true;
  }
  return false;
}

/** A string, a pipe or bracket, operators, or a word. */
const termPattern = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[|()[\]]|[=<>!+\-*/]+|[^ \t\n\r,=<>!+\-*/"|()[\]]+/g;
