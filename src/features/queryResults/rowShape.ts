import type { Command, FulltextCondition } from '../../language/ast';
import type { Expression } from '../../language/expression';
import type { ResultColumn } from '../../shared/protocol/queryResults';
import { parseForRun } from './parseForRun';

const shortestWord = 2;

/** The search terms of a query, to highlight in the results. */
export function highlightsOf(text: string): string[] {
  const found = commandsOf(text).flatMap((command) => {
    if (command.kind === 'fulltext') return command.condition ? termsOf(command.condition) : [];
    return command.kind === 'search' ? stringsOf(command.condition) : [];
  });
  const words = found.flatMap((word) => word.split('*')).map((word) => word.trim());
  return [...new Set(words.filter((word) => word.length >= shortestWord))];
}

/** Whether the rows are stored logs, whose fields have no defined order. */
export function isRawLogs(text: string, columns: readonly ResultColumn[]): boolean {
  const names = new Set(columns.map(({ name }) => name));
  const ordered = commandsOf(text).some(({ kind }) => kind === 'fields' || kind === 'order');
  return !ordered && ['_time', '_table', '_id'].every((name) => names.has(name));
}

function commandsOf(text: string): readonly Command[] {
  return parseForRun(text).stretches.flatMap(({ reading }) => reading.commands);
}

function termsOf(condition: FulltextCondition): string[] {
  switch (condition.kind) {
    case 'term':
      return [condition.value];
    case 'not':
      return [];
    default:
      return [...termsOf(condition.left), ...termsOf(condition.right)];
  }
}

/** Terms that are excluded are not highlighted: those inside `not()` and after `!=`. */
function stringsOf(expression: Expression): string[] {
  switch (expression.kind) {
    case 'string':
      return [expression.value];
    case 'binary':
      return expression.operator === '!='
        ? []
        : [...stringsOf(expression.left), ...stringsOf(expression.right)];
    case 'call':
      return expression.function.text === 'not' ? [] : expression.arguments.flatMap(stringsOf);
    default:
      return [];
  }
}
