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

/** What was exported and from where, with checksums to detect changes. */
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
  /** The period of the search, resolved at the start; null if unbounded. */
  range: z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  /** Whether sensitive values are masked, so that entries differ from those of the platform. */
  masked: z.optional(z.boolean()),
  format: exportFormat,
  /** The number of matches at the start, and of written entries. */
  matched: z.number(),
  written: z.number(),
  files: z.array(exportedFile),
});
export type ExportManifest = Readonly<z.infer<typeof exportManifest>>;

export function manifestPath(target: string): string {
  return `${target}.manifest.json`;
}
