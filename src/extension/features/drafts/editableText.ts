import type { PlatformClient } from '../../../core/api/client';
import type { Operation } from '../../../core/api/operation';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import type { RejectedReference } from '../../../core/project/ruleDraft';
import type { RulesAccess, ScheduledQueriesAccess } from '../../ui/access';
import type { Connection } from '../../ui/connections/connection';
import type { Ui } from '../../ui/openUi';
import type { QueryAddress } from '../../ui/queryAddress';
import type { QueryTarget } from './queryTarget';
import type { Change, DraftContent, EditableRecord, StoredQuery } from './storedQuery';

/** Without a text or a schedule, those of the platform are kept. */
export type DraftToPublish = Pick<QueryAddress, 'guid' | 'rule'> &
  Pick<StoredQuery, 'base' | 'draft' | 'schedule'>;

/**
 * `send`: the draft can be published on this record. `conflict`: another user has changed the same fields. `same`: the
 * platform already has the content of the draft.
 */
export type Comparison = 'send' | 'conflict' | 'same';

/** Where records are shown. */
export interface RecordViews {
  readonly ui: Pick<Ui, 'failures'>;
  readonly scheduledQueries: Pick<ScheduledQueriesAccess, 'update'>;
  readonly rules: Pick<RulesAccess, 'reload' | 'written'>;
}

/** What runs after a re-created record again, and what does not. */
export interface LinkedAgain {
  readonly linked: readonly ScheduledQuery[];
  readonly notLinked: readonly ScheduledQuery[];
}

/**
 * A kind of text that is edited, kept as a draft and published: another kind is another object of this type in
 * `textKinds`. The address of a text selects its kind (`kindOf`), which takes only records and drafts of that kind.
 */
export interface EditableText<
  Existing extends EditableRecord = EditableRecord,
  Draft extends DraftToPublish = DraftToPublish,
> {
  /** In logs. */
  readonly noun: string;
  /** Whether it contains a query, which can be run and tried on the past. */
  readonly hasQuery: boolean;
  /** Whether each update makes a version, so that the one before can be restored. */
  readonly hasVersions: boolean;
  /** Whether the text can be compared without its layout. */
  readonly hasLayout: boolean;
  /** Whether a draft can become a file of a project. */
  readonly canMoveIntoProject: boolean;
  /** The record as it is on the platform now; undefined if it does not exist. */
  read(client: PlatformClient, guid: string, signal?: AbortSignal): Promise<Existing | undefined>;
  /** Who changed it last; undefined if the platform does not tell. */
  lastChange(client: PlatformClient, record: Existing, signal?: AbortSignal): Promise<Change | undefined>;
  compare(current: Existing, draft: Draft): Comparison;
  /** Whether a record was not changed between two readings. */
  isSame(one: Existing, other: Existing): boolean;
  /** Why the draft cannot be published at all. */
  unreadable?(draft: Draft): ProblemSummary | undefined;
  /** What is wrong with the query of a draft. */
  problem(draft: Draft, isLocal: boolean, tables: readonly string[]): ProblemSummary | undefined;
  /** What publishing changes, for the question. */
  effect(current: Existing, draft: Draft): string;
  /** What both sides have changed, for the question about a conflict. */
  conflict(current: Existing, draft: Draft): string;
  /** The properties that are not in the text; empty if the text has all of them. */
  properties(base: Draft['base'], draft?: DraftContent): string;
  /** The requests that publish. */
  operations(current: Existing, draft: Draft): readonly Operation<undefined>[];
  /** What the platform has after publishing, if it cannot be read. */
  published(current: Existing, draft: Draft): Existing;
  /** What re-creating a deleted record means, for the question. */
  recreationEffect(): string;
  /** The request that re-creates a deleted record from its draft. */
  createOperation(draft: Draft): Operation<string | undefined>;
  /** Returns the GUID, unless the platform does not. */
  create(client: PlatformClient, draft: Draft, signal: AbortSignal): Promise<string | undefined>;
  findCreated(
    client: PlatformClient,
    guid: string | undefined,
    name: string,
    signal: AbortSignal,
  ): Promise<Existing | undefined>;
  /** The scheduled queries that run after a deleted record. */
  dependents?(client: PlatformClient, guid: string, signal: AbortSignal): Promise<readonly ScheduledQuery[]>;
  /** Lets them run after the record that was re-created, which stays even if this fails. */
  linkAgain?(
    client: PlatformClient,
    dependents: readonly ScheduledQuery[],
    guid: string,
  ): Promise<LinkedAgain>;
  /** An error of a request, in terms of this kind. */
  explain?(error: unknown, connection: Connection): unknown;
  /**
   * Shows a record that was published in the explorer. `before` is the record that was overwritten, undefined if nothing
   * was sent.
   */
  showPublished(views: RecordViews, target: QueryTarget, record: Existing, before?: Existing): Promise<void>;
  /** Shows a record that was created in place of the target. */
  showCreated(
    views: RecordViews,
    target: QueryTarget,
    record: Existing,
    linked: readonly ScheduledQuery[],
  ): Promise<void>;
  /** What the platform did not find of what a rejected text refers to. */
  rejectedReference?(text: string, rejection: string): RejectedReference | undefined;
}
