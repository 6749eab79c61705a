import type {
  BinaryExpression,
  Expression as WrittenExpression,
  Literal as WrittenLiteral,
  NumberLiteral,
  ParameterReference,
} from '../../../core/language/expression';
import { bindExpression } from '../plan/bindExpression';
import type { Kind } from '../plan/kind';
import { contextFunctions, remembered } from '../plan/planFunctions';
import { call, literal } from '../plan/planNode';
import type { Expression, Literal } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import type { PlanningContext } from './planningContext';
import { timestampBefore } from './timeSpans';

/** Deeper nesting is rejected before the engine fails. Chains of `and` and `or` do not nest. */
const maxNesting = 150;

/** Translates an expression and checks its calls; parameters become their values. */
export function planExpression(written: WrittenExpression, context: PlanningContext): Expression {
  const planned = translate(written, context, 0);
  // Binding without columns finds every call that is invalid for any columns.
  bindExpression(planned, []);
  return planned;
}

function translate(written: WrittenExpression, context: PlanningContext, depth: number): Expression {
  if (depth > maxNesting) throw new QueryRejection('query-too-large');
  const inner = (part: WrittenExpression): Expression => translate(part, context, depth + 1);
  switch (written.kind) {
    case 'field':
      return { node: 'field', name: written.name };
    case 'parameter':
      return translateParameter(written, context, inner);
    case 'unary':
      return negation(inner(written.operand));
    case 'binary':
      return translateBinary(written, context, depth);
    case 'call':
      return translateCall(written.function.text, written.arguments.map(inner), context);
    case 'missing':
      throw new QueryRejection('broken-expression');
    default:
      return plainLiteral(written);
  }
}

function translateParameter(
  { name, fallback }: ParameterReference,
  { parameters, rowParameters, scope = '' }: PlanningContext,
  translateInner: (part: WrittenExpression) => Expression,
): Expression {
  const args = parameters?.get(name);
  const otherwise = fallback ? translateInner(fallback) : literal(null);
  const constant = args ? constantOf(args) : otherwise;
  if (!rowParameters?.has(name)) return constant;
  return call('nvl', call(remembered, literal(`${scope}/${name}`)), constant);
}

/** Addresses and bytes are kept as texts. */
function constantOf(value: Literal): Expression {
  const readers: Partial<Record<Kind, string>> = { ip: 'ip', bytes: 'fromhex' };
  const reader = readers[value.kind];
  if (reader === undefined) return { ...value, isConstant: true };
  return call(reader, { ...value, kind: 'string', isConstant: true });
}

function plainLiteral(written: WrittenLiteral): Literal {
  if (written.kind === 'number') return numberLiteral(written);
  return literal(written.kind === 'null' ? null : written.value);
}

/** Integers have up to 38 digits; with more they are decimals. */
const maxIntegerDigits = 38;

function numberLiteral({ text, integer }: NumberLiteral): Literal {
  const isExact = integer && text.replace(/^0+/, '').length <= maxIntegerDigits;
  return isExact ? literal(BigInt(text)) : literal(Number(text));
}

/** The negative of a constant is a constant, so that the smallest 64-bit integer is one. */
function negation(operand: Expression): Expression {
  if (operand.node === 'literal' && typeof operand.value === 'bigint') return literal(-operand.value);
  return { node: 'negate', operand };
}

function translateBinary(written: BinaryExpression, context: PlanningContext, depth: number): Expression {
  const { operator } = written;
  if (operator === 'and' || operator === 'or') {
    return balanced(
      operator,
      chain(operator, written).map((part) => translate(part, context, depth + 1)),
    );
  }
  const left = translate(written.left, context, depth + 1);
  const right = translate(written.right, context, depth + 1);
  switch (operator) {
    case '+':
    case '-':
    case '*':
    case '/':
      return { node: 'arithmetic', operator, left, right };
    default:
      return { node: 'compare', operator, left, right };
  }
}

/** The operands of `a or b or c …`, iteratively, because there may be many. */
function chain(operator: 'and' | 'or', written: BinaryExpression): WrittenExpression[] {
  const parts: WrittenExpression[] = [];
  let rest: WrittenExpression = written;
  while (rest.kind === 'binary' && rest.operator === operator) {
    parts.unshift(rest.right);
    rest = rest.left;
  }
  return [rest, ...parts];
}

function balanced(operator: 'and' | 'or', parts: readonly Expression[]): Expression {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const middle = Math.ceil(parts.length / 2);
  const left = balanced(operator, parts.slice(0, middle));
  return { node: 'logic', operator, left, right: balanced(operator, parts.slice(middle)) };
}

function translateCall(name: string, args: readonly Expression[], context: PlanningContext): Expression {
  switch (name) {
    case 'now':
      return literal(context.now);
    case 'whoami':
      return literal(context.loginName);
    case 'ago':
      return literal(agoOf(args, context));
    case 'field':
      return fieldOf(args);
    default:
      return contextFunctions.has(name)
        ? call(`${name} `, literal(context.loginName), ...args)
        : call(name, ...args);
  }
}

/** The name may come from a parameter, or differ from row to row. */
function fieldOf(args: readonly Expression[]): Expression {
  const [name] = args;
  return name?.node === 'literal'
    ? { node: 'field', name: String(name.value ?? '') }
    : call('field', ...args);
}

function agoOf([span]: readonly Expression[], { parameters, now, timeZone }: PlanningContext): Date {
  // During a check, parameters have no value yet.
  if (!parameters && span?.node === 'literal' && span.value === null) return now;
  if (span?.node !== 'literal' || typeof span.value !== 'string')
    throw new QueryRejection('broken-expression');
  return timestampBefore(now, span.value, timeZone);
}
