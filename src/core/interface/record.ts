import * as z from 'zod/mini';
import { optional } from './optional';
import type { RawRecord } from './optional';

type Fields = Readonly<Record<string, z.ZodMiniType>>;
type Values<Shape extends Fields> = { readonly [Name in keyof Shape]: Present<z.infer<Shape[Name]>> };
type Present<Value> = null extends Value ? Exclude<Value, null> | undefined : Value;
type WireNames<Shape extends Fields> = Readonly<Partial<Record<keyof Shape, string>>>;

/** An object of the platform: its field `user_name` is `userName`, unless another name is given. */
export function record<Shape extends Fields>(
  fields: Shape,
  wireNames?: WireNames<Shape>,
): z.ZodMiniType<Values<Shape>> {
  const { received, read } = readerOf(fields, wireNames);
  return z.pipe(received, z.transform(read));
}

/** The same with all fields, as received, in `raw`. */
export function rawRecord<Shape extends Fields>(
  fields: Shape,
  wireNames?: WireNames<Shape>,
): z.ZodMiniType<Values<Shape> & { readonly raw: RawRecord }> {
  const { received, read } = readerOf(fields, wireNames);
  return z.pipe(
    received,
    z.transform((raw: RawRecord) => ({ ...read(raw), raw })),
  );
}

function readerOf<Shape extends Fields>(fields: Shape, wireNames: WireNames<Shape> | undefined) {
  const named = Object.entries(fields).map(([name, schema]) => {
    const inSnakeCase = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [name, schema, wireNames?.[name] ?? inSnakeCase] as const;
  });
  return {
    received: z.looseObject(Object.fromEntries(named.map(([, schema, wireName]) => [wireName, schema]))),
    read: (raw: RawRecord) =>
      Object.fromEntries(
        named.map(([name, schema, wireName]) => [name, raw[wireName] ?? defaults.get(schema)]),
      ) as Values<Shape>,
  };
}

/** A field with a default, which is not in `raw`. */
export function defaulting<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: z.infer<Schema>,
): z.ZodMiniType<z.infer<Schema>> {
  const field = optional(schema);
  defaults.set(field, value);
  return field as unknown as z.ZodMiniType<z.infer<Schema>>;
}

const defaults = new WeakMap<z.ZodMiniType, unknown>();
