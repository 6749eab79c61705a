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
