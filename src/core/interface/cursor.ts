import * as z from 'zod/mini';
import { integer32, integer64 } from '../base/integers';
import { optional } from './optional';
import type { RawRecord } from './optional';
import { record } from './record';

export const cursorId: z.ZodMiniType<number> = z.pipe(
  z.looseObject({ id: integer32 }),
  z.transform(({ id }) => id),
);

const rows: z.ZodMiniType<readonly RawRecord[]> = z.array(z.record(z.string(), z.unknown()));

/** A range of rows of a query result. */
export const resultPage = record({
  rows,
  /** Undefined if the platform does not return it; grows while the query runs. */
  total: optional(integer64),
  fieldOrder: optional(z.array(z.string())),
  fieldTypes: optional(z.record(z.string(), z.string())),
});
export type ResultPage = Readonly<z.infer<typeof resultPage>>;

export const historicQuery = record(
  {
    text: z.string(),
    createdAt: optional(z.pipe(z.union([z.string(), z.number()]), z.transform(String))),
    /** Who ran the query, if the platform returns it: `assistant` for the tools of a language model. */
    source: optional(z.string()),
  },
  { text: 'query' },
);
export type HistoricQuery = Readonly<z.infer<typeof historicQuery>>;

export const resultRows = rows;
