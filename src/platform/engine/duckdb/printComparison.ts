import type { BoundExpression } from '../plan/expression';
import { isNumber } from '../plan/kind';
import type { Kind } from '../plan/kind';

type Comparison = Extract<BoundExpression, { node: 'compare' }>;

/** Prints a comparison of printed operands; null if the values cannot be compared. */
export function printComparison({ operator, ...sides }: Comparison, left: string, right: string): string {
  const word = operator === '==' ? '=' : operator;
  const [leftKind, rightKind] = [sides.left.kind, sides.right.kind];
  if (leftKind === 'any' && rightKind === 'any') return compareAny(left, word, right);
  if (leftKind === rightKind) return `(${left} ${word} ${right})`;
  return isNumber(rightKind)
    ? compareWithNumber(textOf(left, leftKind), word, right, rightKind)
    : compareWithNumber(textOf(right, rightKind), mirrored[word] ?? word, left, leftKind);
}

/** The comparison with exchanged sides. */
const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function textOf(operand: string, kind: Kind): string {
  return kind === 'any' ? `(${operand} ->> '$')` : operand;
}

/** Up to here, doubles represent every integer exactly. */
const largestExact = '9007199254740992';

/** Compares a numeric text with a number. Larger integers are compared as integers. */
function compareWithNumber(text: string, operator: string, number: string, kind: Kind): string {
  const double = `TRY_CAST(${text} AS DOUBLE)`;
  const rough = `WHEN isfinite(${double}) THEN ${double} ${operator} CAST(${number} AS DOUBLE)`;
  if (kind === 'double') return `(CASE ${rough} END)`;
  const whole = wholeNumber(text);
  return `(CASE WHEN abs(${double}) < ${largestExact} THEN ${double} ${operator} CAST(${number} AS DOUBLE)
 WHEN ${whole} IS NOT NULL THEN ${whole} ${operator} ${number} ${rough} END)`;
}

function wholeNumber(text: string): string {
  return `TRY_CAST(CASE WHEN regexp_full_match(${text}, '\\s*[+-]?[0-9]+\\s*') THEN ${text} END AS HUGEINT)`;
}

/** The kinds are known only per row: texts compare as text, and values next to a number as numbers. */
function compareAny(left: string, operator: string, right: string): string {
  const [leftText, rightText] = [textOf(left, 'any'), textOf(right, 'any')];
  const [leftWhole, rightWhole] = [wholeNumber(leftText), wholeNumber(rightText)];
  const [leftDouble, rightDouble] = [finiteNumber(leftText), finiteNumber(rightText)];
  return `(CASE WHEN NOT (${isJsonNumber(left)} OR ${isJsonNumber(right)}) THEN ${leftText} ${operator} ${rightText}
 WHEN ${leftWhole} IS NOT NULL AND ${rightWhole} IS NOT NULL THEN ${leftWhole} ${operator} ${rightWhole}
 ELSE ${leftDouble} ${operator} ${rightDouble} END)`;
}

function finiteNumber(text: string): string {
  return `(CASE WHEN isfinite(TRY_CAST(${text} AS DOUBLE)) THEN TRY_CAST(${text} AS DOUBLE) END)`;
}

function isJsonNumber(json: string): string {
  return `coalesce(json_type(${json}) IN ('BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE'), false)`;
}
