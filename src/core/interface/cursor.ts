import * as z from 'zod/mini';
import { integer32, integer64 } from '../base/integers';
import { optional } from './optional';
import type { RawRecord } from './optional';

export const cursorId: z.ZodMiniType<number> = z.pipe(
  z.looseObject({ id: integer32 }),
  z.transform(({ id }) => id),
);

const row = z.record(z.string(), z.unknown());

/** A range of rows of a query result. */
export const resultPage = z.pipe(
  z.looseObject({
    rows: z.array(row),
    total: optional(integer64),
    field_order: optional(z.array(z.string())),
    field_types: optional(z.record(z.string(), z.string())),
  }),
  z.transform((response) => ({
    rows: response.rows satisfies RawRecord[] as readonly RawRecord[],
    /** Undefined if the platform does not return it; grows while the query runs. */
    total: response.total ?? undefined,
    fieldOrder: response.field_order ?? undefined,
    fieldTypes: response.field_types ?? undefined,
  })),
);
export type ResultPage = Readonly<z.infer<typeof resultPage>>;

export const historicQuery = z.pipe(
  z.looseObject({
    query: z.string(),
    created_at: optional(z.union([z.string(), z.number()])),
    source: optional(z.string()),
  }),
  z.transform((record) => ({
    text: record.query,
    createdAt: record.created_at == null ? undefined : String(record.created_at),
    /** Who ran the query, if the platform returns it: `assistant` for the tools of a language model. */
    source: record.source ?? undefined,
  })),
);
export type HistoricQuery = Readonly<z.infer<typeof historicQuery>>;

export const resultRows: z.ZodMiniType<readonly RawRecord[]> = z.array(row);
