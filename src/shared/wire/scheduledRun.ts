import * as z from 'zod/mini';
import { integer64 } from './integers';
import type { Integer64 } from './integers';
import { orUndefined, optional } from './optional';

/** A run of a scheduled query, or due times that were skipped. */
export interface ScheduledRun {
  readonly due: string;
  readonly started: string;
  /** Undefined while it is running. */
  readonly finished: string | undefined;
  /** Milliseconds. */
  readonly elapsed: Integer64;
  readonly rows: Integer64;
  /** In the vocabulary of the platform. */
  readonly resultState: string;
  readonly failure: string | undefined;
}

const record = z.looseObject({
  due: z.string(),
  started: z.string(),
  finished: optional(z.string()),
  elapsed: integer64,
  rows: integer64,
  result_state: z.string(),
  failure: optional(z.string()),
});

export const scheduledRun: z.ZodMiniType<ScheduledRun> = z.pipe(
  record,
  z.transform(({ due, started, finished, elapsed, rows, result_state, failure }) => ({
    due,
    started,
    finished: orUndefined(finished),
    elapsed,
    rows,
    resultState: result_state,
    failure: orUndefined(failure),
  })),
);
