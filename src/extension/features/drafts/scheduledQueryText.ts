import type { PlatformClient } from '../../../core/api/client';
import { ApiError } from '../../../core/api/errors';
import { findCreatedQuery, findScheduledQuery } from '../../../core/api/findScheduledQuery';
import { searchAuditLogs } from '../../../core/api/operations/auditLogs';
import { createScheduledQuery, updateScheduledQuery } from '../../../core/api/operations/scheduledQueries';
import { createOnce, dependentsOf, linkDependent } from '../../../core/api/scheduledQueryWrites';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { differingFields } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';
import { formatWireTime, parseWireTime } from '../../../core/interface/time';
import { summarizeProblems } from '../../../core/language/services/problemSummary';
import { minute } from '../../../core/time/durations';
import { conflictSummary, propertiesText } from '../../ui/format/queryFields';
import type { DraftToPublish, EditableText } from './editableText';
import { currentText, withContent } from './storedQuery';
import type { Change } from './storedQuery';

type QueryDraft = DraftToPublish & { readonly base: ScheduledQueryFields };

/** The number of audit log entries to read, which include reads and rejected writes. */
const recentEntries = 20;
/** For a record without the time of its last change; a search over all time is expensive. */
const searchedTime = 30 * 24 * 60 * minute;

/** The text and the schedule of a scheduled query, which has no version: the fields themselves are compared. */
export const scheduledQueryText: EditableText<ScheduledQuery, QueryDraft> = {
  noun: 'scheduled query',
  hasQuery: true,
  hasVersions: false,
  hasLayout: true,
  canMoveIntoProject: true,
  read: findScheduledQuery,
  lastChange,

  compare(current, { base, draft, schedule }) {
    const isTextThere = draft === undefined || current.query === draft;
    const isScheduleThere = schedule === undefined || current.cronSchedule === schedule;
    if (isTextThere && isScheduleThere) return 'same';
    const isOtherText = !isTextThere && current.query !== base.query;
    const isOtherTrigger =
      current.triggerType !== base.triggerType || current.cronSchedule !== base.cronSchedule;
    return isOtherText || (!isScheduleThere && isOtherTrigger) ? 'conflict' : 'send';
  },

  isSame: (one, other) => differingFields(one, other).length === 0,
  problem: (draft, isLocal, tables) => summarizeProblems(currentText(draft), isLocal, tables),

  effect: (_current, { schedule }) =>
    schedule === undefined
      ? t('The new text takes effect at the next run. The schedule and properties do not change.')
      : t('Its schedule changes to {0}. The other properties do not change.', schedule),

  conflict: (theirs, draft) =>
    conflictSummary({ base: draft.base, theirs, yours: withContent(draft.base, draft) }),

  properties: (base, draft) => propertiesText(draft === undefined ? base : withContent(base, draft)),
  operations: (current, draft) => [updateScheduledQuery(current.guid, withContent(current, draft))],
  published: (current, draft) => ({ ...current, ...withContent(current, draft) }),

  recreationEffect: () =>
    t('It gets a new GUID, and the schedule and properties that it had when you opened it.'),

  createOperation: (draft) => createScheduledQuery(withContent(draft.base, draft)),

  create: async (client, draft, signal) =>
    // An earlier attempt may have created it without a response.
    createOnce(client, withContent(draft.base, draft), signal, { mayExist: true }),

  findCreated: findCreatedQuery,
  dependents: dependentsOf,

  async linkAgain(client, dependents, guid) {
    const [linked, notLinked]: [ScheduledQuery[], ScheduledQuery[]] = [[], []];
    for (const dependent of dependents) {
      const record = await linkDependent(client, dependent, guid).catch(() => undefined);
      if (record === undefined) notLinked.push(dependent);
      else linked.push(record);
    }
    return { linked, notLinked };
  },

  showPublished: async ({ scheduledQueries }, { connection }, record) =>
    scheduledQueries.update(connection, { changed: [record] }),

  showCreated: async ({ scheduledQueries }, { connection, address }, record, linked) => {
    const recreated = [{ guid: address.guid, record }];
    await scheduledQueries.update(connection, { added: [record], recreated, changed: linked });
  },
};

/** From the audit log. Undefined if the role does not allow reading it or it has no such entry. */
async function lastChange(
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
