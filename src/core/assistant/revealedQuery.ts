import { parseQuery } from '../language/parseQuery';
import type { Command, FulltextCondition } from '../language/ast';
import type { Located } from '../language/expression';
import { walkCommands, walkExpressions } from '../language/services/walk';
import { maskPattern } from '../privacy/masker';
import type { Masker } from '../privacy/masker';
import { ToolRejection } from './tool';

/** Characters that could end the string around a value or start a command. */
const meaningful = /["\\|[\]\p{Cc}]/u;

/**
 * A query to run, with masks replaced by values that the assistant has not seen. Only in string literals of
 * conditions: elsewhere a query could return the value under another name, or reveal it in an error.
 */
export function revealedConditions(query: string, masker: Masker): string {
  const strings = [...walkCommands(parseQuery(query).query)].flatMap(conditionStrings);
  for (const { index, 0: mask } of query.matchAll(maskPattern)) {
    if (strings.some(({ from, to }) => from < index && index + mask.length < to)) continue;
    throw new ToolRejection(
      `${mask} can be used only in the conditions of search and fulltext, inside double quotes: search user == "${mask}".`,
    );
  }
  return revealed(query, masker);
}

function conditionStrings(command: Command): readonly Located[] {
  if (command.kind === 'fulltext') return termsOf(command.condition);
  if (command.kind !== 'search') return [];
  const strings: Located[] = [];
  walkExpressions(command.condition, (expression) => {
    if (expression.kind === 'string') strings.push(expression);
  });
  return strings;
}

function termsOf(condition: FulltextCondition | undefined): readonly Located[] {
  switch (condition?.kind) {
    case 'term':
      return [condition];
    case 'comparison':
      return condition.value.kind === 'string' ? [condition.value] : [];
    case 'not':
      return termsOf(condition.operand);
    case 'and':
    case 'or':
      return [...termsOf(condition.left), ...termsOf(condition.right)];
    default:
      return [];
  }
}

/** A text for the user, with masks replaced by values. */
export function revealed(query: string, masker: Masker): string {
  const unknown = masker.unknownNames(query);
  if (unknown.length > 0) {
    throw new ToolRejection(
      `${unknown.join(', ')} does not represent a value that was shown in this session.`,
    );
  }
  return query.replace(maskPattern, (name) => {
    const value = masker.reveal(name);
    if (!meaningful.test(value)) return value;
    throw new ToolRejection(`The value of ${name} has characters that cannot be put into a query.`);
  });
}

/** The message of a failure, with values replaced by the masks of the input. */
export function hideRevealed(text: string, input: unknown, masker: Masker): string {
  const used = new Set(JSON.stringify(input ?? null).match(maskPattern));
  const revealed = [...used].map((mask) => [masker.reveal(mask), mask] as const);
  // The longest first, because one value may contain another. The shortest would match ordinary words.
  return revealed
    .filter(([value]) => value.length > 2)
    .sort(([one], [other]) => other.length - one.length)
    .reduce((hidden, [value, mask]) => hidden.replaceAll(value, mask), text);
}
