import type { Command, Query, CommandOf } from '../../../language/ast';
import { writesOrSends } from '../../../language/commandEffects';
import { parseQuery } from '../../../language/parseQuery';
import { refusingProblem } from '../../../language/problem';
import { QueryRefusal } from '../plan/queryRefusal';
import { isTooLarge } from './queryLimits';

/** Parses a query and throws if it is invalid. */
export function readQuery(text: string): Query {
  if (isTooLarge(text)) throw new QueryRefusal('query-too-large');
  const { query, problems } = parseQuery(text);
  const problem = refusingProblem(problems);
  if (problem) throw new QueryRefusal(problem.key);
  if (query.commands.length === 0) throw new QueryRefusal('empty-command');
  return query;
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
