import { convert, nullOf, literal } from './expression';
import type { BoundExpression } from './expression';
import { QueryRefusal } from './queryRefusal';

/** Converts `format("%s: %.2f", …)` to a concatenation, so that engines do not need to support Java's formats. */
export function bindFormat(given: readonly BoundExpression[]): BoundExpression {
  const [pattern, ...values] = given;
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

const specifierPattern = /%(?<flags>[-0,]*)(?<width>\d*)(?:\.(?<digits>\d+))?(?<type>[a-zA-Z%])/g;

function formatOne(found: RegExpExecArray, value: BoundExpression): BoundExpression {
  const { flags = '', width = '', digits, type = 's' } = found.groups ?? {};
  return widen(formatValue(type, digits, value), flags, width);
}

function formatValue(type: string, digits: string | undefined, value: BoundExpression): BoundExpression {
  switch (type) {
    case 's':
      return convert(value, 'string');
    case 'd':
      return convert(convert(value, 'long'), 'string');
    case 'f': {
      const places = literal(BigInt(digits ?? 6));
      return { node: 'call', name: 'fixed', kind: 'string', arguments: [convert(value, 'double'), places] };
    }
    case 'x':
      return { node: 'call', name: 'hexnumber', kind: 'string', arguments: [convert(value, 'long')] };
    default:
      throw new QueryRefusal('broken-expression');
  }
}

const widestField = 1000;

function widen(text: BoundExpression, flags: string, width: string): BoundExpression {
  if (width === '') return text;
  const columns = Math.min(Number(width), widestField);
  const name = flags.includes('-') ? 'widenright' : 'widenleft';
  const filler = flags.includes('0') ? '0' : ' ';
  return { node: 'call', name, kind: 'string', arguments: [text, literal(BigInt(columns)), literal(filler)] };
}
