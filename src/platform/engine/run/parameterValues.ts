import { tryParseJson } from '../../../core/base/json';
import { literal, literalOf } from '../plan/planNode';
import type { Literal } from '../plan/planNode';
import type { Schema } from '../plan/kind';
import type { ResultRow } from './resultRows';

/** Converts external values, such as the last row of a preceding query, to parameters. */
export function parametersFrom(constants: Readonly<Record<string, unknown>>): Map<string, Literal> {
  return new Map(Object.entries(constants).map(([name, value]) => [name, toLiteral(value)]));
}

function toLiteral(value: unknown): Literal {
  if (value === null || value === undefined) return literal(null);
  if (value instanceof Date || typeof value === 'string' || typeof value === 'boolean') return literal(value);
  if (typeof value === 'bigint') return literal(value);
  if (typeof value === 'number') return literal(Number.isSafeInteger(value) ? BigInt(value) : value);
  return { node: 'literal', kind: Array.isArray(value) ? 'list' : 'map', value: JSON.stringify(value) };
}

/** The fields of a row as parameters. */
export function parametersOfRow(schema: Schema, row: ResultRow): readonly (readonly [string, Literal])[] {
  return schema.map(({ name, kind }, index) => [name, literalOf(row[index] ?? null, kind)] as const);
}

/** A parameter for the status; integers that JSON parsers would round become strings. */
export function shownValue({ kind, value }: Literal): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'string' && (kind === 'list' || kind === 'map' || kind === 'any')) {
    const parsed = tryParseJson(value.replaceAll(/[\uFDD0-\uFDD2]/g, ''));
    return parsed === undefined ? value : parsed;
  }
  return value instanceof Date ? value.toISOString() : value;
}
