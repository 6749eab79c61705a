import type { Kind } from './kind';

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
  readonly isGiven?: true | undefined;
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
  | BoundCall;

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

export function literal(value: LiteralValue): Literal {
  return { node: 'literal', kind: kindOf(value), value };
}

export function call(name: string, ...parameters: readonly Expression[]): Expression {
  return { node: 'call', name, arguments: parameters };
}

function kindOf(value: LiteralValue): Kind {
  if (value === null) return 'null';
  if (value instanceof Date) return 'date';
  switch (typeof value) {
    case 'bigint':
      return 'long';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    default:
      return 'string';
  }
}
