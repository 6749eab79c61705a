import { bindComparison } from './bindComparison';
import { convert, literal, nullOf, toNumber } from './planNode';
import type { BoundExpression } from './planNode';
import { allowedConstants, functionAliases, functions, rowJson } from './planFunctions';
import type { FunctionShape, ParameterKind } from './planFunctions';
import { arithmeticKind, commonKind, isInteger } from './kind';
import type { Kind, Schema } from './kind';
import { QueryRejection } from './queryRejection';

type Arguments = readonly BoundExpression[];

/** Checks a call against the signature of the function and converts its arguments. */
export function bindCall(written: string, args: Arguments, schema: Schema): BoundExpression {
  const name = functionAliases[written] ?? written;
  const shape = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!shape) throw new QueryRejection('unsupported-function');
  checkArguments(name, shape, args);
  const own = Object.hasOwn(ownBindings, name) ? ownBindings[name] : undefined;
  return own ? own(args, schema) : bindByShape(name, shape, args);
}

function checkArguments(name: string, shape: FunctionShape, args: Arguments): void {
  const fewest = shape.parameters.length - (shape.optional ?? 0);
  const max = shape.rest ? Infinity : shape.parameters.length;
  // Without arguments, `kvjoin` uses the fields of the row.
  const required = name === 'kvjoin' ? 0 : fewest;
  if (args.length < required || args.length > max) throw new QueryRejection('broken-expression');
  for (const index of shape.constants ?? []) {
    const argument = args[index];
    if (argument && !isAllowedConstant(name, argument)) throw new QueryRejection('broken-expression');
  }
}

function isAllowedConstant(name: string, argument: BoundExpression): boolean {
  if (argument.node !== 'literal') return false;
  const allowed = allowedConstants[name];
  return !allowed || argument.value === null || allowed.includes(String(argument.value));
}

function bindByShape(name: string, shape: FunctionShape, args: Arguments): BoundExpression {
  const bound = args.map((argument, index) => toParameter(argument, shape.parameters[index] ?? shape.rest));
  const kind = shape.result === 'same' ? (bound[0]?.kind ?? 'null') : shape.result;
  if (kind !== 'common') return plainCall(name, kind, ...bound);
  const join = shape.parameters[0] === 'number' ? arithmeticKind : commonKind;
  const common = bound.map((argument) => argument.kind).reduce((one, other) => join(one, other), 'null');
  return plainCall(name, common, ...bound.map((argument) => convert(argument, common)));
}

function toParameter(argument: BoundExpression, kind: ParameterKind | undefined): BoundExpression {
  if (kind === undefined || kind === 'value') return argument;
  return kind === 'number' ? toNumber(argument) : convert(argument, kind);
}

/** Functions whose meaning depends on the kinds or the number of their arguments. */
const ownBindings: Readonly<Record<string, (args: Arguments, schema: Schema) => BoundExpression>> = {
  double: ([value]) => convert(value ?? nullOf('null'), 'double'),
  long: ([value]) => convert(value ?? nullOf('null'), 'long'),
  int: ([value]) => plainCall('int', 'long', convert(value ?? nullOf('null'), 'long')),
  string: ([value, format]) => bindString(value ?? nullOf('null'), format),
  if: ([condition, ...values]) => bindChoice([condition ?? nullOf('bool')], values),
  case: bindCase,
  in: ([value, ...candidates]) =>
    anyOf(candidates.map((candidate) => bindComparison('==', value ?? nullOf('null'), candidate))),
  len: ([value]) => bindLength(value ?? nullOf('null')),
  round: (args) => bindRounding('round', args),
  ceil: (args) => bindRounding('ceil', args),
  floor: (args) => bindRounding('floor', args),
  rand: ([bound]) =>
    bound ? plainCall('rand', 'long', convert(bound, 'long')) : plainCall('rand', 'double'),
  format: bindFormat,
  kvjoin: bindKeyValueJoin,
  rowtext: bindRowText,
  [rowJson]: bindRowJson,
};

function plainCall(name: string, kind: Kind, ...args: Arguments): BoundExpression {
  return { node: 'call', name, kind, arguments: args };
}

/** An integer stays one; without digits, a decimal becomes an integer, which may have more than 64 bits. */
function bindRounding(name: string, [value, digits]: Arguments): BoundExpression {
  const number = toNumber(value ?? nullOf('null'));
  if (digits) return plainCall(name, number.kind, number, convert(digits, 'long'));
  if (isInteger(number.kind)) return number;
  return plainCall(name, number.kind === 'any' ? 'any' : 'hugeint', number);
}

function bindString(value: BoundExpression, format: BoundExpression | undefined): BoundExpression {
  if (format && value.kind === 'any') {
    return plainCall('formatmixed', 'string', value, format, convert(value, 'date'));
  }
  return format && value.kind === 'date'
    ? plainCall('formatdate', 'string', value, format)
    : convert(value, 'string');
}

function bindCase(args: Arguments): BoundExpression {
  const pairs = args.slice(0, args.length - (args.length % 2));
  const conditions = pairs.filter((_, index) => index % 2 === 0);
  const values = pairs.filter((_, index) => index % 2 === 1);
  return bindChoice(conditions, [...values, ...args.slice(pairs.length)]);
}

/** A call of `case`: condition, value, condition, value …, and a default. */
function bindChoice(conditions: Arguments, values: Arguments): BoundExpression {
  const kind = values.map((value) => value.kind).reduce(commonKind, 'null');
  const converted = values.map((value) => convert(value, kind));
  const pairs = conditions.flatMap((condition, index) => [
    convert(condition, 'bool'),
    converted[index] ?? nullOf(kind),
  ]);
  return plainCall('case', kind, ...pairs, converted[conditions.length] ?? nullOf(kind));
}

/** A balanced tree rather than a chain, because engines limit the nesting of expressions. */
function anyOf(tests: Arguments): BoundExpression {
  const [first] = tests;
  if (tests.length === 1 && first) return first;
  if (!first) return literal(false);
  const middle = Math.ceil(tests.length / 2);
  const left = anyOf(tests.slice(0, middle));
  return { node: 'logic', kind: 'bool', operator: 'or', left, right: anyOf(tests.slice(middle)) };
}

function bindLength(value: BoundExpression): BoundExpression {
  if (value.kind === 'any') return plainCall('mixedlen', 'long', value);
  if (value.kind === 'bytes') return plainCall('byteslen', 'long', value);
  return value.kind === 'list'
    ? plainCall('listlen', 'long', value)
    : plainCall('len', 'long', convert(value, 'string'));
}

/** Joins a map, or the fields of the row if none is given. */
function bindKeyValueJoin(args: Arguments, schema: Schema): BoundExpression {
  const [first] = args;
  const overMap = first !== undefined && first.kind !== 'string';
  const [keyDelimiter, pairDelimiter] = overMap ? args.slice(1) : args;
  const delimiters = [keyDelimiter ?? literal('='), pairDelimiter ?? literal(' ')].map((part) =>
    convert(part, 'string'),
  );
  if (overMap) return plainCall('kvjoinmap', 'string', convert(first, 'map'), ...delimiters);
  const pairs = schema.flatMap((column): Arguments => [
    literal(column.name),
    convert({ node: 'column', ...column }, 'string'),
  ]);
  return plainCall('kvjoin', 'string', ...delimiters, ...pairs);
}

/** Fields that the platform adds, such as `_time`, are not part of the log. */
function bindRowText(_args: Arguments, schema: Schema): BoundExpression {
  const logged = schema.filter(({ name }) => !name.startsWith('_'));
  const texts = logged.map((column) => convert({ node: 'column', ...column }, 'string'));
  return plainCall('rowtext', 'string', ...texts);
}

function bindRowJson(args: Arguments, schema: Schema): BoundExpression {
  const allFields = schema.flatMap((column): Arguments => [
    literal(column.name),
    { node: 'column', ...column },
  ]);
  const pairs = (args.length > 0 ? args : allFields).map((part) => convert(part, 'json'));
  return convert(plainCall('dict', 'map', ...pairs), 'string');
}

/** Converts `format("%s: %.2f", …)` to a concatenation, so that engines do not need to support Java's formats. */
function bindFormat(args: readonly BoundExpression[]): BoundExpression {
  const [pattern, ...values] = args;
  const text = pattern?.node === 'literal' && typeof pattern.value === 'string' ? pattern.value : '';
  const parts: BoundExpression[] = [];
  let next = 0;
  let end = 0;
  for (const found of text.matchAll(specifierPattern)) {
    parts.push(literal(text.slice(end, found.index)));
    end = found.index + found[0].length;
    if (found[0] === '%%') parts.push(literal('%'));
    else if (found[0] === '%n') parts.push(literal('\n'));
    else parts.push(formatOne(found, values[next++] ?? nullOf('null')));
  }
  parts.push(literal(text.slice(end)));
  return { node: 'call', name: 'joined', kind: 'string', arguments: parts };
}

const specifierPattern = /%(?<flags>[-0,+]*)(?<width>\d*)(?:\.(?<digits>\d+))?(?<type>[a-zA-Z%])/g;

interface Specifier {
  readonly flags: string;
  readonly width: number;
  readonly digits: number | undefined;
}

const maxFieldWidth = 1000;

function formatOne({ groups = {} }: RegExpExecArray, value: BoundExpression): BoundExpression {
  const { flags = '', width, digits, type = 's' } = groups;
  const specifier: Specifier = {
    flags,
    width: Math.min(Number(width), maxFieldWidth),
    digits: digits === undefined ? undefined : Number(digits),
  };
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined;
  if (!format) throw new QueryRejection('broken-expression');
  return widen(format(value, specifier), specifier);
}

type Format = (value: BoundExpression, specifier: Specifier) => BoundExpression;

const formats: Readonly<Record<string, Format>> = {
  s: (value, { digits }) =>
    digits === undefined ? convert(value, 'string') : textCall('left', convert(value, 'string'), digits),
  b: (value) => convert(convert(value, 'bool'), 'string'),
  c: (value) => textCall('character', convert(value, 'long')),
  d: (value, specifier) => number('formatinteger', convert(value, 'hugeint'), specifier),
  f: (value, specifier) => number('fixed', convert(value, 'double'), specifier),
  e: (value, specifier) => number('scientific', convert(value, 'double'), specifier),
  x: (value, specifier) => number('hexnumber', convert(value, 'long'), specifier),
  X: (value, specifier) => textCall('upper', number('hexnumber', convert(value, 'long'), specifier)),
  o: (value, specifier) => number('octalnumber', convert(value, 'long'), specifier),
};

function textCall(name: string, value: BoundExpression, ...constants: readonly number[]): BoundExpression {
  return plainCall(name, 'string', value, ...constants.map((constant) => literal(BigInt(constant))));
}

/** The digits of a number, then its sign before the zeros that fill the width. */
function number(
  name: string,
  value: BoundExpression,
  { flags, width, digits = 6 }: Specifier,
): BoundExpression {
  const grouping = flags.includes(',') ? 1 : 0;
  const written = textCall(name, value, digits, grouping);
  const zeros = flags.includes('0') && !flags.includes('-') ? width : 0;
  return textCall('signed', written, flags.includes('+') ? 1 : 0, zeros);
}

function widen(text: BoundExpression, { flags, width }: Specifier): BoundExpression {
  if (width === 0) return text;
  const name = flags.includes('-') ? 'widenright' : 'widenleft';
  const shown = plainCall('nvl', 'string', text, literal('null'));
  return plainCall(name, 'string', shown, literal(BigInt(width)), literal(' '));
}
