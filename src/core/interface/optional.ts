import * as z from 'zod/mini';

/** The platform omits fields or sends `null`; both mean no value. */
export function optional<Schema extends z.ZodMiniType>(
  schema: Schema,
): z.ZodMiniOptional<z.ZodMiniNullable<Schema>> {
  return z.optional(z.nullable(schema));
}

export function orUndefined<Value>(value: Value | null | undefined): Value | undefined {
  return value ?? undefined;
}

/** An unparsed record, including unknown fields. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The value of a field, which may be named like something that every object has, such as `constructor`. */
export function fieldOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
