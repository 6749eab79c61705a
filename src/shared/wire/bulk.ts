import * as z from 'zod/mini';
import { optional } from './optional';

export interface BulkFailure {
  readonly id: string;
  readonly reason: string;
}

/** What became of a request about many objects. */
export interface BulkResult {
  readonly succeeded: number;
  /** Asked for, neither done nor failed: already stopped, or left alone because it was running. */
  readonly skipped: number;
  readonly failures: readonly BulkFailure[];
}

const bulkAnswer = z.looseObject({
  succeeded: optional(z.int()),
  // One of the service's own examples spells the count this way.
  succeed: optional(z.int()),
  failures: optional(z.array(z.looseObject({ id: z.string(), reason: z.string() }))),
});

/** The answer does not say how many it left alone; that follows from how many were asked for. */
export function bulkResult(asked: number): z.ZodMiniType<BulkResult> {
  return z.pipe(
    bulkAnswer.check(z.refine(({ succeeded, succeed }) => succeeded != null || succeed != null)),
    z.transform((answer): BulkResult => {
      const succeeded = answer.succeeded ?? answer.succeed ?? 0;
      const failures = answer.failures ?? [];
      return { succeeded, skipped: Math.max(0, asked - succeeded - failures.length), failures };
    }),
  );
}
