import { readJsonRows } from '../../../language/readJsonRows';
import { literal } from '../plan/expression';
import { commonKind } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { RowRecord } from '../plan/operator';

/** The rows of a `json` text and their columns, in order of first appearance. */
export function planJsonRows(text: string): { readonly schema: Schema; readonly rows: readonly RowRecord[] } {
  const rows = (readJsonRows(withExactIntegers(text)) ?? []).map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [field, restoreIntegers(value)])),
  );
  return { schema: schemaOf(rows), rows };
}

const integerMark = '\u0001integer:';

/** Marks integers that a double would round as strings, so that the JSON parser keeps them. */
function withExactIntegers(text: string): string {
  return text.replaceAll(
    /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'|(?<![\w.+-])(-?\d{16,19})(?![\w.])/g,
    (whole, digits: string | undefined) =>
      digits === undefined || BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits)
        ? whole
        : JSON.stringify(`${integerMark}${digits}`),
  );
}

function restoreIntegers(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(integerMark))
    return BigInt(value.slice(integerMark.length));
  if (Array.isArray(value)) return value.map(restoreIntegers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreIntegers(item)]));
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

function kindOf(value: unknown): Kind {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'list' : 'map';
  const known = value as string | number | bigint | boolean | null;
  return Number.isSafeInteger(known) ? 'long' : literal(known).kind;
}
