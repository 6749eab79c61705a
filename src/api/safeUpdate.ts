import type { ScheduledQuery, ScheduledQueryFields } from '../shared/wire/scheduledQuery';
import type { PlatformClient } from './client';
import { findScheduledQuery } from './findScheduledQuery';
import type { ScheduledQueryReader } from './findScheduledQuery';
import type { Operation } from './operation';
import { updateScheduledQuery } from './operations/scheduledQueries';

export type ScheduledQueryWriter = ScheduledQueryReader & Pick<PlatformClient, 'send'>;

export type UpdateOutcome = { readonly kind: 'updated' } | NoUpdate;

export type UpdatePlan = { readonly kind: 'ready'; readonly operation: Operation<undefined> } | NoUpdate;

type NoUpdate =
  /** Somebody else changed it meanwhile; nothing was written. */
  | { readonly kind: 'conflict'; readonly current: ScheduledQuery }
  /** Somebody else deleted it meanwhile. */
  | { readonly kind: 'gone' };

type Base = ScheduledQueryFields & { readonly guid: string };

/** The one request that writes a whole record: what is shown beforehand is what is sent. */
export function updateOperation(base: Base, fields: ScheduledQueryFields): Operation<undefined> {
  return updateScheduledQuery(base.guid, fields);
}

/** Looks whether a record still is what the person started from, and answers with the request that may then go out. */
export async function planUpdate(
  client: ScheduledQueryReader,
  base: Base,
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
): Promise<UpdatePlan> {
  const current = await findScheduledQuery(client, base.guid, signal);
  if (current === undefined) return { kind: 'gone' };
  if (differingFields(base, current).length > 0) return { kind: 'conflict', current };
  return { kind: 'ready', operation: updateOperation(base, fields) };
}

/**
 * Writes a whole record, provided that it still is what the person started from. Records carry no version:
 * only reading again and comparing tells. To overwrite after a conflict, call again with the `current` that
 * the person has seen as the new base, so that a third person's change is not lost either.
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

/** The writable fields in which two records differ, in the order of the interface. */
export function differingFields(
  one: ScheduledQueryFields,
  other: ScheduledQueryFields,
): readonly (keyof ScheduledQueryFields)[] {
  return writableFields.filter((field) => comparable(one[field]) !== comparable(other[field]));
}

export const writableFields = [
  'name',
  'description',
  'enabled',
  'query',
  'triggerType',
  'cronSchedule',
  'precedingGuid',
  'precedingAction',
  'nodeTypes',
  'outputParameter',
] as const satisfies readonly (keyof ScheduledQueryFields)[];

/** Empty and absent are the same to the service, and so is the order of node types. */
function comparable(value: ScheduledQueryFields[keyof ScheduledQueryFields]): string {
  return typeof value === 'object' ? [...value].sort().join(',') : String(value ?? '');
}
