import type { BoundExpression } from '../plan/expression';
import type { Schema } from '../plan/kind';
import { columnAt, printLiteral } from './sqlText';

type Print = (expression: BoundExpression) => string;

/**
 * Prints a chain of `or`. Comparisons of one column with several constants, such as lists of addresses or
 * hashes, become one list: planning that many comparisons would take minutes.
 */
export function printAlternatives(chain: BoundExpression, schema: Schema, print: Print): string {
  const lists = new Map<string, { readonly first: BoundExpression; readonly values: string[] }>();
  const others: BoundExpression[] = [];
  for (const part of alternativesOf(chain)) {
    const equality = equalityOf(part, schema);
    const list = equality && lists.get(equality.column);
    if (!equality) others.push(part);
    else if (list) list.values.push(equality.value);
    else lists.set(equality.column, { first: part, values: [equality.value] });
  }
  const printed = [...lists].map(([column, { first, values }]) =>
    values.length === 1 ? print(first) : `coalesce(${column} IN (${values.join(', ')}), false)`,
  );
  // Without columns, as in a check, most of them are equal.
  return `(${[...new Set([...printed, ...others.map(print)])].join(' or ')})`;
}

/** In order. There may be thousands, so this does not recurse. */
function alternativesOf(chain: BoundExpression): readonly BoundExpression[] {
  const found: BoundExpression[] = [];
  const waiting = [chain];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.node === 'logic' && next.operator === 'or') waiting.push(next.right, next.left);
    else found.push(next);
  }
  return found;
}

/** Only if both have the kind of the column: values of kind `any` are compared per row. */
function equalityOf(
  part: BoundExpression,
  schema: Schema,
): { readonly column: string; readonly value: string } | undefined {
  if (part.node !== 'compare' || part.operator !== '==') return undefined;
  const { left, right } = part;
  if (left.node !== 'column' || right.node !== 'literal' || right.value === null) return undefined;
  if (left.kind !== right.kind || left.kind === 'any') return undefined;
  const column = columnAt(schema.findIndex(({ name }) => name === left.name));
  return { column, value: printLiteral(right.value, right.kind) };
}
