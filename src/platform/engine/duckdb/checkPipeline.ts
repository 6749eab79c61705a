import type { DuckDBConnection } from '@duckdb/node-api';
import type { ErrorKey } from '../../../language/errorCodes';
import { bindExpression } from '../plan/bindExpression';
import type { Expression } from '../plan/expression';
import type { Operator } from '../plan/operator';
import type { Pipeline } from '../plan/pipeline';
import { QueryRefusal } from '../plan/queryRefusal';
import { failureReason } from '../run/failureReason';
import { interruptible } from './interruptible';
import { engineInterval } from './interval';
import { printExpression } from './printExpression';
import { enginePattern } from './regularExpression';
import { quoteText } from './sqlText';

/**
 * Has the engine prepare every expression over no columns. That finds what the language cannot: regular
 * expressions that do not compile, formats of dates that do not exist.
 */
export async function checkPipeline(
  pipeline: Pipeline,
  connection: DuckDBConnection,
  signal: AbortSignal,
): Promise<void> {
  for (const subquery of pipeline.subqueries) await checkPipeline(subquery, connection, signal);
  for (const operator of pipeline.operators) {
    const { expressions, key } = printedParts(operator);
    if (expressions.length === 0) continue;
    try {
      // Run rather than prepared: some functions look at their constants only when they are called.
      const statement = `SELECT ${expressions.join(', ')}`;
      await interruptible(connection, signal, () => connection.run(statement));
    } catch (error) {
      signal.throwIfAborted();
      // Nothing is wrong with the expression: the run tells what happened.
      if (failureReason(error) !== undefined) continue;
      throw new QueryRefusal(key, { cause: error });
    }
  }
}

function printedParts(operator: Operator): {
  readonly expressions: readonly string[];
  readonly key: ErrorKey;
} {
  if (operator.operator === 'extract') {
    const { text } = enginePattern(operator.pattern);
    return { expressions: [`regexp_matches('', ${quoteText(text)})`], key: 'missing-rex-regex' };
  }
  if (operator.operator === 'aggregate' && operator.span !== undefined) engineInterval(operator.span);
  return { expressions: expressionsOf(operator).map(printWithoutFields), key: 'broken-expression' };
}

function printWithoutFields(expression: Expression): string {
  return printExpression(bindExpression(expression, []), []);
}

function expressionsOf(operator: Operator): readonly Expression[] {
  switch (operator.operator) {
    case 'filter':
      return [operator.predicate];
    case 'extend':
      return operator.assignments.map(({ value }) => value);
    case 'aggregate':
      return operator.aggregates.flatMap(({ argument }) => argument ?? []);
    default:
      return [];
  }
}
