import type { Command } from '../language/ast';
import type { CallExpression, Expression, Located, ParameterReference } from '../language/expression';
import { parseQuery } from '../language/parseQuery';
import { printString } from '../language/printExpression';
import {
  literalOf,
  parameterReferences,
  parametersBefore,
  unresolvedParameters,
} from '../language/services/unresolvedParameters';
import { expressionsOf, visitCommands, walkExpressions } from '../language/services/walk';
import { t } from '../base/localize';
import type { CellRun } from '../pages/notebook';
import type { Cell } from '../pages/queryResults';
import { cellLiteral, equalsExactly, isPattern } from '../results/searchForValue';
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

interface NamedCell {
  readonly name: string;
  /** The text of the query. */
  readonly value: string;
  readonly run: Exclude<NamedResult, 'missing'>;
}

/** The query to send for a cell, which can use the values of the cells before it. */
export function prepareCell(cells: readonly NamedCell[], index: number, properties: Values): string {
  const before = cells.slice(0, index);
  return prepareQuery(cells[index]?.value ?? '', properties, (name) => {
    const found = before.findLast((cell) => cell.name === name);
    return found === undefined ? 'missing' : found.run;
  });
}

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
  const { commands } = parseQuery(text).query;
  const references = parameterReferences(commands).filter(isReference);
  const calls = callsOfIn(commands).filter((call) => candidatesOf(call).some(isReference));
  const allowed = new Set(calls.flatMap(candidatesOf));
  const misplaced = references.findLast((reference) => !allowed.has(reference));
  if (misplaced !== undefined) {
    reject(
      t(
        '{0} stands for several values and can be used only inside in(), for example in(user, {0}).',
        `$(${printString(misplaced.name)})`,
      ),
    );
  }
  // The last one contains no other.
  const call = calls.reduce<CallExpression | undefined>(
    (last, next) => (last === undefined || next.from > last.from ? next : last),
    undefined,
  );
  if (call === undefined) return text;
  const expanded = expandedCall(call, text, resultOf);
  return expandReferences(text.slice(0, call.from) + expanded + text.slice(call.to), resultOf);
}

function isReference(expression: Expression): expression is ParameterReference {
  return expression.kind === 'parameter' && expression.name.includes('.');
}

function callsOfIn(commands: readonly Command[]): readonly CallExpression[] {
  const found: CallExpression[] = [];
  visitCommands(commands, (command) => {
    for (const expression of expressionsOf(command)) {
      walkExpressions(expression, (part) => {
        if (part.kind === 'call' && part.function.text === 'in') found.push(part);
      });
    }
  });
  return found;
}

function candidatesOf(call: CallExpression): readonly Expression[] {
  return call.arguments.slice(1);
}

/** Values are data: those that `in()` would take for a pattern are compared on their own. */
function expandedCall(call: CallExpression, text: string, resultOf: (name: string) => NamedResult): string {
  const textOf = ({ from, to }: Located): string => text.slice(from, to);
  const values = candidatesOf(call)
    .filter(isReference)
    .flatMap(({ name }) => distinctValues(name, resultOf));
  const exact = values.filter(isPattern);
  const candidates = [
    ...candidatesOf(call).flatMap((candidate) => (isReference(candidate) ? [] : textOf(candidate))),
    ...values.filter((value) => !isPattern(value)),
  ];
  // Nothing equals null, so a cell without values finds nothing.
  if (candidates.length === 0 && exact.length === 0) candidates.push('null');
  const compared = call.arguments.slice(0, 1).map(textOf).join('');
  const operand = call.arguments[0]?.kind === 'binary' ? `(${compared})` : compared;
  const conditions = [
    ...(candidates.length === 0 ? [] : [`in(${compared}, ${candidates.join(', ')})`]),
    ...exact.map((value) => equalsExactly(operand, value)),
  ];
  return exact.length === 0 ? conditions.join('') : `(${conditions.join(' or ')})`;
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
  return values;
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
