import * as z from 'zod/mini';
import { auditSearch } from '../../shared/protocol/auditLogs';
import { exportFormat } from '../../shared/protocol/common';

const exportedFile = z.object({
  name: z.string(),
  entries: z.number(),
  bytes: z.number(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type ExportedFile = Readonly<z.infer<typeof exportedFile>>;

/** What was exported, from where, and how to tell that nobody has changed it since. */
export const exportManifest = z.object({
  kind: z.literal('logbench-audit-export'),
  version: z.literal(1),
  exportedAt: z.string(),
  connection: z.object({
    name: z.string(),
    baseUrl: z.string(),
    product: z.string(),
    environment: z.string(),
  }),
  search: auditSearch,
  /** The time that was searched, settled at the start; null where an end was open. */
  range: z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  /** Sensitive values were masked: the entries are not as the service sent them. */
  masked: z.optional(z.boolean()),
  format: exportFormat,
  /** How many matched at the start, and how many were written. */
  matched: z.number(),
  written: z.number(),
  files: z.array(exportedFile),
});
export type ExportManifest = Readonly<z.infer<typeof exportManifest>>;

export function manifestPath(target: string): string {
  return `${target}.manifest.json`;
}
