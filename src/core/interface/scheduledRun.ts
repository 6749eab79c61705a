import * as z from 'zod/mini';
import { integer64 } from '../base/integers';
import { orUndefined, optional } from './optional';

const record = z.looseObject({
  due: z.string(),
  started: z.string(),
  finished: optional(z.string()),
  elapsed: integer64,
  rows: integer64,
  result_state: z.string(),
  failure: optional(z.string()),
});

/** A run of a scheduled query, or due times that were skipped. */
export const scheduledRun = z.pipe(
  record,
  z.transform(({ due, started, finished, elapsed, rows, result_state, failure }) => ({
    due,
    started,
    /** Undefined while it is running. */
    finished: orUndefined(finished),
    /** Milliseconds. */
    elapsed,
    rows,
    /** In the vocabulary of the platform. */
    resultState: result_state,
    failure: orUndefined(failure),
  })),
);
export type ScheduledRun = Readonly<z.infer<typeof scheduledRun>>;
