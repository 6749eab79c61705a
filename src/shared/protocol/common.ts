import * as z from 'zod/mini';

/** Which connection a panel belongs to; every page shows it in its header. */
export const connectionMark = z.object({
  name: z.string(),
  environment: z.enum(['production', 'staging', 'development', 'local']),
  readOnly: z.boolean(),
  /** Minutes east of UTC that the server writes its times with; null until an answer told. */
  serverOffset: z.nullable(z.number()),
});
export type ConnectionMark = Readonly<z.infer<typeof connectionMark>>;

export const zone = z.enum(['local', 'utc', 'server']);
export type Zone = z.infer<typeof zone>;

/** Why there is nothing to show, in words that the host already put into the user's language. */
export const failure = z.object({
  reason: z.enum(['gone', 'noPermission', 'keyRefused', 'unreachable', 'refused', 'invalidAnswer']),
  message: z.string(),
  /** A second sentence: the server's own words, or what to do next. */
  detail: z.nullable(z.string()),
  canRetry: z.boolean(),
});
export type Failure = Readonly<z.infer<typeof failure>>;

export const exportFormat = z.enum(['csv', 'ndjson']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** An export that is running; null in a state message means that none is. */
export const exportProgress = z.object({
  format: exportFormat,
  written: z.number(),
  total: z.nullable(z.number()),
});
export type ExportProgress = Readonly<z.infer<typeof exportProgress>>;

export const jsonMap = z.record(z.string(), z.unknown());

/** The messages of every page that mean the same everywhere. */
export const readyMessage = z.object({
  kind: z.literal('ready'),
  /** The zone of the browser that shows the page, such as `Asia/Seoul`: that of the person in front of it. */
  timeZone: z.optional(z.string()),
});
export const copyMessage = z.object({ kind: z.literal('copy'), text: z.string() });
export const refreshMessage = z.object({ kind: z.literal('refresh') });
/** The key is missing or was refused: the person wants to set another. */
export const setApiKeyMessage = z.object({ kind: z.literal('setApiKey') });

/** What the host tells every page, whatever it shows. */
export const toEveryPage = z.discriminatedUnion('kind', [
  /** To be kept by VS Code: a restored panel starts from it. */
  z.object({ kind: z.literal('keep'), resume: z.unknown() }),
  /** Nothing of what is drawn may stay: the page begins again and says `ready`. */
  z.object({ kind: z.literal('startOver'), title: z.string() }),
]);
export type ToEveryPage = Readonly<z.infer<typeof toEveryPage>>;
