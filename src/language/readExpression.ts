import type { BinaryOperator, Expression, Located, NumberLiteral, ParameterReference } from './expression';
import { findFunction } from './catalog/catalog';
import type { CallTerm, Term, WordTerm } from './outline';
import { nameOf } from './termReader';
import type { TermReader } from './termReader';
import { withoutSpare } from './withoutSpare';

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

/** Parses the longest expression. Never throws: a missing operand is reported and becomes a `missing` node. */
export function readExpression(reader: TermReader): Expression {
  return readBinary(reader, 1);
}

export function precedenceOf(operator: BinaryOperator): number {
  return precedences[operator];
}

function readBinary(reader: TermReader, lowest: number): Expression {
  let left = readUnary(reader);
  for (;;) {
    const operator = operatorAt(reader);
    if (!operator || precedences[operator] < lowest) return left;
    reader.next();
    const right = readBinary(reader, precedences[operator] + 1);
    left = { kind: 'binary', from: left.from, to: right.to, operator, left, right };
  }
}

function operatorAt(reader: TermReader): BinaryOperator | undefined {
  const term = reader.peek();
  if (term?.kind !== 'symbol' && term?.kind !== 'word') return undefined;
  return isOperator(term.text) ? term.text : undefined;
}

/** Looked up for every word and symbol. */
const operators: ReadonlySet<string> = new Set(Object.keys(precedences));

function isOperator(text: string): text is BinaryOperator {
  return operators.has(text);
}

function readUnary(reader: TermReader): Expression {
  if (!reader.isSymbol('-')) return readOperand(reader);
  const signs: Located[] = [];
  for (let sign = reader.takeSymbol('-'); sign; sign = reader.takeSymbol('-')) signs.push(sign);
  let operand = readOperand(reader);
  for (const sign of signs.reverse()) {
    operand = { kind: 'unary', from: sign.from, to: operand.to, operator: '-', operand };
  }
  return operand;
}

function readOperand(reader: TermReader): Expression {
  const term = reader.peek();
  switch (term?.kind) {
    case 'string':
      reader.next();
      return reader.readString(term, 'quote-mismatch');
    case 'group':
      reader.next();
      return readGroup(reader, term);
    case 'call':
      reader.next();
      return readCall(reader, term);
    case 'word':
      if (isOperator(term.text)) return reportMissing(reader);
      reader.next();
      return readWord(reader, term);
    case 'symbol':
    case 'subquery':
    case undefined:
      return reportMissing(reader);
  }
}

const fixableSymbols: ReadonlySet<string> = new Set(["'", '!', '%', '&&', '=', ')']);

function reportMissing(reader: TermReader): Expression {
  const term = reader.peek();
  const missing = reader.missing();
  // A typing mistake is reported where the remaining term is found.
  if (term?.kind !== 'symbol' || !fixableSymbols.has(term.text)) reader.report('broken-expression');
  return missing;
}

function readGroup(reader: TermReader, term: Extract<Term, { kind: 'group' }>): Expression {
  const inner = reader.inside(term);
  const expression = readExpression(inner);
  inner.finish();
  return { ...expression, from: term.from, to: term.to };
}

function readWord(reader: TermReader, term: WordTerm): Expression {
  switch (term.text) {
    case 'true':
    case 'false':
      return { kind: 'boolean', from: term.from, to: term.to, value: term.text === 'true' };
    case 'null':
      return { kind: 'null', from: term.from, to: term.to };
    default:
      return readNumber(term) ?? readField(reader, term);
  }
}

export function readNumber(term: WordTerm): NumberLiteral | undefined {
  if (!beginsLikeNumber(term.text) || !/^\d+(\.\d+)?$/.test(term.text)) return undefined;
  return {
    kind: 'number',
    from: term.from,
    to: term.to,
    text: term.text,
    integer: !term.text.includes('.'),
  };
}

/** A fast check that excludes nearly every word. */
function beginsLikeNumber(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 48 && first <= 57) || first === 46;
}

function readField(reader: TermReader, term: WordTerm): Expression {
  // Digits and dots alone, such as an IP address without quotes, are neither a number nor a name.
  const isNoName = term.text === '$' || (beginsLikeNumber(term.text) && /^[\d.]+$/.test(term.text));
  if (isNoName) reader.report('broken-expression', term);
  return { kind: 'field', from: term.from, to: term.to, name: term.text };
}

function readCall(reader: TermReader, term: CallTerm): Expression {
  if (term.name.text === '$') return readParameter(reader, term);
  const inner = reader.inside(term);
  const parsed = readArguments(inner);
  if (term.name.text === 'field') {
    const [name, ...rest] = parsed;
    if (name?.kind === 'string' && rest.length === 0)
      return { kind: 'field', from: term.from, to: term.to, name: name.value };
    if (name?.kind !== 'missing') reader.report('broken-expression', term);
  }
  const { text } = term.name;
  if (!findFunction(text)) reader.report('unsupported-function', term.name, undefined, text);
  return { kind: 'call', from: term.from, to: term.to, function: nameOf(term.name), arguments: parsed };
}

/** Parses `$("name", fallback)`, which may also be an option value. */
export function readParameter(reader: TermReader, term: CallTerm): ParameterReference {
  const [name, fallback, ...rest] = readArguments(reader.inside(term));
  if (name?.kind !== 'string' || rest.length > 0) reader.report('broken-expression', term);
  return {
    kind: 'parameter',
    from: term.from,
    to: term.to,
    name: name?.kind === 'string' ? name.value : '',
    fallback,
  };
}

/** Parses comma-separated expressions up to the closing parenthesis. */
export function readArguments(inner: TermReader): Expression[] {
  const parsed: Expression[] = [];
  if (inner.atEnd) return parsed;
  do parsed.push(readExpression(inner));
  while (inner.takeSymbol(','));
  inner.finish();
  return withoutSpare(parsed);
}
