import * as z from 'zod/mini';
import type { Connected } from './connected';

/** Another client acts: each name becomes a table, and an entry of the audit log. */
export async function createTables(connected: Connected, names: readonly string[]): Promise<void> {
  for (const table of names) {
    const { status } = await connected.call('POST /api/core/tables', { form: { table } });
    if (status !== 200) throw new Error(`The table ${table} was not created: ${status}`);
  }
}

/** How many entries match, as the platform itself counts them. */
export async function countEntries(connected: Connected, query = ''): Promise<number> {
  const { body } = await connected.call(`GET /api/core/audit-logs?limit=1${query}`);
  return z.looseObject({ total: z.number() }).parse(body).total;
}
