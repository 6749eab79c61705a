import * as z from 'zod/mini';
import { integer32, integer64 } from './integers';
import type { Integer64 } from './integers';
import { optional } from './optional';
import type { RawRecord } from './optional';

/** A range of rows of a query result. */
export interface ResultPage {
  readonly rows: readonly RawRecord[];
  /** Undefined if the platform does not return it; grows while the query runs. */
  readonly total: Integer64 | undefined;
  readonly fieldOrder: readonly string[] | undefined;
  readonly fieldTypes: Readonly<Record<string, string>> | undefined;
}

export interface HistoricQuery {
  readonly text: string;
  readonly createdAt: string | undefined;
  /** Who ran the query, if the platform returns it: `assistant` for the tools of a language model. */
  readonly source: string | undefined;
}

export const cursorId: z.ZodMiniType<number> = z.pipe(
  z.looseObject({ id: integer32 }),
  z.transform(({ id }) => id),
);

const row = z.record(z.string(), z.unknown());

export const resultPage: z.ZodMiniType<ResultPage> = z.pipe(
  z.looseObject({
    rows: z.array(row),
    total: optional(integer64),
    field_order: optional(z.array(z.string())),
    field_types: optional(z.record(z.string(), z.string())),
  }),
  z.transform((answer): ResultPage => ({
    rows: answer.rows,
    total: answer.total ?? undefined,
    fieldOrder: answer.field_order ?? undefined,
    fieldTypes: answer.field_types ?? undefined,
  })),
);

export const historicQuery: z.ZodMiniType<HistoricQuery> = z.pipe(
  z.looseObject({
    query: z.string(),
    created_at: optional(z.union([z.string(), z.number()])),
    source: optional(z.string()),
  }),
  z.transform((record): HistoricQuery => ({
    text: record.query,
    createdAt: record.created_at == null ? undefined : String(record.created_at),
    source: record.source ?? undefined,
  })),
);

export const resultRows: z.ZodMiniType<readonly RawRecord[]> = z.array(row);
