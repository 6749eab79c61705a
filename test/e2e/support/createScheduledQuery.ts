import assert from 'node:assert/strict';
import { call } from '../../support/call';
import type { ConnectedService } from './installedVscode';

/** A scheduled query that runs at night, so not during a test, unless its fields say otherwise. */
export async function createScheduledQuery(
  { baseUrl, key }: ConnectedService,
  fields: Readonly<Record<string, string>> & { readonly name: string },
): Promise<void> {
  const form = { query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *', ...fields };
  const { status } = await call(baseUrl, 'POST /api/core/scheduled-queries', { key, form });
  assert.equal(status, 200);
}
