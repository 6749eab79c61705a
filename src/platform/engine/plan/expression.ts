import type { Kind } from './kind';

export type LiteralValue = string | bigint | number | boolean | Date | null;

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/';

/** An expression as written: fields by name, parameters already replaced by their values. */
export type Expression =
  | Literal
  | { readonly node: 'field'; readonly name: string }
  | { readonly node: 'negate'; readonly operand: Expression }
  | Pair<'arithmetic', ArithmeticOperator, Expression>
  | Pair<'compare', CompareOperator, Expression>
  | Pair<'logic', 'and' | 'or', Expression>
  | { readonly node: 'call'; readonly name: string; readonly arguments: readonly Expression[] };

/** A list or a map is a literal of that kind whose value is its JSON text. */
export interface Literal {
  readonly node: 'literal';
  readonly kind: Kind;
  readonly value: LiteralValue;
  /** The value of a parameter, not written in the query: a star in it is a star. */
  readonly isGiven?: true | undefined;
}

interface Pair<Node extends string, Operator extends string, Operand> {
  readonly node: Node;
  readonly operator: Operator;
  readonly left: Operand;
  readonly right: Operand;
}

/**
 * An expression over known columns: each node has a kind, and every change of kind is a node of its own. This is
 * what a printer prints; it decides nothing about meaning.
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

/** Text against a constant with `*`: the pieces between the stars follow one another. */
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
