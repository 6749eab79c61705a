import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/environment';
import type { Target } from './bulkResults';

/** The text of a question for one query, by name, and for several, by number. */
export interface QuestionText {
  readonly one: (name: string, place: string) => string;
  readonly many: (count: number, place: string) => string;
}

/** Names the queries and always the connection and environment. */
export function bulkQuestion(
  targets: readonly Target[],
  connection: Connection,
  words: QuestionText,
): string {
  const place = `${connection.name} (${environmentLabel(connection.environment)})`;
  const [only, ...others] = targets;
  return only !== undefined && others.length === 0
    ? words.one(only.name, place)
    : words.many(targets.length, place);
}
