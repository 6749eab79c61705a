import type { ScheduledQuery, ScheduledQueryFields } from '../shared/wire/scheduledQuery';
import { ApiError } from './errors';
import { findByName } from './findScheduledQuery';
import type { ScheduledQueryReader } from './findScheduledQuery';
import { createScheduledQuery } from './operations/scheduledQueries';
import { differingFields } from './safeUpdate';
import type { ScheduledQueryWriter } from './safeUpdate';

interface CreateOptions {
  /** Whether an earlier attempt may have created the query, so that the platform is read first. */
  readonly mayExist?: boolean | undefined;
}

/**
 * Creates a scheduled query. If the response is lost, the platform is read: the query was created if one with
 * its name and definition exists. Otherwise rejects with the failure of the request. Returns the GUID, unless
 * the platform does not.
 */
export async function createOnce(
  client: ScheduledQueryWriter,
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
  { mayExist = false }: CreateOptions = {},
): Promise<string | undefined> {
  const existing = mayExist ? await findSame(client, fields, signal) : undefined;
  if (existing !== undefined) return existing.guid;
  try {
    return await client.send(createScheduledQuery(fields), signal);
  } catch (error) {
    if (!(error instanceof ApiError && error.uncertain)) throw error;
    const created = await findSame(client, fields, signal).catch(() => undefined);
    if (created === undefined) throw error;
    return created.guid;
  }
}

/** Names are unique, so a query with the same name and another definition belongs to another user. */
async function findSame(
  client: ScheduledQueryReader,
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  const found = await findByName(client, fields.name, signal);
  return found !== undefined && differingFields(found, fields).length === 0 ? found : undefined;
}
