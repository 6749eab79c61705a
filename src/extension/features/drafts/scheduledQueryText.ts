import type { PlatformClient } from '../../../core/api/client';
import { ApiError } from '../../../core/api/errors';
import { findCreatedQuery, findScheduledQuery } from '../../../core/api/findScheduledQuery';
import type { Operation } from '../../../core/api/operation';
import { searchAuditLogs } from '../../../core/api/operations/auditLogs';
import { createScheduledQuery, updateScheduledQuery } from '../../../core/api/operations/scheduledQueries';
import { createOnce, dependentsOf, linkDependent } from '../../../core/api/scheduledQueryWrites';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { differingFields } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';
import { formatWireTime, parseWireTime } from '../../../core/interface/time';
import { summarizeProblems } from '../../../core/language/services/problemSummary';
import type { ProblemSummary } from '../../../core/language/services/problemSummary';
import { minute } from '../../../core/time/durations';
import { conflictSummary, propertiesText } from '../../ui/format/queryFields';
import type { Comparison, DraftToPublish, EditableText, LinkedAgain, RecordViews } from './editableText';
import type { QueryTarget } from './queryTarget';
import { currentText, withContent } from './storedQuery';
import type { Change, DraftContent } from './storedQuery';

type QueryDraft = DraftToPublish & { readonly base: ScheduledQueryFields };

/** The number of audit log entries to read, which include reads and rejected writes. */
const recentEntries = 20;
/** For a record without the time of its last change; a search over all time is expensive. */
const searchedTime = 30 * 24 * 60 * minute;

/** The text and the schedule of a scheduled query, which has no version: the fields themselves are compared. */
export class ScheduledQueryText implements EditableText {
  readonly label = 'scheduled query';
  readonly hasQuery = true;
  readonly hasVersions = false;
  readonly hasLayout = true;
  readonly canMoveIntoProject = true;

  async read(
    client: PlatformClient,
    guid: string,
    signal?: AbortSignal,
  ): Promise<ScheduledQuery | undefined> {
    return findScheduledQuery(client, guid, signal);
  }

  /** From the audit log. Undefined if the role does not allow reading it or it has no such entry. */
  async lastChange(
    client: PlatformClient,
    { guid, updated, created }: ScheduledQuery,
    signal?: AbortSignal,
  ): Promise<Change | undefined> {
    if (!(await client.mayHave('MASTER'))) return undefined;
    const changed = parseWireTime(updated ?? created ?? '')?.getTime();
    const since = changed === undefined ? Date.now() - searchedTime : changed - minute;
    const search = { keywords: [guid], from: formatWireTime(new Date(since)), limit: recentEntries };
    try {
      const { items } = await client.send(searchAuditLogs(search), signal);
      const change = items.find((entry) => entry.error === undefined && /update|create/i.test(entry.method));
      return change === undefined ? undefined : { user: change.user, time: change.time };
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  compare(current: ScheduledQuery, { base, draft, schedule }: QueryDraft): Comparison {
    const isTextThere = draft === undefined || current.query === draft;
    const isScheduleThere = schedule === undefined || current.cronSchedule === schedule;
    if (isTextThere && isScheduleThere) return 'same';
    const isOtherText = !isTextThere && current.query !== base.query;
    const isOtherTrigger =
      current.triggerType !== base.triggerType || current.cronSchedule !== base.cronSchedule;
    return isOtherText || (!isScheduleThere && isOtherTrigger) ? 'conflict' : 'send';
  }

  isSame(one: ScheduledQuery, other: ScheduledQuery): boolean {
    return differingFields(one, other).length === 0;
  }

  unreadable(): undefined {
    return undefined;
  }

  problem(draft: QueryDraft, isLocal: boolean, tables: readonly string[]): ProblemSummary | undefined {
    return summarizeProblems(currentText(draft), isLocal, tables);
  }

  effect(_current: ScheduledQuery, { schedule }: QueryDraft): string {
    return schedule === undefined
      ? t('The new text takes effect at the next run. The schedule and properties do not change.')
      : t('Its schedule changes to {0}. The other properties do not change.', schedule);
  }

  conflict(theirs: ScheduledQuery, draft: QueryDraft): string {
    const { base } = draft;
    return conflictSummary({ base, theirs, yours: withContent(base, draft) });
  }

  properties(base: ScheduledQueryFields, draft?: DraftContent): string {
    return propertiesText(draft === undefined ? base : withContent(base, draft));
  }

  operations(current: ScheduledQuery, draft: QueryDraft): readonly Operation<undefined>[] {
    return [updateScheduledQuery(current.guid, withContent(current, draft))];
  }

  published(current: ScheduledQuery, draft: QueryDraft): ScheduledQuery {
    return { ...current, ...withContent(current, draft) };
  }

  recreationEffect(): string {
    return t('It gets a new GUID, and the schedule and properties that it had when you opened it.');
  }

  createOperation(draft: QueryDraft): Operation<string | undefined> {
    return createScheduledQuery(withContent(draft.base, draft));
  }

  async create(client: PlatformClient, draft: QueryDraft, signal: AbortSignal): Promise<string | undefined> {
    // An earlier attempt may have created it without a response.
    return createOnce(client, withContent(draft.base, draft), signal, { mayExist: true });
  }

  async findCreated(
    client: PlatformClient,
    guid: string | undefined,
    name: string,
    signal: AbortSignal,
  ): Promise<ScheduledQuery | undefined> {
    return findCreatedQuery(client, guid, name, signal);
  }

  async dependents(
    client: PlatformClient,
    guid: string,
    signal: AbortSignal,
  ): Promise<readonly ScheduledQuery[]> {
    return dependentsOf(client, guid, signal);
  }

  /** The query itself is created even if this fails. */
  async linkAgain(
    client: PlatformClient,
    dependents: readonly ScheduledQuery[],
    guid: string,
  ): Promise<LinkedAgain> {
    const [linked, notLinked]: [ScheduledQuery[], ScheduledQuery[]] = [[], []];
    for (const dependent of dependents) {
      const record = await linkDependent(client, dependent, guid).catch(() => undefined);
      if (record === undefined) notLinked.push(dependent);
      else linked.push(record);
    }
    return { linked, notLinked };
  }

  explain(error: unknown): unknown {
    return error;
  }

  async showPublished(
    { scheduledQueries }: RecordViews,
    { connection }: QueryTarget,
    record: ScheduledQuery,
  ): Promise<void> {
    await scheduledQueries.update(connection, { changed: [record] });
  }

  async showCreated(
    { scheduledQueries }: RecordViews,
    { connection, address }: QueryTarget,
    record: ScheduledQuery,
    linked: readonly ScheduledQuery[],
  ): Promise<void> {
    const recreated = [{ guid: address.guid, record }];
    await scheduledQueries.update(connection, { added: [record], recreated, changed: linked });
  }

  rejectedReference(): undefined {
    return undefined;
  }
}
