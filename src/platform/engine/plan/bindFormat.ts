import { convert, nullOf, literal } from './expression';
import type { BoundExpression } from './expression';
import { QueryRejection } from './queryRejection';

/** Converts `format("%s: %.2f", …)` to a concatenation, so that engines do not need to support Java's formats. */
export function bindFormat(args: readonly BoundExpression[]): BoundExpression {
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

const widestField = 1000;

function formatOne({ groups = {} }: RegExpExecArray, value: BoundExpression): BoundExpression {
  const { flags = '', width, digits, type = 's' } = groups;
  const specifier: Specifier = {
    flags,
    width: Math.min(Number(width), widestField),
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
  const args = constants.map((constant) => literal(BigInt(constant)));
  return { node: 'call', name, kind: 'string', arguments: [value, ...args] };
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
  const shown: BoundExpression = {
    node: 'call',
    name: 'nvl',
    kind: 'string',
    arguments: [text, literal('null')],
  };
  return { node: 'call', name, kind: 'string', arguments: [shown, literal(BigInt(width)), literal(' ')] };
}
