import type { Expression, ParameterReference } from '../language/expression';
import { parseQuery } from '../language/parseQuery';
import type { ParsedQuery } from '../language/parseQuery';
import { printString } from '../language/printExpression';
import {
  literalOf,
  parameterReferences,
  parametersBefore,
  unresolvedParameters,
} from '../language/services/parameters';
import { expressionsOf, visitCommands, walkExpressions } from '../language/services/walk';
import { t } from '../shared/localize';
import type { CellRun } from '../shared/protocol/notebook';
import type { Cell } from '../shared/protocol/queryResults';
import { cellLiteral } from '../results/searchForValue';
import { timeExpression } from './notebookProperties';
import type { NotebookProperties } from './notebookProperties';

/** Why a query of a notebook is not sent, in a sentence for the user. */
export class UnpreparedQueryError extends Error {
  override readonly name = 'UnpreparedQueryError';
}

function reject(message: string): never {
  throw new UnpreparedQueryError(message);
}

/** The result of a named cell. `missing`: there is no such cell; undefined: it has not run. */
export type NamedResult = Pick<CellRun, 'columns' | 'rows' | 'total' | 'failure'> | 'missing' | undefined;

const maxValues = 1000;

/**
 * The query to send: references to other cells are replaced by their values, and the parameters that it uses are set
 * before it. Throws `UnpreparedQueryError`.
 */
export function prepareQuery(
  text: string,
  properties: Values,
  resultOf: (name: string) => NamedResult,
): string {
  const expanded = expandReferences(text, resultOf);
  const parsed = parseQuery(expanded);
  const isSet = new Set(parametersBefore(parsed));
  const required = unresolvedParameters(parsed).map(({ name }) => name);
  const withDefault = parameterReferences(parsed.query.commands)
    .map(({ name }) => name)
    .filter((name) => !isSet.has(name) && valueOf(name, properties) !== undefined);
  const names = [...new Set([...required, ...withDefault])];
  return names.map((name) => `set ${name} = ${requiredValue(name, properties)} | `).join('') + expanded;
}

type Values = Pick<NotebookProperties, 'from' | 'to' | 'parameters'>;

/** The expression of a parameter; undefined if the notebook has no value for it. */
function valueOf(name: string, { from, to, parameters }: Values): string | undefined {
  if (name === 'from') return from === undefined ? undefined : timeExpression(from);
  if (name === 'to') return timeExpression(to ?? 'now');
  const value = parameters.get(name);
  return value === undefined ? undefined : literalOf(value);
}

function requiredValue(name: string, values: Values): string {
  const value = valueOf(name, values);
  return value ?? reject(t('The parameter {0} has no value. Set it with Edit Notebook Parameters…', name));
}

/** Replaces `$("cell.column")` inside `in()` by the distinct values of the column. */
function expandReferences(text: string, resultOf: (name: string) => NamedResult): string {
  const parsed = parseQuery(text);
  const references = parameterReferences(parsed.query.commands).filter(({ name }) => name.includes('.'));
  if (references.length === 0) return text;
  const allowed = argumentsOfIn(parsed);
  let expanded = text;
  for (const reference of references.toSorted((one, other) => other.from - one.from)) {
    if (!allowed.has(reference.from)) {
      reject(
        t(
          '{0} stands for several values and can be used only inside in(), for example in(user, {0}).',
          spelled(reference),
        ),
      );
    }
    const values = distinctValues(reference.name, resultOf).join(', ');
    expanded = expanded.slice(0, reference.from) + values + expanded.slice(reference.to);
  }
  return expanded;
}

function spelled({ name }: ParameterReference): string {
  return `$(${printString(name)})`;
}

/** Where references stand that `in()` compares its first argument with. */
function argumentsOfIn({ query }: ParsedQuery): ReadonlySet<number> {
  const found = new Set<number>();
  const collect = (expression: Expression): void => {
    if (expression.kind !== 'call' || expression.function.text !== 'in') return;
    for (const { kind, from } of expression.arguments.slice(1)) if (kind === 'parameter') found.add(from);
  };
  visitCommands(query.commands, (command) => {
    for (const expression of expressionsOf(command)) walkExpressions(expression, collect);
  });
  return found;
}

function distinctValues(reference: string, resultOf: (name: string) => NamedResult): readonly string[] {
  const dot = reference.indexOf('.');
  const [cell, column] = [reference.slice(0, dot), reference.slice(dot + 1)];
  const result = completeResult(cell, resultOf(cell));
  const index = result.columns.findIndex(({ name }) => name === column);
  if (index === -1) {
    const names = result.columns.map(({ name }) => name).join(', ');
    reject(t('The result of the cell “{0}” has no column “{1}”. It has {2}.', cell, column, names));
  }
  const isNumber = result.columns[index]?.type === 'number';
  const values = [
    ...new Set(result.rows.flatMap((row) => valueLiteral(row[index] ?? null, isNumber, reference))),
  ];
  if (values.length > maxValues) {
    reject(t('{0} has more than {1} values. Reduce the rows of the cell first.', reference, maxValues));
  }
  // Nothing equals null, so a cell without values finds nothing.
  return values.length === 0 ? ['null'] : values;
}

function completeResult(cell: string, result: NamedResult): Exclude<NamedResult, 'missing' | undefined> {
  if (result === 'missing') {
    reject(t('There is no cell “{0}” before this one. Name a cell to use its values.', cell));
  }
  if (result === undefined || result.failure !== null) {
    reject(t('The cell “{0}” has no result. Run it first.', cell));
  }
  if (result.total <= result.rows.length) return result;
  reject(
    t(
      'The cell “{0}” has {1} rows, of which {2} are kept. Reduce them first, for example with stats count by a field.',
      cell,
      result.total,
      result.rows.length,
    ),
  );
}

function valueLiteral(value: Cell, isNumber: boolean, reference: string): readonly string[] {
  if (value === null) return [];
  const literal = cellLiteral(value, isNumber);
  if (literal !== undefined) return [literal];
  reject(t('{0} has lists, maps or rounded numbers, which cannot be written in a query.', reference));
}
