import { DuckDBListValue, DuckDBTimestampTZValue, LIST, VARCHAR } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import * as z from 'zod/mini';

/** A statement parameter. A list contains strings; use it with `unnest(?)` or `list_contains(?, x)`. */
export type SqlValue = string | number | bigint | boolean | Date | readonly string[] | null | undefined;

export type SqlParameters = readonly SqlValue[];

/** A row as JavaScript values: 64-bit integers are bigint, timestamps are Date, structs are objects. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Parses rows. A column such as `created_at` is the field `createdAt`, and null is undefined. */
export function parseRows<Row extends z.ZodMiniType>(schema: Row, rows: readonly SqlRow[]): z.infer<Row>[] {
  const fields = Object.keys(rows[0] ?? {}).map((column) => {
    return [column, column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] as const;
  });
  return rows.map((row) =>
    schema.parse(Object.fromEntries(fields.map(([column, field]) => [field, row[column] ?? undefined]))),
  );
}

/** The first column of a statement without parameters as numbers; null is 0. */
export async function readNumbers(connection: DuckDBConnection, select: string): Promise<readonly number[]> {
  const reader = await connection.runAndReadAll(select);
  return reader.getRows().map(([value]) => Number(value));
}

/** A column with a number of 64 bits that is small enough for a double. */
export const countColumn = z.pipe(z.bigint(), z.transform(Number));

const totalRow = z.object({ total: countColumn });

/** The column `total` of the first row. */
export function totalOf([row]: readonly SqlRow[]): number {
  return totalRow.parse(row).total;
}

/** A column with the text of a JSON object of any fields. */
export const mapColumn = z.pipe(
  z.string(),
  z.transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
);

/** Adds rows with values in the order of the table's columns, faster than statements could. */
export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  rows: Iterable<SqlParameters>,
): Promise<void> {
  const appender = await connection.createAppender(table);
  try {
    for (const row of rows) {
      for (const value of row) {
        if (value === null || value === undefined) appender.appendNull();
        else if (typeof value === 'string') appender.appendVarchar(value);
        else appender.appendValue(bindValue(value), isList(value) ? LIST(VARCHAR) : undefined);
      }
      appender.endRow();
    }
    appender.flushSync();
  } finally {
    appender.closeSync();
  }
}

interface BoundParameters {
  readonly values: DuckDBValue[];
  readonly types: DuckDBType[];
}

/** Converts parameters for binding. Undefined if there are none. */
export function bindParameters(parameters: SqlParameters): BoundParameters | undefined {
  if (parameters.length === 0) return undefined;
  // Missing entries make the engine derive the type; its typings do not allow them.
  const types: DuckDBType[] = [];
  // The type of an empty list cannot be derived from its items.
  for (const [index, value] of parameters.entries()) if (isList(value)) types[index] = LIST(VARCHAR);
  return { values: parameters.map(bindValue), types };
}

function isList(value: SqlValue): value is readonly string[] {
  return Array.isArray(value);
}

const microsecondsPerMillisecond = 1000n;

function bindValue(value: SqlValue): DuckDBValue {
  if (value instanceof Date) {
    return new DuckDBTimestampTZValue(BigInt(value.getTime()) * microsecondsPerMillisecond);
  }
  return isList(value) ? new DuckDBListValue([...value]) : (value ?? null);
}
