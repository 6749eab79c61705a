import type { ScheduledQuery } from '../shared/wire/scheduledQuery';
import type { ScheduledQueryFields } from '../shared/wire/scheduledQueryFields';
import { ApiError } from './errors';
import { findByName } from './findScheduledQuery';
import type { ScheduledQueryReader } from './findScheduledQuery';
import { createScheduledQuery } from './operations/scheduledQueries';
import { differingFields } from '../shared/wire/scheduledQueryFields';
import type { ScheduledQueryWriter } from './safeUpdate';

interface CreateOptions {
  /** Whether an earlier attempt may have created the query, so that the platform is read first. */
  readonly mayExist?: boolean | undefined;
}

/**
 * Creates a scheduled query. If the response is lost or not awaited, the platform is read: the query was created if one with
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
  signal?.throwIfAborted();
  try {
    return await client.send(createScheduledQuery(fields), signal);
  } catch (error) {
    const created = await findAfter(error, client, fields, signal);
    if (created === undefined) throw error;
    return created.guid;
  }
}

/** After a cancellation too, because the request may have been sent, but not for long. */
async function findAfter(
  error: unknown,
  client: ScheduledQueryReader,
  fields: ScheduledQueryFields,
  signal: AbortSignal | undefined,
): Promise<ScheduledQuery | undefined> {
  const isCanceled = signal?.aborted === true;
  if (!isCanceled && !(error instanceof ApiError && error.uncertain)) return undefined;
  const reading = isCanceled ? AbortSignal.timeout(readAfterCancel) : signal;
  return findSame(client, fields, reading).catch(() => undefined);
}

/** Milliseconds. */
const readAfterCancel = 5000;

/** Names are unique, so a query with the same name and another definition belongs to another user. */
async function findSame(
  client: ScheduledQueryReader,
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  const found = await findByName(client, fields.name, signal);
  return found !== undefined && differingFields(found, fields).length === 0 ? found : undefined;
}
