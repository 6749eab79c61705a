import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import type { Operation } from '../../api/operation';
import { createScheduledQuery, updateScheduledQuery } from '../../api/operations/scheduledQueries';
import type { ScheduledQuery, ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';

export interface DraftToPublish {
  readonly guid: string;
  readonly base: ScheduledQueryFields;
  readonly text: string;
}

export type PublishPlan =
  /** The draft can be sent on top of this record. */
  | { readonly kind: 'send'; readonly current: ScheduledQuery }
  /** Somebody else has changed the text since the draft began. */
  | { readonly kind: 'conflict'; readonly current: ScheduledQuery }
  /** The platform already has this text. */
  | { readonly kind: 'same'; readonly current: ScheduledQuery }
  | { readonly kind: 'gone' };

/**
 * Reads the record again and says what publishing would mean now. The texts themselves are compared, since a
 * record carries no version and a change may well have the same length. To overwrite a conflict, plan again
 * with the record that the person has seen as the base: a third change is then found too.
 */
export async function planPublish(
  client: PlatformClient,
  draft: DraftToPublish,
  signal?: AbortSignal,
): Promise<PublishPlan> {
  const current = await findScheduledQuery(client, draft.guid, signal);
  if (current === undefined) return { kind: 'gone' };
  if (current.query === draft.text) return { kind: 'same', current };
  if (current.query !== draft.base.query) return { kind: 'conflict', current };
  return { kind: 'send', current };
}

/** The request that publishes: the record as it is on the platform now, with the draft's text. */
export function publishOperation(current: ScheduledQuery, text: string): Operation<undefined> {
  return updateScheduledQuery(current.guid, { ...fieldsOf(current), query: text });
}

/** The request that creates a deleted query again, as it was when the draft began. */
export function createAgainOperation({ base, text }: DraftToPublish): Operation<string | undefined> {
  return createScheduledQuery({ ...fieldsOf(base), query: text });
}
