import * as z from 'zod/mini';
import { integer64 } from '../base/integers';
import { optional } from './optional';
import { record } from './record';

/** A run of a scheduled query, or due times that were skipped. */
export const scheduledRun = record({
  due: z.string(),
  started: z.string(),
  /** Undefined while it is running. */
  finished: optional(z.string()),
  /** Milliseconds. */
  elapsed: integer64,
  rows: integer64,
  /** In the vocabulary of the platform. */
  resultState: z.string(),
  failure: optional(z.string()),
});
export type ScheduledRun = Readonly<z.infer<typeof scheduledRun>>;
