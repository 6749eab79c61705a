import * as z from 'zod/mini';
import type { StoredQuery } from './storedQuery';

const optionalText = z.optional(z.string());

const storedQuery = z.object({
  version: z.literal(2),
  service: z.object({ address: z.string(), product: z.string() }),
  connection: z.string(),
  base: z.object({
    name: z.string(),
    description: optionalText,
    enabled: z.boolean(),
    query: z.string(),
    triggerType: z.string(),
    cronSchedule: optionalText,
    precedingGuid: optionalText,
    precedingAction: optionalText,
    nodeTypes: z.array(z.string()),
    outputParameter: z.boolean(),
  }),
  draft: optionalText,
  schedule: optionalText,
  changedAt: z.number(),
});

/** Undefined if the text is not valid for this version. */
export function parseStoredQuery(text: string): StoredQuery | undefined {
  try {
    const { base, draft, schedule, changedAt, service, connection } = storedQuery.parse(JSON.parse(text));
    const { description, cronSchedule, precedingGuid, precedingAction } = base;
    const fields = { ...base, description, cronSchedule, precedingGuid, precedingAction };
    return { service, connection, base: fields, draft, schedule, changedAt };
  } catch {
    return undefined;
  }
}
