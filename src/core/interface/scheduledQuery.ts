import * as z from 'zod/mini';
import { integer64 } from '../base/integers';
import { optional, orUndefined } from './optional';
import type { RawRecord } from './optional';

/** The writable fields as the extension stores them: fields without a value are missing. */
export const storedFields = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  enabled: z.boolean(),
  query: z.string(),
  triggerType: z.string(),
  cronSchedule: z.optional(z.string()),
  precedingGuid: z.optional(z.string()),
  /** Not writable, but displayed. */
  precedingName: z.optional(z.string()),
  precedingAction: z.optional(z.string()),
  nodeTypes: z.readonly(z.array(z.string())),
  outputParameter: z.boolean(),
});

/** Only displayed, so numbers are accepted too. */
const observed = optional(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
);

/** A list, or comma-separated as in a request. */
const nodeTypes = optional(
  z.pipe(
    z.union([z.array(z.string()), z.string()]),
    z.transform((value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((item) => item.trim())
            .filter((item) => item !== '')
        : value,
    ),
  ),
);

const record = z.looseObject({
  guid: z.string(),
  name: z.string(),
  description: optional(z.string()),
  enabled: optional(z.boolean()),
  node_types: nodeTypes,
  query: z.string(),
  output_parameter: optional(z.boolean()),
  trigger_type: z.string(),
  cron_schedule: optional(z.string()),
  preceding_guid: optional(z.string()),
  preceding_name: observed,
  preceding_action: optional(z.string()),
  running_state: observed,
  result_state: observed,
  elapsed_time: optional(integer64),
  last_run_time: observed,
  last_failure_time: observed,
  last_failure_reason: observed,
  created: observed,
  updated: observed,
});

export const scheduledQuery = z.pipe(record, z.transform(queryOf));
export type ScheduledQuery = Readonly<z.infer<typeof scheduledQuery>>;

/** A create returns `{}` or `{guid}`. */
export const createdGuid: z.ZodMiniType<string | undefined> = z.pipe(
  z.looseObject({ guid: optional(z.string()) }),
  z.transform(({ guid }) => guid ?? undefined),
);

/** One literal, because an object that is assembled from parts is several times slower to create and to read. */
function queryOf(fields: z.infer<typeof record>) {
  return {
    name: fields.name,
    description: orUndefined(fields.description),
    enabled: fields.enabled ?? false,
    query: fields.query,
    /** `cron` or `workflow`; a string, because newer platforms may add values. */
    triggerType: fields.trigger_type,
    cronSchedule: orUndefined(fields.cron_schedule),
    precedingGuid: orUndefined(fields.preceding_guid),
    precedingAction: orUndefined(fields.preceding_action),
    nodeTypes: (fields.node_types ?? []) as readonly string[],
    outputParameter: fields.output_parameter ?? false,
    guid: fields.guid,
    precedingName: orUndefined(fields.preceding_name),
    /** Undefined before the first run; in the vocabulary of the platform. */
    runningState: orUndefined(fields.running_state),
    resultState: orUndefined(fields.result_state),
    elapsedTime: orUndefined(fields.elapsed_time),
    lastRunTime: orUndefined(fields.last_run_time),
    lastFailureTime: orUndefined(fields.last_failure_time),
    lastFailureReason: orUndefined(fields.last_failure_reason),
    created: orUndefined(fields.created),
    updated: orUndefined(fields.updated),
    raw: fields as RawRecord,
  };
}
