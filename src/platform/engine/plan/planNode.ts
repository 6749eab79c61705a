import { isNumber } from './kind';
import type { Kind, Schema } from './kind';

export type LiteralValue = string | bigint | number | boolean | Date | null;

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/';

/** An expression as written: fields by name, parameters replaced by their values. */
export type Expression =
  | Literal
  | { readonly node: 'field'; readonly name: string }
  | { readonly node: 'negate'; readonly operand: Expression }
  | Pair<'arithmetic', ArithmeticOperator, Expression>
  | Pair<'compare', CompareOperator, Expression>
  | Pair<'logic', 'and' | 'or', Expression>
  | { readonly node: 'call'; readonly name: string; readonly arguments: readonly Expression[] };

/** A list or map is a literal whose value is its JSON text. */
export interface Literal {
  readonly node: 'literal';
  readonly kind: Kind;
  readonly value: LiteralValue;
  /** The value of a parameter, in which `*` is not a wildcard. */
  readonly isConstant?: true | undefined;
}

interface Pair<Node extends string, Operator extends string, Operand> {
  readonly node: Node;
  readonly operator: Operator;
  readonly left: Operand;
  readonly right: Operand;
}

/**
 * An expression over known columns: each node has a kind, and every conversion is a node. A printer prints it
 * without interpreting it.
 */
export type BoundExpression =
  | Literal
  | { readonly node: 'column'; readonly kind: Kind; readonly name: string }
  | { readonly node: 'convert'; readonly kind: Kind; readonly operand: BoundExpression }
  | { readonly node: 'negate'; readonly kind: Kind; readonly operand: BoundExpression }
  | BoundPair<'arithmetic', ArithmeticOperator>
  | BoundPair<'compare', CompareOperator>
  | BoundPair<'logic', 'and' | 'or'>
  | WildcardMatch
  | BoundCall
  | ForEach;

type BoundPair<Node extends string, Operator extends string> = Pair<Node, Operator, BoundExpression> & {
  readonly kind: Kind;
};

/** Matches text against a constant with `*`: the pieces between the wildcards. */
export interface WildcardMatch {
  readonly node: 'wildcard';
  readonly kind: 'bool';
  readonly operand: BoundExpression;
  readonly pieces: readonly string[];
  readonly negated: boolean;
}

export interface BoundCall {
  readonly node: 'call';
  readonly kind: Kind;
  readonly name: string;
  readonly arguments: readonly BoundExpression[];
}

/** A list of what the body gives for each item of the lists, which are the last columns of its schema. */
export interface ForEach {
  readonly node: 'foreach';
  readonly kind: 'list';
  readonly body: BoundExpression;
  readonly schema: Schema;
  readonly arguments: readonly BoundExpression[];
}

export function literal(value: LiteralValue): Literal {
  return { node: 'literal', kind: kindOf(value), value };
}

export function call(name: string, ...parameters: readonly Expression[]): Expression {
  return { node: 'call', name, arguments: parameters };
}

function kindOf(value: LiteralValue): Kind {
  if (value === null) return 'null';
  if (value instanceof Date) return 'date';
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? 'long' : 'hugeint';
  return kindsByType[typeof value] ?? 'string';
}

const kindsByType: Readonly<Record<string, Kind>> = { number: 'double', boolean: 'bool' };

/** Whether an expression calls a function. */
export function calls(expression: Expression, name: string): boolean {
  switch (expression.node) {
    case 'literal':
    case 'field':
      return false;
    case 'negate':
      return calls(expression.operand, name);
    case 'call':
      return expression.name === name || expression.arguments.some((part) => calls(part, name));
    default:
      return calls(expression.left, name) || calls(expression.right, name);
  }
}

/** Parses a text value of the engine to a literal. */
export function literalOf(text: string | null, kind: Kind): Literal {
  if (text === null) return nullOf(kind);
  const isText = kind === 'any' || kind === 'null';
  return { node: 'literal', kind: isText ? 'string' : kind, value: literalParsers[kind]?.(text) ?? text };
}

/** The same for a value of any kind as JSON, in which a date, an address or bytes are texts with a mark. */
export function literalOfJson(json: string): Literal {
  const kind = jsonKinds[json[0] ?? ''] ?? (/[.eE]/.test(json) ? 'double' : 'long');
  if (kind !== 'string') return literalOf(json, kind);
  const text = JSON.parse(json) as string;
  const marked = markedKinds[text.charCodeAt(0)];
  return marked === undefined ? literal(text) : literalOf(text.slice(1), marked);
}

const jsonKinds: Readonly<Record<string, Kind>> = {
  '"': 'string',
  '[': 'list',
  '{': 'map',
  t: 'bool',
  f: 'bool',
};
const markedKinds: Readonly<Record<number, Kind>> = { 0xfd_d0: 'date', 0xfd_d1: 'ip', 0xfd_d2: 'bytes' };

const literalParsers: Readonly<Partial<Record<Kind, (text: string) => LiteralValue>>> = {
  long: BigInt,
  hugeint: BigInt,
  double: Number,
  bool: (text) => text === 'true',
  date: (text) => new Date(text.replace(' ', 'T')),
};

/** Converts to another kind; null if it cannot be converted. */
export function convert(operand: BoundExpression, kind: Kind): BoundExpression {
  if (operand.kind === kind) return operand;
  if (operand.kind === 'null') return nullOf(kind);
  return { node: 'convert', kind, operand };
}

/** A value if it is of a kind; null, not its conversion, if it is of another. */
export function strictly(operand: BoundExpression, kind: Kind): BoundExpression {
  if (operand.kind === kind) return operand;
  return operand.kind === 'any'
    ? { node: 'call', name: 'strictly', kind, arguments: [operand] }
    : nullOf(kind);
}

/** The number of a value; null if it is none. A text is none, whatever it contains. */
export function toNumber(operand: BoundExpression): BoundExpression {
  const { kind } = operand;
  if (isNumber(kind)) return operand;
  return kind === 'any' ? { node: 'call', name: 'tonumber', kind, arguments: [operand] } : nullOf('long');
}

/** A condition: any value is true but null and false. */
export function truth(operand: BoundExpression): BoundExpression {
  const { kind } = operand;
  if (kind === 'bool' || kind === 'null') return convert(operand, 'bool');
  return { node: 'call', name: kind === 'any' ? 'truth' : 'isnotnull', kind: 'bool', arguments: [operand] };
}

export function nullOf(kind: Kind): Literal {
  return { node: 'literal', kind, value: null };
}
