export type Expression =
  | Literal
  | FieldReference
  | ParameterReference
  | CallExpression
  | UnaryExpression
  | BinaryExpression
  | MissingExpression;

export type Literal = StringLiteral | NumberLiteral | BooleanLiteral | NullLiteral;

/** A range of the text as UTF-16 offsets, `to` exclusive. */
export interface Located {
  readonly from: number;
  readonly to: number;
}

/** Whether a position is in a range or at one of its ends. */
export function contains({ from, to }: Located, offset: number): boolean {
  return offset >= from && offset <= to;
}

export interface Name extends Located {
  readonly text: string;
}

export interface StringLiteral extends Located {
  readonly kind: 'string';
  /** With escapes resolved. */
  readonly value: string;
}

export interface NumberLiteral extends Located {
  readonly kind: 'number';
  /** As written, because an integer may be too long for a double. */
  readonly text: string;
  readonly integer: boolean;
}

export interface BooleanLiteral extends Located {
  readonly kind: 'boolean';
  readonly value: boolean;
}

export interface NullLiteral extends Located {
  readonly kind: 'null';
}

/** A field by name, also from `field("a b")`. */
export interface FieldReference extends Located {
  readonly kind: 'field';
  readonly name: string;
}

/** `$("name")` or `$("name", fallback)`. */
export interface ParameterReference extends Located {
  readonly kind: 'parameter';
  readonly name: string;
  readonly fallback: Expression | undefined;
}

export interface CallExpression extends Located {
  readonly kind: 'call';
  readonly function: Name;
  readonly arguments: readonly Expression[];
}

export interface UnaryExpression extends Located {
  readonly kind: 'unary';
  readonly operator: '-';
  readonly operand: Expression;
}

export type BinaryOperator = '*' | '/' | '+' | '-' | '>=' | '<=' | '>' | '<' | '==' | '!=' | 'and' | 'or';

export interface BinaryExpression extends Located {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** A missing operand; always has a problem. */
export interface MissingExpression extends Located {
  readonly kind: 'missing';
}

/** The precedence of each operator; all are left-associative. */
const precedences: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '==': 3,
  '!=': 3,
  '>=': 4,
  '<=': 4,
  '>': 4,
  '<': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
};

export function precedenceOf(operator: BinaryOperator): number {
  return precedences[operator];
}

/** Looked up for every word and symbol. */
const operators: ReadonlySet<string> = new Set(Object.keys(precedences));

export function isOperator(text: string): text is BinaryOperator {
  return operators.has(text);
}
