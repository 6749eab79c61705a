import * as z from 'zod/mini';
import { optional } from './optional';

export interface BulkFailure {
  readonly id: string;
  readonly reason: string;
}

/** The result of a request for several objects. */
export interface BulkResult {
  readonly succeeded: number;
  /** Neither done nor failed: already stopped, or skipped because it is running. */
  readonly skipped: number;
  readonly failures: readonly BulkFailure[];
}

const bulkResponse = z.looseObject({
  succeeded: optional(z.int()),
  // One of the documented examples spells the count this way.
  succeed: optional(z.int()),
  failures: optional(z.array(z.looseObject({ id: z.string(), reason: z.string() }))),
});

/** The response does not contain the number of skipped objects; it follows from the number of requested ones. */
export function bulkResult(asked: number): z.ZodMiniType<BulkResult> {
  return z.pipe(
    bulkResponse.check(z.refine(({ succeeded, succeed }) => succeeded != null || succeed != null)),
    z.transform((response): BulkResult => {
      const succeeded = response.succeeded ?? response.succeed ?? 0;
      const failures = response.failures ?? [];
      return { succeeded, skipped: Math.max(0, asked - succeeded - failures.length), failures };
    }),
  );
}
