import * as z from 'zod/mini';
import { integer64 } from './integers';
import type { Integer64 } from './integers';
import type { OddRecord, Records } from './records';

/** Some of the records that match, and how many match in all. */
export interface Page<Item> {
  readonly total: Integer64;
  readonly items: readonly Item[];
  /** Records that are not as documented: they are shown as they are, and do not hide the others. */
  readonly odd: readonly OddRecord[];
}

/** `{ total_count, <plural>: [...] }`, the service's shape of every list but the audit log's. */
export function page<Item>(plural: string, records: z.ZodMiniType<Records<Item>>): z.ZodMiniType<Page<Item>> {
  return z.pipe(
    z.looseObject({ total_count: integer64, [plural]: records }),
    // The schema before has checked both; a computed key is more than the type checker can follow.
    z.transform((answer): Page<Item> => ({
      total: answer['total_count'] as Integer64,
      ...(answer[plural] as Records<Item>),
    })),
  );
}

/** `{ <singular>: {...} or null }`, the service's shape of one object; a missing one is no error. */
export function found<Item>(singular: string, item: z.ZodMiniType<Item>): z.ZodMiniType<Item | undefined> {
  return z.pipe(
    z.looseObject({ [singular]: z.nullable(item) }),
    z.transform((answer) => (answer[singular] as Item | null) ?? undefined),
  );
}

/** `{}`, or whatever else a write that went well answers. */
export const done: z.ZodMiniType<undefined> = z.pipe(
  z.looseObject({}),
  z.transform(() => undefined),
);
