import * as z from 'zod/mini';

const names = z.record(z.string(), z.string());
const tableName = z.string().check(z.regex(/^[\p{L}\p{N}_*-]+\??$/u));
const listOf = (item: z.ZodMiniString) =>
  z.pipe(
    z.union([z.array(item), item]),
    z.transform((value): readonly string[] => (typeof value === 'string' ? [value] : value)),
  );

/** By field, the values on the platform for those in rules. */
const values = z.record(z.string(), z.record(z.string(), z.string()));

const mappedSource = z.strictObject({
  product: z.optional(z.string()),
  category: z.optional(z.string()),
  service: z.optional(z.string()),
  tables: listOf(tableName),
  /** An expression of the query language. */
  condition: z.optional(z.string()),
  fields: z._default(names, {}),
  /** Added to the names of fields without a name here. */
  prefix: z.optional(z.string()),
  values: z._default(values, {}),
  keywords: z.optional(z.string()),
});
export type MappedSource = Readonly<z.infer<typeof mappedSource>>;

export const mappingFile = z.strictObject({
  version: z.literal('1'),
  defaults: z.optional(z.boolean()),
  duration: z.optional(z.string().check(z.regex(/^\d+(s|m|h|d|w|mon|y)$/))),
  /** Fields of all log sources. */
  fields: z._default(names, {}),
  /** Whether unmapped fields are rejected rather than kept. */
  strict: z.optional(z.boolean()),
  prefix: z.optional(z.string()),
  values: z._default(values, {}),
  /** The field for keywords; all fields if undefined. */
  keywords: z.optional(z.string()),
  placeholders: z._default(z.record(z.string(), listOf(z.string())), {}),
  sources: z._default(z.array(mappedSource), []),
});
export type MappingFile = z.infer<typeof mappingFile>;

/** Maps names of rules to those of a platform. */
export type SigmaMapping = Readonly<Omit<MappingFile, 'version' | 'defaults'>>;

/** Without log sources, and with all names unchanged. */
export const emptyMapping: SigmaMapping = {
  sources: [],
  fields: {},
  values: {},
  placeholders: {},
};
