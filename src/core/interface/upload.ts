import * as z from 'zod/mini';
import { integer64 } from '../base/integers';
import type { Integer64 } from '../base/integers';
import { optional } from './optional';
import { defaulting, rawRecord } from './record';

export const uploadToken: z.ZodMiniType<string> = z.pipe(
  z.looseObject({ token: z.string() }),
  z.transform(({ token }) => token),
);

export const uploadedSize: z.ZodMiniType<Integer64> = z.pipe(
  z.looseObject({ uploaded_size: integer64 }),
  z.transform((response) => response.uploaded_size),
);

/** The result of an upload. */
export interface LoadedUpload {
  readonly rows: Integer64;
  /** Sentences about what was not stored as it was. */
  readonly notices?: readonly string[];
}

export const loadedUpload: z.ZodMiniType<LoadedUpload> = z.pipe(
  // The rows are loaded, whatever else a response says.
  z.looseObject({ rows: integer64, notices: z.catch(z.array(z.string()), []) }),
  z.transform(({ rows, notices }) => (notices.length === 0 ? { rows } : { rows, notices })),
);

/** The first bytes of a file, by their hash. */
export const filePart = z.object({
  length: z.number().check(z.int(), z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

export type FilePart = Readonly<z.infer<typeof filePart>>;

/** What recognizes the file of an upload that another window resumes; part of its metadata. */
export const fileIdentity = z.object({
  /** Epoch milliseconds. */
  modified: z.optional(z.number()),
  beginning: z.optional(filePart),
});

export const uploadStream = rawRecord(
  {
    token: z.string(),
    remoteAddress: optional(z.string()),
    loginName: optional(z.string()),
    fileName: optional(z.string()),
    fileSize: integer64,
    uploadedSize: integer64,
    created: optional(z.string()),
    lastUpload: optional(z.string()),
    metadata: defaulting(z.record(z.string(), z.unknown()), {}),
  },
  { remoteAddress: 'remote_addr' },
);

export type UploadStream = Readonly<z.infer<typeof uploadStream>>;
