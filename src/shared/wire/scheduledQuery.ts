import * as z from 'zod/mini';
import { integer64 } from './integers';
import type { Integer64 } from './integers';
import { optional } from './optional';
import type { RawRecord } from './optional';

/** What a client may set. An update replaces all of it: what is left out falls back to its default. */
export interface ScheduledQueryFields {
  readonly name: string;
  readonly description: string | undefined;
  readonly enabled: boolean;
  readonly query: string;
  /** `cron` or `workflow`; open, because a newer service may know more. */
  readonly triggerType: string;
  readonly cronSchedule: string | undefined;
  readonly precedingGuid: string | undefined;
  readonly precedingAction: string | undefined;
  readonly nodeTypes: readonly string[];
  readonly outputParameter: boolean;
}

export interface ScheduledQuery extends ScheduledQueryFields {
  readonly guid: string;
  readonly precedingName: string | undefined;
  /** Undefined before the first run; the words are the service's own. */
  readonly runningState: string | undefined;
  readonly resultState: string | undefined;
  readonly elapsedTime: Integer64 | undefined;
  readonly lastRunTime: string | undefined;
  readonly lastFailureTime: string | undefined;
  readonly lastFailureReason: string | undefined;
  readonly created: string | undefined;
  readonly updated: string | undefined;
  readonly raw: RawRecord;
}

/** Only shown, so that a number does as well. */
const observed = optional(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
);

/** A list, or what a request would have: its items with commas between them. */
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

export const scheduledQuery: z.ZodMiniType<ScheduledQuery> = z.pipe(
  record,
  z.transform((fields): ScheduledQuery => ({ ...writableFields(fields), ...observedFields(fields) })),
);

/** A create answers `{}` or `{guid}`. */
export const createdGuid: z.ZodMiniType<string | undefined> = z.pipe(
  z.looseObject({ guid: optional(z.string()) }),
  z.transform(({ guid }) => guid ?? undefined),
);

type Record = z.infer<typeof record>;

function writableFields(fields: Record): ScheduledQueryFields {
  return {
    name: fields.name,
    description: fields.description ?? undefined,
    enabled: fields.enabled ?? false,
    query: fields.query,
    triggerType: fields.trigger_type,
    cronSchedule: fields.cron_schedule ?? undefined,
    precedingGuid: fields.preceding_guid ?? undefined,
    precedingAction: fields.preceding_action ?? undefined,
    nodeTypes: fields.node_types ?? [],
    outputParameter: fields.output_parameter ?? false,
  };
}

function observedFields(fields: Record): Omit<ScheduledQuery, keyof ScheduledQueryFields> {
  return {
    guid: fields.guid,
    precedingName: fields.preceding_name ?? undefined,
    runningState: fields.running_state ?? undefined,
    resultState: fields.result_state ?? undefined,
    elapsedTime: fields.elapsed_time ?? undefined,
    lastRunTime: fields.last_run_time ?? undefined,
    lastFailureTime: fields.last_failure_time ?? undefined,
    lastFailureReason: fields.last_failure_reason ?? undefined,
    created: fields.created ?? undefined,
    updated: fields.updated ?? undefined,
    raw: fields,
  };
}
