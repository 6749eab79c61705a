import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';
import type { Service } from '../../ui/connection';

/** Where a query is: the service, and what the connection to it was called when it was last kept. */
export interface QueryHome {
  readonly service: Service;
  readonly connection: string;
}

/** What is kept of an opened query: the record as it was then, and the draft, if there is one. */
export interface StoredQuery extends QueryHome {
  /** The record that the draft started from, or that was last read. */
  readonly base: ScheduledQueryFields;
  /** Undefined: the text is the base's. */
  readonly draft: string | undefined;
  /** When the text that an editor shows last changed, in epoch milliseconds. Never goes back. */
  readonly changedAt: number;
}

export function printStoredQuery(query: StoredQuery): string {
  return JSON.stringify({ version: 2, ...query, base: fieldsOf(query.base) });
}

export function textOf(query: StoredQuery): string {
  return query.draft ?? query.base.query;
}

/** A draft that says what the platform has is none. */
export function withDraft(query: StoredQuery, text: string): StoredQuery {
  const draft = text === query.base.query ? undefined : text;
  return { ...query, draft, changedAt: later(query) };
}

export function withoutDraft(query: StoredQuery): StoredQuery {
  return query.draft === undefined ? query : { ...query, draft: undefined, changedAt: later(query) };
}

/** Takes the platform's newest record as the base, unless a draft still stands on the older one. */
export function withRecord(
  query: StoredQuery | undefined,
  record: ScheduledQueryFields,
  { service, connection }: QueryHome,
): StoredQuery {
  const base = fieldsOf(record);
  if (query === undefined) return { service, connection, base, draft: undefined, changedAt: Date.now() };
  if (query.draft !== undefined) return query;
  return {
    service,
    connection,
    base,
    draft: undefined,
    changedAt: base.query === query.base.query ? query.changedAt : later(query),
  };
}

/**
 * Takes the record that the platform has now that a draft is done with. What was typed meanwhile stays, as a
 * draft on the new record.
 */
export function withSettled(
  query: StoredQuery | undefined,
  record: ScheduledQueryFields,
  settled: string,
  home: QueryHome,
): StoredQuery {
  if (query?.draft === undefined || query.draft === settled) {
    return withRecord(query && withoutDraft(query), record, home);
  }
  return withDraft({ ...query, base: fieldsOf(record) }, query.draft);
}

/** Two changes within a millisecond still count as two, whatever the clock does. */
function later(query: StoredQuery): number {
  return Math.max(Date.now(), query.changedAt + 1);
}
