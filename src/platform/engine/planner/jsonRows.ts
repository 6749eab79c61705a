import { readJsonRows } from '../../../language/readJsonRows';
import { literal } from '../plan/expression';
import { commonKind } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import { JsonNumber } from '../plan/operator';
import type { RowRecord } from '../plan/operator';

/** The rows of a `json` text and their columns, in order of first appearance. */
export function planJsonRows(text: string): { readonly schema: Schema; readonly rows: readonly RowRecord[] } {
  const rows = (readJsonRows(withExactNumbers(text)) ?? []).map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [field, restoreNumbers(value)])),
  );
  return { schema: schemaOf(rows), rows };
}

const numberMark = '\u0001number:';

/** Marks numbers that JavaScript would round, or whose point it would drop, as strings. */
function withExactNumbers(text: string): string {
  return text.replaceAll(
    /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'|(?<![\w.+-])(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/g,
    (whole, number: string | undefined) =>
      number === undefined || /^-?\d{1,15}$/.test(number) ? whole : JSON.stringify(`${numberMark}${number}`),
  );
}

function restoreNumbers(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(numberMark)) {
    return new JsonNumber(value.slice(numberMark.length));
  }
  // Half of a surrogate pair has no UTF-8 form.
  if (typeof value === 'string') return value.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map(restoreNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreNumbers(item)]));
}

function schemaOf(rows: readonly RowRecord[]): Schema {
  const kinds = new Map<string, Kind>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      kinds.set(name, commonKind(kinds.get(name) ?? 'null', kindOf(value)));
    }
  }
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

/** Integers have up to 38 digits; with more they are decimals. */
const integerPattern = /^-?\d{1,38}$/;

function kindOf(value: unknown): Kind {
  if (value instanceof JsonNumber) {
    return integerPattern.test(value.text) ? literal(BigInt(value.text)).kind : 'double';
  }
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'list' : 'map';
  const known = value as string | number | bigint | boolean | null;
  return typeof known === 'number' ? 'long' : literal(known).kind;
}
