import * as z from 'zod/mini';

/** The service leaves a field out or sends `null`, as it likes: both mean that there is no value. */
export function optional<Schema extends z.ZodMiniType>(
  schema: Schema,
): z.ZodMiniOptional<z.ZodMiniNullable<Schema>> {
  return z.optional(z.nullable(schema));
}

/** An unparsed record, including unknown fields. */
export type RawRecord = Readonly<Record<string, unknown>>;
