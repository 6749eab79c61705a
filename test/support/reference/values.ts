/** The values of the query language in JavaScript: an integer is a bigint, a decimal a number, a list an array. */
export type Value = null | boolean | bigint | number | string | Date | readonly Value[];
/** `any`: the values of the field have several types. */
export type Kind = 'null' | 'bool' | 'long' | 'double' | 'string' | 'date' | 'list' | 'any';

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** Calculated from decimals, in an order that nothing specifies. */
  readonly isRounded?: boolean;
}

export type Row = Readonly<Record<string, Value>>;

/** Rows with their fields. `ordered`: whether the language guarantees their order. */
export interface Table {
  readonly fields: readonly Field[];
  readonly rows: readonly Row[];
  readonly ordered: boolean;
}

export function isNumber(kind: Kind): boolean {
  return kind === 'long' || kind === 'double';
}

export function commonKind(left: Kind, right: Kind): Kind {
  if (left === right || right === 'null') return left;
  return left === 'null' ? right : 'any';
}

export function asText(value: Value): string | null {
  if (value === null) return null;
  if (value instanceof Date) return timestampText(value);
  if (Array.isArray(value)) return jsonText(value);
  return typeof value === 'number' ? numberText(value) : String(value);
}

export function jsonText(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value);
  const text = asText(value);
  return typeof value === 'string' || value instanceof Date ? JSON.stringify(text) : (text ?? 'null');
}

/** Beyond 16 digits with an exponent. */
function numberText(value: number): string {
  if (Math.abs(value) >= 1e16) return value.toExponential();
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function timestampText(timestamp: Date): string {
  const [day = '', clock = ''] = timestamp.toISOString().split('T');
  return `${day} ${clock.replace('.000Z', '').replace('Z', '')}+0000`;
}

const numberPattern = /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/;

/** The number that a value counts as; undefined if it is none. The milliseconds of a date. */
export function numberOf(value: Value): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) return BigInt(value.getTime());
  if (typeof value !== 'string' || !numberPattern.test(value)) return undefined;
  return /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value.trim().replace('+', '')) : Number(value);
}

/** Compares an integer and a decimal exactly. */
export function compareNumbers(left: bigint | number, right: bigint | number): number {
  if (left === right) return 0;
  // JavaScript compares a bigint with a number by their mathematical values.
  return left < right ? -1 : left > right ? 1 : 0;
}

export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

const typeOrder = ['boolean', 'number', 'date', 'string', 'list'];

function typeOf(value: Value): string {
  if (value instanceof Date) return 'date';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** The order of values that are not null. In a mixed field, a text that is a number is sorted as that number. */
export function compareValues(left: Value, right: Value, isMixed: boolean): number {
  const [one, other] = [left, right].map((value) => sortedAs(value, isMixed));
  if (!one || !other) return 0;
  const byType = typeOrder.indexOf(one.type) - typeOrder.indexOf(other.type);
  if (byType !== 0) return byType;
  const byNumber = compareNumbers(one.number, other.number);
  return byNumber === 0 ? compareTexts(one.text, other.text) : byNumber;
}

interface SortedAs {
  readonly type: string;
  readonly number: bigint | number;
  readonly text: string;
}

function sortedAs(value: Value, isMixed: boolean): SortedAs {
  const type = typeOf(value);
  if (type === 'string' || type === 'list') {
    const text = asText(value) ?? '';
    const number = isMixed && type === 'string' ? numberOf(value) : undefined;
    return number === undefined ? { type, number: 0n, text } : { type: 'number', number, text };
  }
  return { type, number: numberOf(value) ?? 0n, text: '' };
}

/** Equal texts for equal values only: 1 and 1.0 are equal, "1" is not. */
export function identity(value: Value): string {
  const type = typeOf(value);
  if (type === 'number') return `number ${String(wholeIfPossible(value))}`;
  return value instanceof Date ? `date ${value.getTime()}` : `${type} ${asText(value) ?? ''}`;
}

export function wholeIfPossible(value: Value): Value {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}
