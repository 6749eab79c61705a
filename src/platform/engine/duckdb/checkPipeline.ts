import type { DuckDBConnection } from '@duckdb/node-api';
import type { ErrorKey } from '../../../language/errorCodes';
import type { Store } from '../../store/store';
import { bindExpression } from '../plan/bindExpression';
import type { Expression } from '../plan/expression';
import type { Operator, Pipeline } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import { failureReason } from '../run/failureReason';
import { interruptible } from './engineSession';
import { printExpression } from './printExpression';
import { enginePattern } from './printPattern';
import { quoteText } from './sqlText';

/**
 * Lets the engine evaluate every expression without columns. This finds errors that the language cannot:
 * invalid regular expressions and date formats.
 */
export async function checkPipeline(
  pipeline: Pipeline,
  connect: Store['connect'],
  signal: AbortSignal,
): Promise<void> {
  const parts = [...printedPartsOf(pipeline)].filter(({ expressions }) => expressions.length > 0);
  if (parts.length === 0) return;
  using connection = await connect();
  for (const { expressions, key } of parts) await checkExpressions(expressions, key, connection, signal);
}

async function checkExpressions(
  expressions: readonly string[],
  key: ErrorKey,
  connection: DuckDBConnection,
  signal: AbortSignal,
): Promise<void> {
  try {
    // Run rather than prepared, because some functions check their constants only when they are called.
    const statement = `SELECT ${expressions.join(', ')}`;
    await interruptible(connection, signal, () => connection.run(statement));
  } catch (error) {
    signal.throwIfAborted();
    // With a reason, the expression itself is valid; the run reports the failure.
    if (failureReason(error) === undefined) throw new QueryRejection(key, { cause: error });
  }
}

function* printedPartsOf({ subqueries, operators }: Pipeline): Generator<PrintedParts> {
  for (const subquery of subqueries) yield* printedPartsOf(subquery);
  for (const operator of operators) yield printedParts(operator);
}

interface PrintedParts {
  readonly expressions: readonly string[];
  readonly key: ErrorKey;
}

function printedParts(operator: Operator): PrintedParts {
  if (operator.operator === 'extract') {
    const { text } = enginePattern(operator.pattern);
    return { expressions: [`regexp_matches('', ${quoteText(text)})`], key: 'missing-rex-regex' };
  }
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
