import type { ScheduledQuery, ScheduledQueryFields } from '../shared/wire/scheduledQuery';
import { fieldsOf } from '../shared/wire/scheduledQueryFields';
import type { PlatformClient } from './client';
import { findScheduledQuery, type ScheduledQueryReader } from './findScheduledQuery';

export type ScheduledQueryWriter = ScheduledQueryReader & Pick<PlatformClient, 'updateScheduledQuery'>;

export type UpdateOutcome =
  | { readonly kind: 'updated' }
  /** Somebody else changed it meanwhile; nothing was written. */
  | { readonly kind: 'conflict'; readonly current: ScheduledQuery }
  /** Somebody else deleted it meanwhile. */
  | { readonly kind: 'gone' };

/**
 * Writes a whole record, provided that it still is what the person started from. Records carry no version:
 * only reading again and comparing tells. To overwrite after a conflict, call again with the `current` that
 * the person has seen as the new base, so that a third person's change is not lost either.
 */
export async function safeUpdate(
  client: ScheduledQueryWriter,
  base: ScheduledQueryFields & { readonly guid: string },
  fields: ScheduledQueryFields,
  signal?: AbortSignal,
): Promise<UpdateOutcome> {
  const current = await findScheduledQuery(client, base.guid, signal);
  if (current === undefined) return { kind: 'gone' };
  if (differingFields(base, current).length > 0) return { kind: 'conflict', current };
  await client.updateScheduledQuery(base.guid, fieldsOf(fields), signal);
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
