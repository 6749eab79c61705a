import * as z from 'zod/mini';
import { integer32 } from '../../../core/base/integers';
import { storedFields } from '../../../core/interface/scheduledQuery';
import { fieldsOf } from '../../../core/interface/scheduledQueryFields';
import type { StoredQuery } from './storedQuery';

const ruleBase = z.object({
  rule: z.enum(['batch', 'stream']),
  name: z.string(),
  query: z.string(),
  version: z.optional(integer32),
});

const storedQuery = z.object({
  version: z.literal(2),
  service: z.object({ address: z.string(), product: z.string() }),
  connection: z.string(),
  base: z.union([ruleBase, storedFields]),
  draft: z.optional(z.string()),
  schedule: z.optional(z.string()),
  changedAt: z.number(),
});

/** Undefined if the text is not valid for this version. */
export function parseStoredQuery(text: string): StoredQuery | undefined {
  try {
    const { base, draft, schedule, changedAt, service, connection } = storedQuery.parse(JSON.parse(text));
    const kept = 'rule' in base ? { ...base, version: base.version } : fieldsOf(base);
    return { service, connection, base: kept, draft, schedule, changedAt };
  } catch {
    return undefined;
  }
}
