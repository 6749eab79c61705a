import * as z from 'zod/mini';

/** A record of a list that is not as documented. */
export interface OddRecord {
  /** The first field that is not; undefined where it is no record at all. */
  readonly field: string | undefined;
  /** As it came. */
  readonly record: unknown;
}

export interface Records<Item> {
  readonly items: readonly Item[];
  readonly odd: readonly OddRecord[];
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

/** What became of one record: the item, or the field that was not as documented. */
export type ReadRecord<Item> = { readonly item: Item } | { readonly field: string | undefined };

export function splitRecords<Item>(read: (value: unknown) => ReadRecord<Item>): z.ZodMiniType<Records<Item>> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((values): Records<Item> => {
      const items: Item[] = [];
      const odd: OddRecord[] = [];
      for (const record of values) {
        const result = read(record);
        if ('item' in result) items.push(result.item);
        else odd.push({ field: result.field, record });
      }
      return { items, odd };
    }),
  );
}
