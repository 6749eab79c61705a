import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { call } from '../../support/call';
import type { PlatformAccess } from './installedVscode';

/** A scheduled query that runs at night, so not during a test, unless its fields say otherwise; returns its GUID. */
export async function createScheduledQuery(
  { baseUrl, key }: PlatformAccess,
  fields: Readonly<Record<string, string>> & { readonly name: string },
): Promise<string> {
  const form = { query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *', ...fields };
  const { status, body } = await call(baseUrl, 'POST /api/core/scheduled-queries', { key, form });
  assert.equal(status, 200);
  return z.object({ guid: z.string() }).parse(body).guid;
}
