import { bindExpression } from '../plan/bindExpression';
import { call, convert } from '../plan/planNode';
import type { Expression } from '../plan/planNode';
import { rowJson } from '../plan/planFunctions';
import { schemaOf } from '../plan/kind';
import type { Schema } from '../plan/kind';
import type { OperatorOf, RowRecord } from '../plan/operator';
import type { EventContexts } from '../run/eventContexts';
import type { StoredRows } from '../run/resultRows';
import { ownFunction } from './ownFunctions';
import { writeMixed } from './printMixed';
import { printRange } from './source';
import type { Batch, Source } from './source';
import { printCondition, printExpression, printField } from './sqlExpression';
import { quoteText } from '../../store/sqlText';
import type { Step } from './step';

/** Rows that pass all commands one after the other, because a row depends on what those before it did. */
export function rowByRowSource(stored: StoredRows): Source {
  return {
    schema: stored.schema,
    order: [{ column: 'o0', descending: false }],
    isRowByRow: true,
    *batches(): Generator<Batch> {
      for (let row = stored.start; row < stored.end; row++) {
        yield { rows: 1, print: (carriesOrder) => printRange(stored, row, row + 1, carriesOrder) };
      }
    },
  };
}

/** Passes rows on and calls a function for each. */
function effectStep(command: number, schema: Schema, effect: string): Step {
  return {
    command,
    schema,
    keepsCount: true,
    // As a condition, because the engine does not compute what nobody reads.
    print: (from) =>
      `SELECT * EXCLUDE (done) FROM (SELECT *, ${effect} AS done FROM (${from})) WHERE done = 'true'`,
  };
}

/** Keeps the value of an expression for the rows after this one. */
export function rememberStep({ command, name, value }: OperatorOf<'remember'>, schema: Schema): Step {
  const printed = printExpression(convert(bindExpression(value, schema), 'any'), schema);
  return effectStep(command, schema, ownFunction('remember', quoteText(name), writeMixed(printed)));
}

/** Feeds or deletes the event context of each row. */
export function feedStep(operator: OperatorOf<'feed'>, schema: Schema): Step {
  const { command, action, owner, topic, key, limits, condition } = operator;
  const text = (value: string): string => `coalesce(${value}, '')`;
  const field = (name: string): string => text(printField(name, 'string', schema));
  const dynamic = Object.keys(limits).map(
    (name) => `${quoteText(name)}, ${printField(name, 'string', schema)}`,
  );
  const holds = printCondition(convert(bindExpression(condition, schema), 'bool'), schema);
  const row: Expression = call(rowJson);
  const effect = ownFunction(
    'feed',
    `CASE WHEN ${holds} THEN ${quoteText(action)} ELSE '' END`,
    quoteText(owner),
    topic === undefined ? field('topic') : quoteText(topic),
    field(key),
    topic === undefined
      ? `CAST(json_object(${dynamic.join(', ')}) AS VARCHAR)`
      : quoteText(JSON.stringify(limits)),
    text(printExpression(bindExpression(row, schema), schema)),
  );
  return effectStep(command, schema, effect);
}

export const contextSchema = schemaOf({
  ...{ topic: 'string', key: 'string', counter: 'long', created: 'date' },
  ...{ expire: 'date', timeout: 'date', rows: 'long' },
});

export function contextRows(
  contexts: EventContexts,
  owner: string,
  topic: string | undefined,
): readonly RowRecord[] {
  const dateOf = (time: number | undefined): Date | undefined =>
    time === undefined ? undefined : new Date(time);
  return contexts.list(owner, topic).map(({ created, expire, timeout, ...context }) => {
    return { ...context, created: dateOf(created), expire: dateOf(expire), timeout: dateOf(timeout) };
  });
}
