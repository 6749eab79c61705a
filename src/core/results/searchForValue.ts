import { printFieldName, printNumber, printString } from '../language/printExpression';
import type { Cell } from '../pages/queryResults';

/** The command that keeps or excludes rows with a value; undefined for a value that cannot be written in a query. */
export function searchForValue(
  column: string,
  value: Cell,
  isNumber: boolean,
  isExcluded: boolean,
): string | undefined {
  const condition = conditionOf(column, value, isNumber);
  if (condition === undefined) return undefined;
  // A comparison with null is never true, so `!=` would also exclude rows without a value.
  return isExcluded ? `search not(${condition})` : `search ${condition}`;
}

/** The condition of rows with a value; undefined for a value that cannot be written in a query. */
export function conditionOf(column: string, value: Cell, isNumber: boolean): string | undefined {
  const field = printFieldName(column);
  if (value === null) return `isnull(${field})`;
  const time = typeof value === 'string' && timePattern.exec(value);
  if (time) return sameTime(field, time);
  const literal = cellLiteral(value, isNumber);
  if (literal === undefined) return undefined;
  return isPattern(literal) ? equalsExactly(field, literal) : `${field} == ${literal}`;
}

/** Whether a literal on the right of a comparison equals more than itself: wildcards, and the networks of addresses. */
export function isPattern(literal: string): boolean {
  return literal.includes('*') || /^"[\da-f.:]+\/\d+"$/i.test(literal);
}

/** A literal on the left is compared as it is. */
export function equalsExactly(operand: string, literal: string): string {
  return `${literal} == ${operand}`;
}

/** The time formats of the platform, with and without milliseconds. */
const timePattern = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{3})?([+-]\d{4})$/;

/** Covers the millisecond, because times are stored more precisely than results show them. */
function sameTime(field: string, [, day, clock, fraction = '.000', zone]: RegExpExecArray): string {
  const shown = new Date(`${day}T${clock}${fraction}Z`);
  const timestamp = (milliseconds: number): string => {
    const local = new Date(shown.getTime() + milliseconds).toISOString().slice(0, -1).replace('T', ' ');
    return `date("${local}${zone}", "yyyy-MM-dd HH:mm:ss.SSSZ")`;
  };
  return `${field} >= ${timestamp(0)} and ${field} < ${timestamp(1)}`;
}

/** Undefined for null, lists, maps, and integers that may be rounded. */
export function cellLiteral(value: Cell, isNumber: boolean): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return String(value);
    case 'number':
      return printNumber(value);
    case 'string':
      // An integer that a JavaScript number would round is a text of its digits.
      return isNumber && /^-?\d+$/.test(value) ? value : printString(value);
    default:
      return undefined;
  }
}
