import * as z from 'zod/mini';
import { fieldsOf, storedFields } from '../../shared/wire/scheduledQuery';
import type { StoredQuery } from './storedQuery';

const storedQuery = z.object({
  version: z.literal(2),
  service: z.object({ address: z.string(), product: z.string() }),
  connection: z.string(),
  base: storedFields,
  draft: z.optional(z.string()),
  schedule: z.optional(z.string()),
  changedAt: z.number(),
});

/** Undefined if the text is not valid for this version. */
export function parseStoredQuery(text: string): StoredQuery | undefined {
  try {
    const { base, draft, schedule, changedAt, service, connection } = storedQuery.parse(JSON.parse(text));
    return { service, connection, base: fieldsOf(base), draft, schedule, changedAt };
  } catch {
    return undefined;
  }
}
