import type { ScheduledQuery } from '../interface/scheduledQuery';
import { differingFields } from '../interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';
import { isSameGuid } from '../interface/guid';
import { ApiError } from './errors';
import type { GuardedWrite } from './guardedWrite';
import { findByName, findScheduledQuery } from './findScheduledQuery';
import type { ScheduledQueryReader } from './findScheduledQuery';
import {
  createScheduledQuery,
  listScheduledQueries,
  updateScheduledQuery,
} from './operations/scheduledQueries';

/**
 * Creates a scheduled query. If the response is lost or not awaited, the platform is read: the query was created if one with
 * its name and definition exists. Otherwise rejects with the failure of the request. Returns the GUID, unless
 * the platform does not.
 *
 * @param mayExist whether an earlier attempt may have created the query, so that the platform is read first.
 */
export async function createOnce(
  client: ScheduledQueryReader,
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
  { mayExist = false }: { readonly mayExist?: boolean | undefined } = {},
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

type Base = ScheduledQueryFields & { readonly guid: string };

/** An update of a record as it was when `base` was read. Records have no version, so the fields are compared. */
export function guardedUpdate(base: Base, fields: ScheduledQueryFields): GuardedWrite<ScheduledQuery> {
  return {
    read: async (client, signal) => findScheduledQuery(client, base.guid, signal),
    isUnchanged: (now) => differingFields(base, now).length === 0,
    send: async (client, signal) => client.send(updateScheduledQuery(base.guid, fields), signal),
  };
}

/** The queries that run after this one, even if it was deleted. */
export async function dependentsOf(
  client: ScheduledQueryReader,
  guid: string,
  signal?: AbortSignal,
): Promise<readonly ScheduledQuery[]> {
  const { items } = await client.send(listScheduledQueries({}), signal);
  return items.filter(({ precedingGuid }) => isSameGuid(precedingGuid, guid));
}

/**
 * Links a query that ran after a deleted one to the query that replaces it. Undefined if it no longer runs after the
 * deleted one, because another user may have changed it.
 */
export async function linkDependent(
  client: ScheduledQueryReader,
  { guid, precedingGuid: before }: ScheduledQuery,
  after: string,
): Promise<ScheduledQuery | undefined> {
  const current = await findScheduledQuery(client, guid);
  if (current === undefined || !isSameGuid(current.precedingGuid, before)) return undefined;
  const linked = { ...current, precedingGuid: after };
  await client.send(updateScheduledQuery(guid, linked));
  return (await findScheduledQuery(client, guid).catch(() => undefined)) ?? linked;
}
