import { isOperator, precedenceOf } from './expression';
import type {
  BinaryOperator,
  Expression,
  FieldReference,
  Located,
  NumberLiteral,
  ParameterReference,
} from './expression';
import { findAggregate, findFunction } from './catalog/catalog';
import type { CallTerm, Term, WordTerm } from './outline';
import { printCall } from './printExpression';
import { nameOf } from './termReader';
import type { TermReader } from './termReader';
import { withoutSpare } from './withoutSpare';

/** Parses the longest expression. Never throws: a missing operand is reported and becomes a `missing` node. */
export function readExpression(reader: TermReader): Expression {
  return readBinary(reader, 1);
}

function readBinary(reader: TermReader, lowest: number): Expression {
  let left = readUnary(reader);
  for (;;) {
    const operator = operatorAt(reader);
    if (!operator || precedenceOf(operator) < lowest) return left;
    reader.next();
    const right = readBinary(reader, precedenceOf(operator) + 1);
    left = { kind: 'binary', from: left.from, to: right.to, operator, left, right };
  }
}

function operatorAt(reader: TermReader): BinaryOperator | undefined {
  const term = reader.peek();
  if (term?.kind !== 'symbol' && term?.kind !== 'word') return undefined;
  return isOperator(term.text) ? term.text : undefined;
}

/** An operand with its sign. */
export function readUnary(reader: TermReader): Expression {
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
      return readNumber(term) ?? readFieldWord(reader, term);
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

function readFieldWord(reader: TermReader, term: WordTerm): Expression {
  // Digits and dots alone, such as an IP address without quotes, are neither a number nor a name.
  const isNoName = term.text === '$' || (beginsLikeNumber(term.text) && /^[\d.]+$/.test(term.text));
  if (isNoName) reader.report('broken-expression', term);
  return withColon(reader, { kind: 'field', from: term.from, to: term.to, name: term.text });
}

/** `sum:01` is a column of one of several aggregates. */
export function withColon(reader: TermReader, field: FieldReference): FieldReference {
  if (!reader.isSymbol(':') || !reader.isAdjacent() || !reader.isAdjacent(1)) return field;
  const value = reader.peek(1);
  if (value?.kind !== 'word') return field;
  reader.next();
  reader.next();
  return { ...field, to: value.to, name: `${field.name}:${value.text}` };
}

/** The column of an aggregate, as it is named without `as`. */
export function columnOf({ name, from, to }: CallTerm, args: readonly Expression[]): FieldReference {
  return { kind: 'field', from, to, name: args.length === 0 ? name.text : printCall(name.text, args) };
}

function readCall(reader: TermReader, term: CallTerm): Expression {
  if (term.name.text === '$') return readParameter(reader, term);
  const inner = reader.inside(term);
  const parsed = readArguments(inner, namedArguments.get(term.name.text));
  const { text } = term.name;
  if (text === 'field') return readField(reader, term, parsed);
  const isKnown = findFunction(text) !== undefined;
  // An aggregate is no function of a row, so it can only be the column that one has made.
  if (!isKnown && findAggregate(text)) return withColon(reader, columnOf(term, parsed));
  if (!isKnown) reader.report('unsupported-function', term.name, undefined, text);
  return callOf(term, parsed);
}

function callOf({ name, from, to }: CallTerm, parsed: readonly Expression[]): Expression {
  return { kind: 'call', from, to, function: nameOf(name), arguments: parsed };
}

/** `field("a b")`; a name that is computed stays a call. */
function readField(reader: TermReader, term: CallTerm, parsed: readonly Expression[]): Expression {
  const [name] = parsed;
  if (parsed.length !== 1 && name?.kind !== 'missing') reader.report('broken-expression', term);
  if (name?.kind !== 'string' || parsed.length !== 1) return callOf(term, parsed);
  return { kind: 'field', from: term.from, to: term.to, name: name.value };
}

/** Parses `$("name", fallback)`, which may also be an option value. With more arguments, the last one is the fallback. */
export function readParameter(reader: TermReader, term: CallTerm): ParameterReference {
  const [name, ...rest] = readArguments(reader.inside(term));
  const fallback = rest.at(-1);
  if (name?.kind !== 'string') reader.report('broken-expression', term);
  return {
    kind: 'parameter',
    from: term.from,
    to: term.to,
    name: name?.kind === 'string' ? name.value : '',
    fallback,
  };
}

/** Functions whose arguments may be named, as in `datetrunc(_time, span="1h")`, with their positions. */
const namedArguments: ReadonlyMap<string, readonly string[]> = new Map([
  ['datetrunc', ['', 'span', 'offset']],
]);

/** Parses comma-separated expressions up to the closing parenthesis. Named ones may stand in any order. */
export function readArguments(inner: TermReader, names: readonly string[] = []): Expression[] {
  const parsed: Expression[] = [];
  const absent = inner.missing();
  if (inner.atEnd) return parsed;
  do {
    const named = names.findIndex((name) => inner.isWord(name));
    if (named < 0 || !inner.isSymbol('=', 1)) {
      parsed.push(readExpression(inner));
      continue;
    }
    inner.next();
    inner.next();
    const value = readExpression(inner);
    while (parsed.length < named) parsed.push(absent);
    parsed[named] = value;
  } while (inner.takeSymbol(','));
  if (parsed.includes(absent)) inner.report('broken-expression', inner.whole);
  inner.finish();
  return withoutSpare(parsed);
}
