import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';
import type { Service } from '../../ui/connections/connection';

/** Where a query is: the service, and what the connection to it was called when it was last kept. */
export interface QueryOrigin {
  readonly service: Service;
  readonly connection: string;
}

/** What is kept of an opened query: the record as it was then, and the draft, if there is one. */
export interface StoredQuery extends QueryOrigin {
  /** The record that the draft started from, or that was last read. */
  readonly base: ScheduledQueryFields;
  /** Undefined: the text is the base's. */
  readonly draft: string | undefined;
  /** A cron expression that the draft has instead of the base's. Undefined: the schedule stays. */
  readonly schedule: string | undefined;
  /** When the text that an editor shows last changed, in epoch milliseconds. Never goes back. */
  readonly changedAt: number;
}

export function printStoredQuery(query: StoredQuery): string {
  return JSON.stringify({ version: 2, ...query });
}

/** Whether anything in it is not what the platform has. */
export function isDraft(query: Pick<StoredQuery, 'draft' | 'schedule'> | undefined): boolean {
  return query?.draft !== undefined || query?.schedule !== undefined;
}

export function textOf(query: Pick<StoredQuery, 'draft' | 'base'>): string {
  return query.draft ?? query.base.query;
}

/** A draft that says what the platform has is none. */
export function withDraft(query: StoredQuery, text: string): StoredQuery {
  const draft = text === query.base.query ? undefined : text;
  return { ...query, draft, changedAt: later(query) };
}

/** The same for a schedule. */
export function withSchedule(query: StoredQuery, cronSchedule: string): StoredQuery {
  const schedule = cronSchedule === query.base.cronSchedule ? undefined : cronSchedule;
  return { ...query, schedule, changedAt: later(query) };
}

export function withoutDraft(query: StoredQuery): StoredQuery {
  return isDraft(query)
    ? { ...query, draft: undefined, schedule: undefined, changedAt: later(query) }
    : query;
}

/** Uses the newest record of the platform as the base, unless a draft is based on the older one. */
export function withRecord(
  query: StoredQuery | undefined,
  record: ScheduledQueryFields,
  { service, connection }: QueryOrigin,
): StoredQuery {
  const base = fieldsOf(record);
  const plain = { service, connection, base, draft: undefined, schedule: undefined };
  if (query === undefined) return { ...plain, changedAt: Date.now() };
  if (isDraft(query)) return query;
  return {
    ...plain,
    changedAt: base.query === query.base.query ? query.changedAt : later(query),
  };
}

/** Which part of a draft was published or discarded: its text, its schedule, or both. */
export type FinishedDraft = Pick<StoredQuery, 'draft' | 'schedule'>;

/**
 * Takes the record that the platform has now that a draft is done with. What was typed meanwhile stays, as a
 * draft on the new record.
 */
export function withFinishedDraft(
  query: StoredQuery | undefined,
  record: ScheduledQueryFields,
  settled: FinishedDraft,
  origin: QueryOrigin,
): StoredQuery {
  if (query === undefined) return withRecord(undefined, record, origin);
  const { draft, schedule } = newerThan(settled, query);
  if (!isDraft({ draft, schedule })) return withRecord(withoutDraft(query), record, origin);
  const moved = { ...query, base: fieldsOf(record), draft: undefined, schedule: undefined };
  const typed = withDraft(moved, draft ?? record.query);
  return schedule === undefined ? typed : withSchedule(typed, schedule);
}

function newerThan(settled: FinishedDraft, { draft, schedule }: StoredQuery): FinishedDraft {
  return {
    draft: draft === settled.draft ? undefined : draft,
    schedule: schedule === settled.schedule ? undefined : schedule,
  };
}

/** Two changes within a millisecond still count as two, whatever the clock does. */
function later(query: StoredQuery): number {
  return Math.max(Date.now(), query.changedAt + 1);
}
