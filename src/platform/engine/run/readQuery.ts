import type { Command, Query, CommandOf } from '../../../core/language/ast';
import { writesOrSends } from '../../../core/language/commandEffects';
import { parseQuery } from '../../../core/language/parseQuery';
import { exceededLimit } from '../../../core/language/sizeLimits';
import { QueryRejection } from '../plan/queryRejection';

/** Parses a query and throws if it is invalid. */
export function readQuery(text: string): Query {
  if (isTooLarge(text)) throw new QueryRejection('query-too-large');
  const { query, problems } = parseQuery(text);
  const [problem] = problems;
  // A warning too: an unknown name is an error once the query runs.
  if (problem) throw new QueryRejection(problem.key, { name: text.slice(problem.from, problem.to) });
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

/** The commands that set parameters, in order, and those of `json` whose text is computed. */
export function definitionsOf(
  query: Query,
): readonly (CommandOf<'set'> | CommandOf<'setq'> | CommandOf<'json'>)[] {
  return query.commands.flatMap((command) => {
    if (command.kind === 'set' || command.kind === 'setq') return command;
    return command.kind === 'json' && command.text && command.text.kind !== 'string' ? command : [];
  });
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

/** Whether parsing and planning a query would block other requests. */
export function isTooLarge(text: string): boolean {
  return exceededLimit(text) !== undefined;
}
