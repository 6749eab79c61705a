import { asText, isList, isNumber } from './values';
import type { Value } from './values';

const directive = /%(?:(\d+)\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;

/** As java.util.Formatter does it; the values may be one list. Null if a value does not suit. */
export function formatText([pattern = null, ...values]: readonly Value[]): string | null {
  const [first = null] = values;
  const args = values.length === 1 && isList(first) ? first : values;
  let next = 0;
  try {
    return (asText(pattern) ?? '').replaceAll(directive, (...match) => {
      const [, position, flags, width, precision, kind = ''] = match as (string | undefined)[];
      const isPlain = kind === '%' || kind === 'n';
      const value = isPlain ? null : (args[position === undefined ? next++ : Number(position) - 1] ?? null);
      return formatted(value, kind, flags ?? '', Number(width ?? 0), precision);
    });
  } catch {
    return null;
  }
}

function formatted(
  value: Value,
  kind: string,
  flags: string,
  width: number,
  precision: string | undefined,
): string {
  const cell = conversions[kind.toLowerCase()]?.(value, flags, precision);
  if (cell === undefined) throw new Error('the value does not suit');
  return padded(kind === kind.toLowerCase() ? cell : cell.toUpperCase(), flags, width);
}

function padded(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width);
  const [, sign = '', digits = ''] = /^([-+ ]?)(.*)$/s.exec(text) ?? [];
  return flags.includes('0') ? `${sign}${digits.padStart(width - sign.length, '0')}` : text.padStart(width);
}

type Conversion = (value: Value, flags: string, precision: string | undefined) => string | undefined;

const conversions: Readonly<Record<string, Conversion>> = {
  '%': () => '%',
  n: () => '\n',
  s: (value, _flags, precision) =>
    (asText(value) ?? 'null').slice(0, precision === undefined ? undefined : Number(precision)),
  b: (value) => String(value !== null && value !== false),
  d: (value, flags) =>
    typeof value === 'bigint'
      ? signed(String(value < 0n ? -value : value), value < 0n, flags)
      : nullOnly(value),
  x: (value) => (typeof value === 'bigint' ? value.toString(16) : nullOnly(value)),
  o: (value) => (typeof value === 'bigint' ? value.toString(8) : nullOnly(value)),
  c: (value) => (typeof value === 'bigint' ? String.fromCodePoint(Number(value)) : nullOnly(value)),
  f: (value, flags, precision = '6') =>
    typeof value === 'number'
      ? signed(Math.abs(value).toFixed(Number(precision)), value < 0, flags)
      : nullOnly(value),
  e: (value, flags, precision = '6') => {
    if (!isNumber(value) || typeof value === 'bigint') return nullOnly(value);
    const text = Math.abs(value).toExponential(Number(precision));
    return signed(text.replace(/e([-+])(\d)$/, 'e$10$2'), value < 0, flags);
  },
};

const nullOnly = (value: Value): string | undefined => (value === null ? 'null' : undefined);

function signed(digits: string, isNegative: boolean, flags: string): string {
  const grouped = flags.includes(',') ? digits.replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : digits;
  if (isNegative) return flags.includes('(') ? `(${grouped})` : `-${grouped}`;
  return `${flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''}${grouped}`;
}
