import type { PlatformClient } from '../../api/client';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import type { Operation } from '../../api/operation';
import { createScheduledQuery, updateScheduledQuery } from '../../api/operations/scheduledQueries';
import { fieldsOf } from '../../shared/wire/scheduledQuery';
import type { ScheduledQuery, ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { formatWireTime, parseWireTime } from '../../shared/wire/time';
import { ApiError } from '../../api/errors';
import { searchAuditLogs } from '../../api/operations/auditLogs';

export interface DraftToPublish {
  readonly guid: string;
  readonly base: ScheduledQueryFields;
  /** Undefined keeps the text of the platform. */
  readonly draft: string | undefined;
  /** Undefined keeps the schedule of the platform. */
  readonly schedule: string | undefined;
}

export type PublishPlan =
  /** The draft can be published on this record. */
  | { readonly kind: 'send'; readonly current: ScheduledQuery }
  /** Another user has changed the same fields. */
  | { readonly kind: 'conflict'; readonly current: ScheduledQuery }
  /** The platform already has the content of the draft. */
  | { readonly kind: 'same'; readonly current: ScheduledQuery }
  | { readonly kind: 'deleted' };

/**
 * Reads the record again and determines the effect of publishing. Compares the texts, because records have no
 * version. To overwrite after a conflict, plan again with the record that the user has seen as the base, so
 * that a third change is detected too.
 */
export async function planPublish(
  client: PlatformClient,
  draft: DraftToPublish,
  signal?: AbortSignal,
): Promise<PublishPlan> {
  const current = await findScheduledQuery(client, draft.guid, signal);
  if (current === undefined) return { kind: 'deleted' };
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

/** The request that publishes: the current record with the changes of the draft. */
export function publishOperation(current: ScheduledQuery, draft: DraftContent): Operation<undefined> {
  return updateScheduledQuery(current.guid, withContent(current, draft));
}

export type DraftContent = Pick<DraftToPublish, 'draft' | 'schedule'>;

/** A record with the changes of a draft. */
export function withContent(record: ScheduledQueryFields, draft: DraftContent): ScheduledQueryFields {
  return {
    ...fieldsOf(record),
    query: draft.draft ?? record.query,
    // A query with a new schedule is triggered by cron, even if it was part of a chain.
    triggerType: draft.schedule === undefined ? record.triggerType : 'cron',
    cronSchedule: draft.schedule ?? record.cronSchedule,
  };
}

/** The request that re-creates a deleted query from the base of the draft. */
export function createAgainOperation(draft: DraftToPublish): Operation<string | undefined> {
  return createScheduledQuery(withContent(draft.base, draft));
}

export interface Change {
  readonly user: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** The number of audit log entries to read, which include reads and rejected writes. */
const recentEntries = 20;
const minute = 60_000;
/** For a record without the time of its last change; a search over all time is expensive. */
const searchedTime = 30 * 24 * 60 * minute;

/**
 * Who changed a scheduled query last, from the audit log. Undefined if the role does not allow reading it or
 * it has no such entry.
 */
export async function lastChangeOf(
  client: PlatformClient,
  { guid, updated, created }: Pick<ScheduledQuery, 'guid' | 'updated' | 'created'>,
  signal?: AbortSignal,
): Promise<Change | undefined> {
  if (!(await client.mayHave('MASTER'))) return undefined;
  const changed = parseWireTime(updated ?? created ?? '')?.getTime();
  const from = formatWireTime(new Date(changed === undefined ? Date.now() - searchedTime : changed - minute));
  try {
    const { items } = await client.send(
      searchAuditLogs({ keywords: [guid], from, limit: recentEntries }),
      signal,
    );
    const change = items.find((entry) => entry.error === undefined && /update|create/i.test(entry.method));
    return change === undefined ? undefined : { user: change.user, time: change.time };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
