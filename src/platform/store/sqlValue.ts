import { DuckDBBlobValue, DuckDBListValue, DuckDBTimestampTZValue, LIST, VARCHAR } from '@duckdb/node-api';
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';

/** A statement parameter. A list contains strings; use it with `unnest(?)` or `list_contains(?, x)`. */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | readonly string[] | null;

export type SqlParameters = readonly SqlValue[];

/** A row as JavaScript values: 64-bit integers are bigint, timestamps are Date, structs are objects. */
export type SqlRow = Readonly<Record<string, unknown>>;

interface BoundParameters {
  readonly values: DuckDBValue[];
  readonly types: DuckDBType[];
}

const microsecondsPerMillisecond = 1000n;

/** Converts parameters for binding. Undefined if there are none. */
export function bindParameters(parameters: SqlParameters): BoundParameters | undefined {
  if (parameters.length === 0) return undefined;
  const bound = parameters.map(bindValue);
  const values = bound.map(({ value }) => value);
  // Missing entries make the engine derive the type; its typings do not allow them.
  const types: DuckDBType[] = [];
  for (const [index, { type }] of bound.entries()) if (type) types[index] = type;
  return { values, types };
}

function bindValue(value: SqlValue): { readonly value: DuckDBValue; readonly type?: DuckDBType } {
  if (value === null || typeof value !== 'object') return { value };
  if (value instanceof Date) {
    return { value: new DuckDBTimestampTZValue(BigInt(value.getTime()) * microsecondsPerMillisecond) };
  }
  if (value instanceof Uint8Array) return { value: new DuckDBBlobValue(value) };
  // The type of an empty list cannot be derived from its items.
  return { value: new DuckDBListValue([...value]), type: LIST(VARCHAR) };
}
