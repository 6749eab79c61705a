import * as z from 'zod/mini';
import { integer64 } from '../base/integers';
import type { Integer64 } from '../base/integers';
import type { MalformedRecord, Records } from './records';

/** A page of the matching records, and their total number. */
export interface Page<Item> {
  readonly total: Integer64;
  readonly items: readonly Item[];
  /** Records that are not as documented. They are listed separately and do not hide the others. */
  readonly malformed: readonly MalformedRecord[];
}

/** `{ total_count, <plural>: [...] }`, the shape of every list except the audit log. */
export function page<Item>(plural: string, records: z.ZodMiniType<Records<Item>>): z.ZodMiniType<Page<Item>> {
  return z.pipe(
    z.looseObject({ total_count: integer64, [plural]: records }),
    // The schema has checked both, but the type checker cannot follow computed keys.
    z.transform((response): Page<Item> => ({
      total: response['total_count'] as Integer64,
      ...(response[plural] as Records<Item>),
    })),
  );
}

/** `{ <singular>: {...} or null }`, the shape of a single object; a missing one is not an error. */
export function found<Item>(singular: string, item: z.ZodMiniType<Item>): z.ZodMiniType<Item | undefined> {
  return z.pipe(
    z.looseObject({ [singular]: z.nullable(item) }),
    z.transform((response) => (response[singular] as Item | null) ?? undefined),
  );
}

/** `{}`, or anything else that a successful write returns. */
export const done: z.ZodMiniType<undefined> = z.pipe(
  z.looseObject({}),
  z.transform(() => undefined),
);
