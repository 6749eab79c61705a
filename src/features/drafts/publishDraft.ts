import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import type { Operation } from '../../api/operation';
import { createScheduledQuery, updateScheduledQuery } from '../../api/operations/scheduledQueries';
import type { ScheduledQuery, ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';

export interface DraftToPublish {
  readonly guid: string;
  readonly base: ScheduledQueryFields;
  /** Undefined: the text stays as it is on the platform. */
  readonly draft: string | undefined;
  /** Undefined: the schedule stays as it is on the platform. */
  readonly schedule: string | undefined;
}

export type PublishPlan =
  /** The draft can be sent on top of this record. */
  | { readonly kind: 'send'; readonly current: ScheduledQuery }
  /** Somebody else has since changed what the draft changes. */
  | { readonly kind: 'conflict'; readonly current: ScheduledQuery }
  /** The platform already has what the draft says. */
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
  if (isTextThere(current, draft) && isScheduleThere(current, draft)) return { kind: 'same', current };
  return { kind: isChangedSince(current, draft) ? 'conflict' : 'send', current };
}

function isTextThere(current: ScheduledQuery, { draft }: DraftToPublish): boolean {
  return draft === undefined || current.query === draft;
}

function isScheduleThere(current: ScheduledQuery, { schedule }: DraftToPublish): boolean {
  return schedule === undefined || current.cronSchedule === schedule;
}

function isChangedSince(current: ScheduledQuery, draft: DraftToPublish): boolean {
  const { base } = draft;
  const isOtherText = !isTextThere(current, draft) && current.query !== base.query;
  const isOtherTrigger =
    current.triggerType !== base.triggerType || current.cronSchedule !== base.cronSchedule;
  return isOtherText || (!isScheduleThere(current, draft) && isOtherTrigger);
}

/** The request that publishes: the record as it is on the platform now, with what the draft changes. */
export function publishOperation(current: ScheduledQuery, draft: DraftContent): Operation<undefined> {
  return updateScheduledQuery(current.guid, withContent(current, draft));
}

export type DraftContent = Pick<DraftToPublish, 'draft' | 'schedule'>;

/** A record as a draft would have it. */
export function withContent(record: ScheduledQueryFields, draft: DraftContent): ScheduledQueryFields {
  return {
    ...fieldsOf(record),
    query: draft.draft ?? record.query,
    // With another schedule it runs by the clock, whatever set it off before.
    triggerType: draft.schedule === undefined ? record.triggerType : 'cron',
    cronSchedule: draft.schedule ?? record.cronSchedule,
  };
}

/** The request that creates a deleted query again, as it was when the draft began. */
export function createAgainOperation(draft: DraftToPublish): Operation<string | undefined> {
  return createScheduledQuery(withContent(draft.base, draft));
}
