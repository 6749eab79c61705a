import type { RuleKind } from '../../../core/interface/rule';
import { fieldsOf } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';
import type { PlatformIdentity } from '../../ui/connections/connection';
import { parseWireTime } from '../../../core/interface/time';

/** The platform of a query, and the name of its connection when it was last stored. */
export interface QueryOrigin {
  readonly service: PlatformIdentity;
  readonly connection: string;
}

/** A detection rule that is edited as a whole. */
export interface RuleBase {
  readonly rule: RuleKind;
  readonly name: string;
  /** The properties, and below them the query or conditions. */
  readonly query: string;
  /** Undefined if the platform does not list versions. */
  readonly version: number | undefined;
  readonly cronSchedule?: undefined;
}

/** A rule as it is on the platform now. */
export interface RuleRecord extends RuleBase {
  readonly guid: string;
  readonly enabled: boolean;
  /** Who created the version, and when, in the format of the platform. */
  readonly userName: string | undefined;
  readonly created: string | undefined;
}

/** A record of the platform that can have a draft. */
export type EditableRecord = ScheduledQuery | RuleRecord;

/** What a draft is based on. */
export type DraftBase = ScheduledQueryFields | RuleBase;

export function isRule<Base extends RuleBase>(record: ScheduledQueryFields | Base): record is Base {
  return 'rule' in record;
}

/** An opened query or rule: its record at that time, and the draft, if there is one. */
export interface StoredQuery extends QueryOrigin {
  /** The record on which the draft is based, or the last known one. */
  readonly base: DraftBase;
  /** Undefined if the text is that of the base. */
  readonly draft: string | undefined;
  /** The cron expression of the draft. Undefined if the schedule is unchanged. */
  readonly schedule: string | undefined;
  /** When the text of the editor last changed, in epoch milliseconds. Never decreases. */
  readonly changedAt: number;
}

export function printStoredQuery(query: StoredQuery): string {
  return JSON.stringify({ version: 2, ...query });
}

/** Whether it differs from the platform. */
export function isDraft(query: Pick<StoredQuery, 'draft' | 'schedule'> | undefined): boolean {
  return query?.draft !== undefined || query?.schedule !== undefined;
}

export function currentText(query: Pick<StoredQuery, 'draft' | 'base'>): string {
  return query.draft ?? query.base.query;
}

/** The text of a draft, its schedule, or both. */
export type DraftContent = Pick<StoredQuery, 'draft' | 'schedule'>;

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

/** A draft that equals the platform's text is removed. */
export function withDraft(query: StoredQuery, text: string): StoredQuery {
  const draft = text === query.base.query ? undefined : text;
  return { ...query, draft, changedAt: later(query) };
}

/** The same for the schedule. */
export function withSchedule(query: StoredQuery, cronSchedule: string): StoredQuery {
  const schedule = cronSchedule === query.base.cronSchedule ? undefined : cronSchedule;
  return { ...query, schedule, changedAt: later(query) };
}

/** The same draft, based on a newer record that the user has seen. */
export function withBase(query: StoredQuery, record: DraftBase): StoredQuery {
  const { draft, schedule } = query;
  const base = baseOf(record);
  return {
    ...query,
    base,
    draft: draft === base.query ? undefined : draft,
    schedule: schedule === base.cronSchedule ? undefined : schedule,
    changedAt: later(query),
  };
}

export function withoutDraft(query: StoredQuery): StoredQuery {
  return isDraft(query)
    ? { ...query, draft: undefined, schedule: undefined, changedAt: later(query) }
    : query;
}

/** Uses the newest record as the base, unless a draft is based on an older one. */
export function withRecord(
  query: StoredQuery | undefined,
  record: DraftBase,
  { service, connection }: QueryOrigin,
): StoredQuery {
  const base = baseOf(record);
  const plain = { service, connection, base, draft: undefined, schedule: undefined };
  if (query === undefined) return { ...plain, changedAt: Date.now() };
  if (isDraft(query)) return query;
  return {
    ...plain,
    changedAt: base.query === query.base.query ? query.changedAt : later(query),
  };
}

function baseOf(record: DraftBase): DraftBase {
  if (!isRule(record)) return fieldsOf(record);
  const { rule, name, query, version } = record;
  return { rule, name, query, version };
}

/**
 * Replaces the base after a draft was published or discarded. Edits made since then become a draft on the new
 * base.
 */
export function withFinishedDraft(
  query: StoredQuery | undefined,
  record: DraftBase,
  finished: DraftContent,
  origin: QueryOrigin,
): StoredQuery {
  if (query === undefined) return withRecord(undefined, record, origin);
  const draft = query.draft === finished.draft ? undefined : query.draft;
  const schedule = query.schedule === finished.schedule ? undefined : query.schedule;
  if (!isDraft({ draft, schedule })) return withRecord(withoutDraft(query), record, origin);
  return withBase({ ...query, draft, schedule }, record);
}

/** Increases even for two changes within a millisecond or if the clock is set back. */
function later(query: StoredQuery): number {
  return Math.max(Date.now(), query.changedAt + 1);
}

const byteOrderMark = '\ufeff';

/**
 * Encodes a query as UTF-8. VS Code respects a byte order mark more than the setting `files.encoding`, so it
 * is added if that setting is not UTF-8; it is removed again on write.
 */
export function bytesOf(text: string, needsMark: boolean): Uint8Array {
  return Buffer.from(needsMark ? `${byteOrderMark}${text}` : text, 'utf8');
}

/** Decodes the content of a file; undefined if it is not UTF-8. */
export function decodeText(content: Uint8Array): string | undefined {
  try {
    // Removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** Whether VS Code would not read the file as UTF-8. */
export function needsMark(encoding: unknown, guesses: unknown): boolean {
  return (encoding !== undefined && encoding !== 'utf8') || guesses === true;
}

export interface Change {
  readonly user: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** Who created the newest version of a rule; undefined if the platform does not list versions. */
export function versionChange({ userName, created }: RuleRecord): Change | undefined {
  const time = parseWireTime(created ?? '')?.getTime();
  return userName === undefined || time === undefined ? undefined : { user: userName, time };
}
