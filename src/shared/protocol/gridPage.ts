import * as z from 'zod/mini';
import { exportFormat, fromEveryPage, readyMessage } from './common';

/** Column widths that the user has set, in pixels, by column id. */
export const columnWidths = z.record(z.string(), z.number());

/** Requests a page of rows. The host responds with `rows` for the same id and offset. */
export const needRowsMessage = z.object({
  kind: z.literal('needRows'),
  resultId: z.number(),
  offset: z.number().check(z.nonnegative()),
  limit: z.number().check(z.positive(), z.maximum(1000)),
});

/** The page could not be read; it is requested again when the user retries. */
export const rowsFailedMessage = z.object({
  kind: z.literal('rowsFailed'),
  resultId: z.number(),
  offset: z.number(),
  message: z.string(),
});

/** The response to `needRows`; each page type adds its `rows`. */
export const rowsMessage = z.object({ kind: z.literal('rows'), resultId: z.number(), offset: z.number() });

/** Messages from every page with a grid. */
export const fromGridPage = [
  readyMessage,
  ...fromEveryPage,
  needRowsMessage,
  z.object({ kind: z.literal('export'), format: exportFormat }),
  z.object({ kind: z.literal('cancelExport') }),
] as const;
