import * as z from 'zod/mini';
import { plain } from './shown';

/** Which connection a panel belongs to; every page shows it in its header. */
export const shownConnection = z.object({
  name: z.string(),
  environment: z.enum(['production', 'staging', 'development', 'local']),
  readOnly: z.boolean(),
  /** Minutes east of UTC of the server's times; null until known. */
  serverOffset: z.nullable(z.number()),
});
export type ShownConnection = Readonly<z.infer<typeof shownConnection>>;

export const zone = z.enum(['local', 'utc', 'server']);
export type Zone = z.infer<typeof zone>;

/** Why there is nothing to show, in the user's language. */
export const failure = z.object({
  reason: z.enum(['notFound', 'noPermission', 'keyRejected', 'unreachable', 'rejected', 'invalidResponse']),
  message: z.string(),
  /** A second sentence: the message of the platform, or what to do next. */
  detail: z.nullable(z.string()),
  canRetry: z.boolean(),
});
export type Failure = Readonly<z.infer<typeof failure>>;

export const exportFormat = z.enum(['csv', 'ndjson']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** A running export; null in a state message if none is running. */
export const exportProgress = z.object({
  format: exportFormat,
  written: z.number(),
  total: z.nullable(z.number()),
});
export type ExportProgress = Readonly<z.infer<typeof exportProgress>>;

/** Messages that every page uses. */
export const readyMessage = z.object({
  kind: z.literal('ready'),
  /** The time zone of the browser that shows the page, such as `Asia/Seoul`. */
  timeZone: z.optional(z.string()),
});
export const fromEveryPage = [
  readyMessage,
  z.object({ kind: z.literal('copy'), text: z.string() }),
  /** `setApiKey` asks for a new API key because it is missing or was rejected. */
  z.object({ kind: z.enum(['refresh', 'setApiKey']) }),
] as const;

/** Messages that every page receives. */
export type ToEveryPage =
  /** State for VS Code to keep, from which a panel is restored. */
  | { readonly kind: 'keep'; readonly resume: unknown }
  /** Discards everything that is shown: the page reloads and sends `ready`. */
  | { readonly kind: 'startOver'; readonly title: string }
  /** A sentence above the page; null removes it. */
  | { readonly kind: 'notice'; readonly text: string | null };

/** An image that the page has rendered; only the host can save it to a file. */
export const saveImageMessage = z.object({
  kind: z.literal('saveImage'),
  /** The proposed file name. */
  name: z.string(),
  format: z.enum(['svg', 'png']),
  /** The text of an SVG, or the bytes of a PNG in Base64. */
  data: z.string(),
});
export type SaveImage = Readonly<z.infer<typeof saveImageMessage>>;

/** Adds a cell to a notebook that searches for the value in all tables with such a field. */
export const pivotMessage = z.object({ kind: z.literal('pivot'), column: z.string(), value: z.string() });

/** Column widths that the user has set, in pixels, by column id. */
export const columnWidths = z.record(plain, z.number());

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
  ...fromEveryPage,
  needRowsMessage,
  z.object({ kind: z.literal('export'), format: exportFormat }),
  z.object({ kind: z.literal('cancelExport') }),
] as const;

export const histogram = z.object({
  from: z.number(),
  to: z.number(),
  /** One count for each equal part of the time; null until it is known. */
  counts: z.array(z.nullable(z.number())),
});
export type Histogram = Readonly<z.infer<typeof histogram>>;
