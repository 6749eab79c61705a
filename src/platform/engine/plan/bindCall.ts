import { bindComparison } from './bindComparison';
import { findFunction } from '../../../core/language/catalog/catalog';
import { readJavaPattern } from '../functions/javaPattern';
import { convert, literal, nullOf, strictly, toNumber, truth } from './planNode';
import type { BoundExpression } from './planNode';
import { allowedConstants, functionAliases, functions, rowJson } from './planFunctions';
import type { FunctionShape, ParameterKind } from './planFunctions';
import { arithmeticKind, commonKind, findColumn, isInteger, isNumber } from './kind';
import type { Kind, Schema } from './kind';
import { QueryRejection } from './queryRejection';

type Arguments = readonly BoundExpression[];

/** Checks a call against the signature of the function and converts its arguments. */
export function bindCall(written: string, args: Arguments, schema: Schema): BoundExpression {
  const name = functionAliases[written] ?? written;
  const shape = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!shape) throw unsupported(name);
  checkArguments(name, shape, args);
  const own = Object.hasOwn(ownBindings, name) ? ownBindings[name] : undefined;
  return own ? own(args, schema) : bindByShape(name, shape, args);
}

/** Functions of the language that this platform does not have are named. */
function unsupported(name: string): QueryRejection {
  return findFunction(name)
    ? new QueryRejection('unsupported-command', { name })
    : new QueryRejection('unsupported-function');
}

function checkArguments(name: string, shape: FunctionShape, args: Arguments): void {
  const fewest = shape.parameters.length - (shape.optional ?? 0);
  const max = shape.rest ? Infinity : shape.parameters.length;
  if (args.length < fewest || args.length > max) throw new QueryRejection('broken-expression');
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
  switch (kind) {
    case undefined:
    case 'value':
      return argument;
    case 'number':
      return toNumber(argument);
    case 'real':
      return isNumber(argument.kind) ? convert(argument, 'double') : strictly(argument, 'double');
    case 'condition':
      return truth(argument);
    case 'text':
      return strictly(argument, 'string');
    case 'date':
    case 'bytes':
      return strictly(argument, kind);
    default:
      return convert(argument, kind);
  }
}

/** Functions whose meaning depends on the kinds or the number of their arguments. */
const ownBindings: Readonly<Record<string, (args: Arguments, schema: Schema) => BoundExpression>> = {
  double: ([value]) => convert(value ?? nullOf('null'), 'double'),
  long: ([value]) => convert(value ?? nullOf('null'), 'long'),
  int: ([value = nullOf('null')]) => bindInteger(value),
  dict: bindDictionary,
  string: ([value = nullOf('null'), ...format]) => bindString(value, format),
  if: ([condition = nullOf('bool'), ...values]) => bindChoice([condition], values),
  case: bindCase,
  in: ([value, ...candidates]) =>
    anyOf(candidates.map((candidate) => bindComparison('==', value ?? nullOf('null'), candidate))),
  round: (args) => bindRounding('round', args),
  ceil: (args) => bindRounding('ceil', args),
  floor: (args) => bindRounding('floor', args),
  rand: (args) =>
    plainCall(
      'rand',
      args.length > 0 ? 'long' : 'double',
      ...args.map((argument) => convert(argument, 'long')),
    ),
  format: ([pattern = nullOf('string'), ...values]) =>
    plainCall(
      'format',
      'string',
      convert(pattern, 'string'),
      ...values.map((value) => convert(value, 'json')),
    ),
  flatten: ([value = nullOf('null')]) => plainCall('flatten', value.kind, value),
  kvjoin: bindKeyValueJoin,
  field: ([name = nullOf('null')], schema) => bindComputedField(name, schema),
  seq: (_args, schema) => bindSequence(schema),
  min: (args) => bindExtreme('min', args),
  max: (args) => bindExtreme('max', args),
  rowtext: bindRowText,
  [rowJson]: bindRowJson,
};

function plainCall(name: string, kind: Kind, ...args: Arguments): BoundExpression {
  return { node: 'call', name, kind, arguments: args };
}

/** An integer stays one; without digits, a decimal becomes an integer, which may have more than 64 bits. */
function bindRounding(name: string, [value, digits]: Arguments): BoundExpression {
  const number = toNumber(value ?? nullOf('null'));
  // Digits that are no integer have no meaning.
  if (digits?.kind === 'double') return nullOf(number.kind);
  if (digits) return plainCall(name, number.kind, number, convert(digits, 'long'));
  if (isInteger(number.kind)) return number;
  return plainCall(name, number.kind === 'any' ? 'any' : 'hugeint', number);
}

function bindDictionary(args: Arguments): BoundExpression {
  if (args.length % 2 === 1) throw new QueryRejection('broken-expression');
  return plainCall('dict', 'map', ...args.map((argument) => convert(argument, 'json')));
}

/** Items of a list are converted one by one; that of an address has a sign. */
function bindInteger(value: BoundExpression): BoundExpression {
  if (value.kind === 'list') return plainCall('intlist', 'list', value);
  return plainCall(
    value.kind === 'ip' ? 'ip2int' : 'int',
    'long',
    value.kind === 'ip' ? value : convert(value, 'long'),
  );
}

/** A date may have a format and a time zone or locale. */
function bindString(value: BoundExpression, format: Arguments): BoundExpression {
  const kinds: readonly Kind[] = ['date', 'any'];
  if (format.length === 0 || !kinds.includes(value.kind)) return convert(value, 'string');
  const written = plainCall('formatdate', 'string', strictly(value, 'date'), ...format);
  return value.kind === 'date' ? written : plainCall('nvl', 'string', written, convert(value, 'string'));
}

function bindCase(args: Arguments): BoundExpression {
  const pairs = args.slice(0, args.length - (args.length % 2));
  const conditions = pairs.filter((_, index) => index % 2 === 0);
  const values = pairs.filter((_, index) => index % 2 === 1);
  return bindChoice(conditions, [...values, ...args.slice(pairs.length)]);
}

/** Of numbers, or of dates. */
function bindExtreme(name: string, args: Arguments): BoundExpression {
  const areDates = args.some(({ kind }) => kind === 'date');
  return bindByShape(name, { parameters: [], rest: areDates ? 'date' : 'number', result: 'common' }, args);
}

/** A call of `case`: condition, value, condition, value …, and a default. */
function bindChoice(conditions: Arguments, values: Arguments): BoundExpression {
  const kind = values.map((value) => value.kind).reduce(commonKind, 'null');
  const converted = values.map((value) => convert(value, kind));
  const pairs = conditions.flatMap((condition, index) => [
    truth(condition),
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

/** Joins the fields of the row, or those whose names match a pattern. */
function bindKeyValueJoin(
  [assignment = literal('='), separator = literal(' '), names]: Arguments,
  schema: Schema,
): BoundExpression {
  const pattern = names?.node === 'literal' ? readJavaPattern(String(names.value)) : undefined;
  if (names && !pattern) throw new QueryRejection('broken-expression');
  const pairs = schema
    .filter(({ name }) => pattern === undefined || name.search(pattern.regex) >= 0)
    .flatMap((column): Arguments => [literal(column.name), convert({ node: 'column', ...column }, 'string')]);
  return plainCall('kvjoin', 'string', convert(assignment, 'string'), convert(separator, 'string'), ...pairs);
}

/** A field whose name differs from row to row. */
function bindComputedField(name: BoundExpression, schema: Schema): BoundExpression {
  const text = convert(name, 'string');
  const isNamed = schema.map((column): BoundExpression => ({
    node: 'compare',
    kind: 'bool',
    operator: '==',
    left: text,
    right: literal(column.name),
  }));
  return bindChoice(
    isNamed,
    schema.map((column): BoundExpression => ({ node: 'column', ...column })),
  );
}

/** The name of the column with row numbers, which queries cannot use. */
export const rowNumbers = 'seq ';

function bindSequence(schema: Schema): BoundExpression {
  const column = findColumn(schema, rowNumbers);
  // Rows are numbered for `eval` and `search`. During a check, there are no columns.
  if (!column && schema.length > 0) throw new QueryRejection('unsupported-command', { name: 'seq' });
  return column ? { node: 'column', ...column } : nullOf('long');
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
