import * as z from 'zod/mini';

/**
 * How a part of a message to a page is shown while sensitive values are hidden. Of any other part, whatever looks
 * sensitive in its strings is masked.
 */
export type Shown =
  /** As it is. */
  | { readonly as: 'plain' }
  /** What the user has typed: a known value by its mask. */
  | { readonly as: 'typed' }
  /** By the mask of its kind, whatever it looks like. */
  | { readonly as: 'user' | 'ip' | 'host' | 'value' }
  /** As a value of a column of this name. */
  | { readonly as: 'cell'; readonly column: string }
  /** The name of a column of a result, which may be a value: `timechart count by user`. */
  | { readonly as: 'column' }
  /** An object with a value for each column; in a record, numbers are not sensitive. */
  | { readonly as: 'row' | 'record' };

const registry = z.registry<{ readonly shown: Shown }>();

/** Without an entry, strings are masked as text. */
export function shownAs(schema: z.core.$ZodType): Shown | undefined {
  return registry.get(schema)?.shown;
}

// @__NO_SIDE_EFFECTS__
function shown<Schema extends z.ZodMiniType>(schema: Schema, how: Shown): Schema {
  registry.add(schema, { shown: how });
  return schema;
}

/** Only for what names no person, address or host: an ID, a time, one of a few words, a text of the interface. */
export const plain = shown(z.string(), { as: 'plain' });
export const typed = shown(z.string(), { as: 'typed' });
export const userName = shown(z.string(), { as: 'user' });
export const ipAddress = shown(z.string(), { as: 'ip' });
export const hostName = shown(z.string(), { as: 'host' });
/** An ID that is made of names. */
export const namedId = shown(z.string(), { as: 'value' });
export const columnName = shown(z.string(), { as: 'column' });
/** Of a row that is masked before it becomes part of the message. */
export const maskedCell = shown(z.string(), { as: 'plain' });

/** A string that the column of this name has as a value. */
// @__NO_SIDE_EFFECTS__
export function cellOf(column: string): z.ZodMiniString {
  return shown(z.string(), { as: 'cell', column });
}

/** An object of a known shape that is masked by the names of its fields. */
// @__NO_SIDE_EFFECTS__
export function recordOf<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  return shown(schema, { as: 'record' });
}

/** An object with any fields, which is masked by their names. */
export const jsonMap = shown(z.record(z.string(), z.unknown()), { as: 'row' });
