import * as z from 'zod/mini';
import type { AssistantTool } from './tool';

/** Large integers are texts in JSON. */
const count = z.union([z.number(), z.string()]);
const records = z.array(z.looseObject({}));
const texts = z.array(z.string());
const onPlatform = { platform: z.string(), environment: z.string() };
const check = {
  valid: z.boolean(),
  problems: records,
  more_problems: z.optional(z.number()),
  repaired_query: z.optional(z.string()),
  writes_or_sends: texts,
};

/** What a tool returns. Further fields are possible. */
const outputs: Readonly<Record<AssistantTool['name'], z.ZodMiniType>> = {
  logbench_platforms: z.looseObject({
    platforms: z.array(z.looseObject({ name: z.string(), environment: z.string(), assistant: z.string() })),
    guidance_of_the_team: z.optional(z.string()),
  }),
  logbench_tables: z.looseObject({
    ...onPlatform,
    total: count,
    tables: z.array(z.looseObject({ table: z.string() })),
    next_offset: z.optional(z.number()),
  }),
  logbench_table: z.looseObject({
    ...onPlatform,
    table: z.string(),
    sampled_rows: z.number(),
    fields: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  }),
  logbench_language: z.looseObject({ rules: z.unknown(), entries: z.record(z.string(), z.string()) }),
  logbench_check_query: z.looseObject({ ...check, logbench_run_query_refuses_it: z.optional(z.string()) }),
  logbench_run_query: z.looseObject({
    ...onPlatform,
    total_rows: count,
    columns: z.array(z.unknown()),
    rows: z.optional(z.array(z.array(z.unknown()))),
    summarized_rows: z.optional(z.number()),
    cut: z.optional(texts),
  }),
  logbench_scheduled_queries: z.looseObject({
    ...onPlatform,
    total: count,
    scheduled_queries: z.array(z.looseObject({ guid: z.string(), name: z.string() })),
  }),
  logbench_scheduled_query: z.looseObject({
    ...onPlatform,
    guid: z.string(),
    name: z.string(),
    query: z.string(),
    chain: z.looseObject({ before: records, after: records }),
    check: z.looseObject(check),
    missing_tables: texts,
  }),
  logbench_rules: z.looseObject({
    ...onPlatform,
    kind: z.string(),
    total: z.optional(count),
    rules: z.optional(z.array(z.looseObject({ guid: z.string(), name: z.string() }))),
    rule: z.optional(z.looseObject({})),
  }),
  logbench_audit_logs: z.looseObject({ ...onPlatform, total: count, entries: records }),
  logbench_query_status: z.looseObject({
    ...onPlatform,
    id: z.number(),
    query: z.string(),
    rows: count,
    finished: z.boolean(),
    cancelled: z.boolean(),
    commands: records,
  }),
  logbench_propose_change: z.looseObject({
    ...onPlatform,
    draft: z.string(),
    published: z.literal(false),
    problems: records,
    missing_tables: texts,
  }),
  logbench_convert_sigma: z.looseObject({ mapping: z.string(), rules: records }),
};

/** The JSON schema of what a tool returns. */
export function outputSchemaOf({ name }: AssistantTool): Record<string, unknown> {
  const { $schema: _version, ...schema } = z.toJSONSchema(outputs[name] ?? z.looseObject({}));
  return schema;
}
