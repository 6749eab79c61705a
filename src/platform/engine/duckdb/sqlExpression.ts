import { bindExpression } from '../plan/bindExpression';
import { convert } from '../plan/planNode';
import type { BoundExpression, WildcardMatch } from '../plan/planNode';
import type { Kind, Schema } from '../plan/kind';
import { printComparison } from './printComparison';
import { printConversion } from './printConversion';
import { printFunction } from './printFunction';
import { mixedArithmetic, mixedNegation, withinBits } from './printMixedNumbers';
import { printForEach } from './printForEach';
import { withParts } from './once';
import type { Part } from './once';
import { quoteText } from '../../store/sqlText';
import { columnAt, printLiteral } from './sqlValues';
import { isVolatile } from './textLimit';

/** Prints an expression over the columns of the schema, which are named by position. */
export function printExpression(expression: BoundExpression, schema: Schema): string {
  const print = (part: BoundExpression): string => printExpression(part, schema);
  const over = (parts: readonly BoundExpression[], body: (printed: readonly string[]) => string): string =>
    withParts(partsOf(parts, schema), body);
  switch (expression.node) {
    case 'literal':
      return printLiteral(expression.value, expression.kind);
    case 'column':
      return columnAt(schema.findIndex(({ name }) => name === expression.name));
    case 'convert':
      return over([expression.operand], ([operand]) =>
        printConversion(operand ?? '', expression.operand.kind, expression.kind),
      );
    case 'negate':
      return over([expression.operand], ([operand]) => printNegation(expression.kind, operand));
    case 'arithmetic':
      return over([expression.left, expression.right], ([left = '', right = '']) =>
        printArithmetic(expression, left, right),
      );
    case 'logic':
      return printLogic(expression, schema, print);
    case 'compare':
    case 'wildcard':
      return printWhole(expression, schema);
    case 'foreach':
      return printForEach(expression, schema, printExpression);
    default:
      return over(expression.arguments, (args) => printFunction(expression, args));
  }
}

function printNegation(kind: Kind, operand = ''): string {
  return kind === 'any' ? mixedNegation(operand) : `TRY(-(${operand}))`;
}

/** Prints a field as a value of a kind; null without such a field. */
export function printField(name: string, kind: Kind, schema: Schema): string {
  return printExpression(convert(bindExpression({ node: 'field', name }, schema), kind), schema);
}

/**
 * Prints the condition of a filter. Only true passes, so null counts as false, and plain comparisons can be
 * checked against the statistics of stored segments.
 */
export function printCondition(condition: BoundExpression, schema: Schema): string {
  if (condition.node === 'logic') {
    return printLogic(condition, schema, (part) => printCondition(part, schema));
  }
  if (condition.node === 'compare' || condition.node === 'wildcard') return printTest(condition, schema);
  return printExpression(condition, schema);
}

function printLogic(
  logic: Extract<BoundExpression, { node: 'logic' }>,
  schema: Schema,
  print: (part: BoundExpression) => string,
): string {
  if (logic.operator === 'or') return printAlternatives(logic, schema, print);
  return `(${print(logic.left)} and ${print(logic.right)})`;
}

type Test = Extract<BoundExpression, { node: 'compare' | 'wildcard' }>;

/** A comparison with null is false, also inside `not`. */
function printWhole(test: Test, schema: Schema): string {
  return isWithNull(test) ? 'false' : `coalesce(${printTest(test, schema)}, false)`;
}

function isWithNull(test: Test): boolean {
  const sides = test.node === 'wildcard' ? [test.operand] : [test.left, test.right];
  return sides.some((side) => side.node === 'literal' && side.value === null);
}

function printTest(test: Test, schema: Schema): string {
  if (test.node === 'wildcard') return printWildcard(test, printExpression(test.operand, schema));
  return withParts(partsOf([test.left, test.right], schema), ([left = '', right = '']) =>
    printComparison(test, left, right),
  );
}

function partsOf(parts: readonly BoundExpression[], schema: Schema): readonly Part[] {
  return parts.map((part) => ({ printed: printExpression(part, schema), isVolatile: isVolatile(part) }));
}

function printWildcard({ pieces, negated }: WildcardMatch, operand: string): string {
  const match = printCommonWildcard(pieces, operand) ?? printLike(pieces, operand);
  return negated ? `(NOT ${match})` : match;
}

/** `x*`, `*x` and `*x*`, for which the engine has functions that are faster than a pattern. */
function printCommonWildcard(pieces: readonly string[], operand: string): string | undefined {
  const written = pieces.filter((piece) => piece !== '');
  const [piece = ''] = written;
  if (written.length !== 1 || pieces.length > 3) return undefined;
  if (pieces.length === 3) return pieces[1] === '' ? undefined : `contains(${operand}, ${quoteText(piece)})`;
  return `${pieces[0] === '' ? 'suffix' : 'starts_with'}(${operand}, ${quoteText(piece)})`;
}

/**
 * With ESCAPE the engine backtracks over all wildcards and cannot be interrupted. Without it, matching is
 * linear, as is a regular expression.
 */
function printLike(pieces: readonly string[], operand: string): string {
  if (!pieces.some((piece) => /[%_]/.test(piece))) return `(${operand} LIKE ${quoteText(pieces.join('%'))})`;
  const pattern = pieces.map((piece) => piece.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('.*');
  return `regexp_full_match(${operand}, ${quoteText(pattern)}, 's')`;
}

function printArithmetic(
  { operator, kind }: Extract<BoundExpression, { node: 'arithmetic' }>,
  left: string,
  right: string,
): string {
  if (operator === '/') return `(${left} / nullif(${right}, 0))`;
  if (kind === 'any') return mixedArithmetic(operator, left, right);
  const sum = `(${left} ${operator} ${right})`;
  // Integers beyond 64 bits become null instead of failing the query.
  if (kind === 'hugeint') return withinBits(sum, left, right);
  return kind === 'long' ? `TRY(${sum})` : sum;
}

type Print = (expression: BoundExpression) => string;

/**
 * Prints a chain of `or`. Comparisons of one column with several constants, such as lists of addresses or
 * hashes, become one list: planning that many comparisons would take minutes.
 */
function printAlternatives(chain: BoundExpression, schema: Schema, print: Print): string {
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
