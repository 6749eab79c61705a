import * as z from 'zod/mini';

/** A record of a list that is not as documented. */
export interface MalformedRecord {
  /** The first invalid field; undefined if it is not an object. */
  readonly field: string | undefined;
  /** As received. */
  readonly record: unknown;
}

export interface Records<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedRecord[];
}

/** Parses each record of a list separately, so that an invalid one does not hide the others. */
export function records<Item>(item: z.ZodMiniType<Item>): z.ZodMiniType<Records<Item>> {
  return splitRecords((value) => {
    const parsed = item.safeParse(value);
    if (parsed.success) return { item: parsed.data };
    const [field] = parsed.error.issues[0]?.path ?? [];
    return { field: field === undefined ? undefined : String(field) };
  });
}

/** The parsed item, or the first invalid field. */
export type ReadRecord<Item> = { readonly item: Item } | { readonly field: string | undefined };

export function splitRecords<Item>(read: (value: unknown) => ReadRecord<Item>): z.ZodMiniType<Records<Item>> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((values): Records<Item> => {
      const items: Item[] = [];
      const malformed: MalformedRecord[] = [];
      for (const record of values) {
        const result = read(record);
        if ('item' in result) items.push(result.item);
        else malformed.push({ field: result.field, record });
      }
      return { items, malformed };
    }),
  );
}
