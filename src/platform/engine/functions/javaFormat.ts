type Value = string | number | bigint | boolean | null;

/** A text by a pattern of java.util.Formatter; undefined if a value does not suit its place. */
export function javaFormat(pattern: string, values: readonly Value[]): string | undefined {
  let next = 0;
  let last = 0;
  const parts = Array.from(pattern.matchAll(specifier), ({ groups = {}, 0: text }) => {
    const { position, type, flags = '' } = groups;
    if (type === undefined) return text === '%' ? undefined : text;
    const own = { ...groups, flags, type };
    if (Object.hasOwn(plain, type)) return widened(plain[type] ?? '', own);
    if (position !== undefined) last = Number(position) - 1;
    else if (!flags.includes('<')) last = next++;
    const value = values[last];
    return value === undefined ? undefined : write(value, own);
  });
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

const plain: Readonly<Record<string, string>> = { n: '\n', '%': '%' };

const specifier =
  /%(?:(?<position>\d+)\$)?(?<flags>[-#+ 0,(<]*)(?<width>[1-9]\d{0,3})?(?:\.(?<digits>\d{1,3}))?(?<type>[bBhHsScCdoxXeEfgGn%])|[^%]+|%/g;

interface Specifier {
  readonly flags: string;
  readonly width?: string | undefined;
  readonly digits?: string | undefined;
  readonly type: string;
}

function write(value: Value, specifier: Specifier): string | undefined {
  const { type } = specifier;
  const lower = type.toLowerCase();
  const text = value === null && lower !== 'b' ? cut('null', specifier) : writers[lower]?.(value, specifier);
  if (text === undefined) return undefined;
  return widened(type === lower ? text : text.toUpperCase(), specifier);
}

function cut(text: string, { digits }: Specifier): string {
  return digits === undefined ? text : text.slice(0, Number(digits));
}

function widened(text: string, { flags, width = '0' }: Specifier): string {
  return flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width));
}

const writers: Readonly<Record<string, (value: Value, specifier: Specifier) => string | undefined>> = {
  s: (value, specifier) => cut(String(value), specifier),
  b: (value, specifier) =>
    cut(typeof value === 'boolean' ? String(value) : String(value !== null), specifier),
  h: (value, specifier) => cut(hashOf(String(value)).toString(16), specifier),
  c: (value) => {
    if (typeof value === 'string') return Array.from(value).length === 1 ? value : undefined;
    const code = integerOf(value);
    return code === undefined || code < 0n || code > 0x10_ff_ffn
      ? undefined
      : String.fromCodePoint(Number(code));
  },
  d: (value, specifier) => {
    const whole = integerOf(value);
    if (whole === undefined) return undefined;
    return signed(whole < 0n, grouped(String(whole < 0n ? -whole : whole), specifier), specifier);
  },
  x: (value, specifier) => inBase(value, 16, '0x', specifier),
  o: (value, specifier) => inBase(value, 8, '0', specifier),
  f: (value, specifier) => {
    const number = decimalOf(value);
    if (number === undefined) return undefined;
    const fixed = fixedText(Math.abs(number), Number(specifier.digits ?? 6));
    return signed(number < 0, Number.isFinite(number) ? grouped(fixed, specifier) : fixed, specifier);
  },
  e: (value, specifier) => {
    const number = decimalOf(value);
    if (number === undefined) return undefined;
    return signed(number < 0, scientific(Math.abs(number), Number(specifier.digits ?? 6)), specifier);
  },
  g: (value, specifier) => {
    const number = decimalOf(value);
    if (number === undefined) return undefined;
    const precision = Math.max(1, Number(specifier.digits ?? 6));
    const size = Math.abs(number);
    const isPlain = size === 0 || (size >= 0.0001 && size < 10 ** precision);
    const before = size === 0 ? 1 : Math.floor(Math.log10(size)) + 1;
    const text = isPlain
      ? grouped(fixedText(size, Math.max(0, precision - before)), specifier)
      : scientific(size, precision - 1);
    return signed(number < 0, text, specifier);
  },
};

function integerOf(value: Value): bigint | undefined {
  return typeof value === 'bigint' ? value : undefined;
}

/** Unlike Java, it writes an integer as a decimal, too. */
function decimalOf(value: Value): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

/** Halves are rounded up, as they are written. */
function fixedText(size: number, digits: number): string {
  if (!Number.isFinite(size)) return Number.isNaN(size) ? 'NaN' : 'Infinity';
  const [whole = '0', fraction = ''] = (size < 1e21 ? plainDigits(size) : BigInt(size).toString()).split('.');
  const kept = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const rounded = String((fraction[digits] ?? '0') >= '5' ? kept + 1n : kept).padStart(digits + 1, '0');
  return digits === 0 ? rounded : `${rounded.slice(0, -digits)}.${rounded.slice(-digits)}`;
}

/** The shortest digits of a number, without an exponent. */
function plainDigits(size: number): string {
  const [mantissa = '0', exponent = '0'] = String(size).split('e');
  if (exponent === '0') return mantissa;
  return `0.${'0'.repeat(-Number(exponent) - 1)}${mantissa.replace('.', '')}`;
}

function scientific(size: number, digits: number): string {
  return size.toExponential(Math.min(digits, 100)).replace(/e([+-])(\d)$/, 'e$10$2');
}

function inBase(
  value: Value,
  base: number,
  prefix: string,
  { flags, width = '0' }: Specifier,
): string | undefined {
  const whole = integerOf(value);
  if (whole === undefined) return undefined;
  // A negative integer is written as its bits: 32 if it fits.
  const bits = whole >= -(2n ** 31n) ? 32 : 64;
  const text =
    (flags.includes('#') ? prefix : '') + (whole < 0n ? BigInt.asUintN(bits, whole) : whole).toString(base);
  return flags.includes('0') ? text.padStart(Number(width), '0') : text;
}

function grouped(digits: string, { flags }: Specifier): string {
  if (!flags.includes(',')) return digits;
  const [whole = '', fraction] = digits.split('.');
  const separated = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

/** The sign, then zeros that fill the width. */
function signed(isNegative: boolean, digits: string, { flags, width = '0' }: Specifier): string {
  const inParentheses = isNegative && flags.includes('(');
  const positive = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const sign = isNegative ? (inParentheses ? '(' : '-') : positive;
  const end = inParentheses ? ')' : '';
  const room = flags.includes('0') ? Number(width) - sign.length - end.length : 0;
  return sign + digits.padStart(room, '0') + end;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) | 0;
  return hash >>> 0;
}
