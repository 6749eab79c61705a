/** The values of the query language in JavaScript: a long is a bigint, a double a number. */
export type Value = null | boolean | bigint | number | string | Date;
export type Kind = 'null' | 'bool' | 'long' | 'double' | 'string' | 'date' | 'any';

export interface Field {
  readonly name: string;
  readonly kind: Kind;
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
  if (left === 'null') return right;
  return isNumber(left) && isNumber(right) ? 'double' : 'any';
}

/** Converts a value to a wider kind; a time of kind `any` is a text. */
export function widen(value: Value, kind: Kind): Value {
  if (kind === 'double' && typeof value === 'bigint') return Number(value);
  if (kind === 'any' && value instanceof Date) return textOf(value);
  if (kind === 'string') return textOf(value);
  return value;
}

export function textOf(value: Value): string | null {
  if (value === null) return null;
  if (value instanceof Date) return momentText(value);
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** Beyond 16 digits with an exponent. */
function numberText(value: number): string {
  if (Math.abs(value) >= 1e16) return value.toExponential();
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function momentText(moment: Date): string {
  const [day = '', clock = ''] = moment.toISOString().split('T');
  return `${day} ${clock.replace('.000Z', '').replace('Z', '')}+0000`;
}

const numberPattern = /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/;

/** The number in a text; an integer is exact. */
export function numberOf(text: string | null): bigint | number | undefined {
  if (text === null || !numberPattern.test(text)) return undefined;
  return /^\s*[+-]?\d+\s*$/.test(text) ? BigInt(text.trim().replace('+', '')) : Number(text);
}

/** Negative, zero or positive. Both have the same kind, and neither is null. */
export function compareValues(left: Value, right: Value): number {
  const [one, other] = [orderable(left), orderable(right)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function orderable(value: Value): bigint | number | string {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return Number(value);
  return value ?? '';
}

/** Equal texts for equal values only. */
export function identity(value: Value): string {
  if (value instanceof Date) return `date ${value.getTime()}`;
  return `${typeof value} ${String(value)}`;
}
