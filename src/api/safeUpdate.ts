import { differingFields } from '../shared/wire/scheduledQueryFields';
import type { ScheduledQuery } from '../shared/wire/scheduledQuery';
import type { ScheduledQueryFields } from '../shared/wire/scheduledQueryFields';
import type { PlatformClient } from './client';
import { findScheduledQuery } from './findScheduledQuery';
import type { ScheduledQueryReader } from './findScheduledQuery';
import type { Operation } from './operation';
import { updateScheduledQuery } from './operations/scheduledQueries';

export type ScheduledQueryWriter = ScheduledQueryReader & Pick<PlatformClient, 'send'>;

export type UpdateOutcome = { readonly kind: 'updated' } | NoUpdate;

export type UpdatePlan = { readonly kind: 'ready'; readonly operation: Operation<undefined> } | NoUpdate;

type NoUpdate =
  /** Another user has changed it; nothing was written. */
  | { readonly kind: 'conflict'; readonly current: ScheduledQuery }
  /** Another user has deleted it. */
  | { readonly kind: 'deleted' };

type Base = ScheduledQueryFields & { readonly guid: string };

/** Checks that a record has not changed since `base` was read, and returns the request to send. */
export async function planUpdate(
  client: ScheduledQueryReader,
  base: Base,
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
): Promise<UpdatePlan> {
  const current = await findScheduledQuery(client, base.guid, signal);
  if (current === undefined) return { kind: 'deleted' };
  if (differingFields(base, current).length > 0) return { kind: 'conflict', current };
  return { kind: 'ready', operation: updateScheduledQuery(base.guid, fields) };
}

/**
 * Writes a whole record if it has not changed since `base` was read. Records have no version, so the current
 * record is read and compared. To overwrite after a conflict, call again with the `current` that the user has
 * seen as the new base, so that the change of a third user is not lost either.
 */
export async function safeUpdate(
  client: ScheduledQueryWriter,
  base: Base,
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
): Promise<UpdateOutcome> {
  const plan = await planUpdate(client, base, fields, signal);
  if (plan.kind !== 'ready') return plan;
  await client.send(plan.operation, signal);
  return { kind: 'updated' };
}
