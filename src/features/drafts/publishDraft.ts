import type { PlatformClient } from '../../api/client';
import type { Operation } from '../../api/operation';
import { createScheduledQuery, updateScheduledQuery } from '../../api/operations/scheduledQueries';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQueryFields';
import { formatWireTime, parseWireTime } from '../../shared/wire/time';
import { ApiError, isMissingOperation } from '../../api/errors';
import { searchAuditLogs } from '../../api/operations/auditLogs';
import { differingFields } from '../../shared/wire/scheduledQueryFields';
import { readRecord } from './readRecord';
import { versionChange, currentText, isRule, withContent } from './storedQuery';
import type { Change, EditableRecord, RuleRecord, RuleBase, StoredQuery } from './storedQuery';
import { t } from '../../shared/localize';
import { connectionLabel } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Conflict } from '../../ui/format/queryFields';
import type { RuleConflict } from './draftQuestions';
import type { QueryTarget } from './queryTarget';
import { createRule } from '../../api/operations/rules';
import { ruleWrites } from '../../code/applyRules';
import { parseEditedRule } from '../../code/ruleDraft';
import { ruleDifferences, ruleForm } from '../../code/ruleFields';
import { hideFrontMatter } from '../../language/frontMatter';
import { parseRuleText } from '../../language/ruleText';
import { summarizeProblems } from '../../language/services/problemSummary';
import type { ProblemSummary } from '../../language/services/problemSummary';
import type { RawRecord } from '../../shared/wire/optional';
import type { QueryAddress } from '../../shared/queryAddress';

/**
 * Reads the record again and determines the effect of publishing. Compares the texts, because scheduled
 * queries have no version. To overwrite after a conflict, plan again with the record that the user has seen as the base, so
 * that a third change is detected too.
 */
export async function planPublish(
  client: PlatformClient,
  draft: DraftToPublish,
  signal?: AbortSignal,
): Promise<PublishPlan> {
  const current = await readRecord(client, draft, signal);
  if (current === undefined) return { kind: 'deleted' };
  if (isRule(current)) return isRuleDraft(draft) ? planRule(current, draft) : { kind: 'deleted' };
  if (isTextThere(current, draft) && isScheduleThere(current, draft)) return { kind: 'same', current };
  return { kind: isChangedSince(current, draft) ? 'conflict' : 'send', current };
}

export function isRuleDraft(draft: DraftToPublish): draft is RuleDraft {
  return isRule(draft.base);
}

function isTextThere(current: ScheduledQuery, { draft }: DraftToPublish): boolean {
  return draft === undefined || current.query === draft;
}

function isScheduleThere(current: ScheduledQuery, { schedule }: DraftToPublish): boolean {
  return schedule === undefined || current.cronSchedule === schedule;
}

function isChangedSince(current: ScheduledQuery, draft: DraftToPublish): boolean {
  const { base } = draft;
  if (isRule(base)) return true;
  const isOtherText = !isTextThere(current, draft) && current.query !== base.query;
  const isOtherTrigger =
    current.triggerType !== base.triggerType || current.cronSchedule !== base.cronSchedule;
  return isOtherText || (!isScheduleThere(current, draft) && isOtherTrigger);
}

/** The requests that publish: the current record with the changes of the draft. */
export function publishOperations(
  current: EditableRecord,
  draft: DraftToPublish,
): readonly Operation<undefined>[] {
  if (!isRule(current)) return [updateScheduledQuery(current.guid, withContent(current, draft))];
  if (!isRuleDraft(draft)) return [];
  return writesOf(current, draft).filter((operation) => operation !== undefined);
}

/** Whether a record was not changed between two readings. */
export function isSameRecord(one: EditableRecord, other: EditableRecord): boolean {
  if (isRule(one)) return isRule(other) && one.version === other.version && one.query === other.query;
  return !isRule(other) && differingFields(one, other).length === 0;
}

/** What the platform has after publishing, if it cannot be read. */
export function publishedRecord(current: EditableRecord, draft: DraftToPublish): EditableRecord {
  if (isRule(current)) return { ...current, query: currentText(draft), version: undefined };
  return { ...current, ...withContent(current, draft) };
}

/** The request that re-creates a deleted query or rule from the base of the draft. */
export function createAgainOperation(draft: DraftToPublish): Operation<string | undefined> {
  if (!isRuleDraft(draft))
    return createScheduledQuery(withContent(draft.base as ScheduledQueryFields, draft));
  const { base } = draft;
  return createRule(base.rule, ruleForm(base.rule, recordIn(base, currentText(draft))));
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
  record: RuleRecord | Pick<ScheduledQuery, 'guid' | 'updated' | 'created'>,
  signal?: AbortSignal,
): Promise<Change | undefined> {
  if ('rule' in record) return versionChange(record);
  const { guid, updated, created } = record;
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

/** What changes in a rule, and whether it makes a version; undefined for a scheduled query. */
export function changesOf(current: EditableRecord, draft: DraftToPublish): string | undefined {
  if (!isRule(current) || !isRuleDraft(draft)) return undefined;
  const fields = ruleDifferences(current.rule, recordIn(current, current.query), wantedRule(current, draft));
  const changes = t('Changes: {0}', fields.join(', '));
  const [update] = writesOf(current, draft);
  return update === undefined
    ? changes
    : `${changes}\n\n${t('A new version is created. You can restore the version before.')}`;
}

/** What the question about a conflict says. */
export function conflictOf(current: EditableRecord, draft: DraftToPublish): Conflict | RuleConflict {
  if (isRule(current) && isRuleDraft(draft)) {
    const rule = ruleConflictText(current, draft);
    return { rule, base: draft.base, theirs: current, yours: { query: currentText(draft) } };
  }
  // Otherwise neither is a rule.
  const base = draft.base as ScheduledQueryFields;
  const theirs = current as ScheduledQueryFields;
  return { base, theirs, yours: withContent(base, draft) };
}

/** A platform may lack the operation for one kind of rule. */
export async function offered<Result>(target: QueryTarget, response: Promise<Result>): Promise<Result> {
  return response.catch((error: unknown) => {
    if (target.address.rule === undefined || !isMissingOperation(error)) throw error;
    const name = connectionLabel(target.connection);
    throw new ExplainedError(
      target.address.rule === 'batch'
        ? t('{0} does not support this for batch rules. Your draft is kept.', name)
        : t('{0} does not support this for stream rules. Your draft is kept.', name),
    );
  });
}

/** Enabling a rule makes no version and changes no text, so it never conflicts with a draft. */
function planRule(current: RuleRecord, draft: RuleDraft): PublishPlan {
  const [update, toggle] = writesOf(current, draft);
  if (update === undefined && toggle === undefined) return { kind: 'same', current };
  const isConflict = update !== undefined && isRuleChangedSince(current, draft.base);
  return { kind: isConflict ? 'conflict' : 'send', current };
}

function isRuleChangedSince(current: RuleRecord, base: RuleBase): boolean {
  if (current.version !== undefined && base.version !== undefined) return current.version !== base.version;
  const fields = ruleDifferences(base.rule, recordIn(base, base.query), recordIn(current, current.query));
  return fields.some((field) => field !== 'enabled');
}

/** What either has changed since the draft was started, and that a version is created. */
function ruleConflictText(current: RuleRecord, { base, draft }: RuleDraft): string {
  const before = recordIn(base, base.query);
  const changed = (text: string): string =>
    ruleDifferences(base.rule, before, recordIn(base, text)).join(', ') || '–';
  return [
    `${t('Theirs')}: ${changed(current.query)}`,
    `${t('Yours')}: ${changed(currentText({ base, draft }))}`,
    `\n${t('Overwrite creates a new version. You can restore the version before.')}`,
  ].join('\n');
}

/** Why the draft cannot be published at all; undefined if it can. */
export function unreadableDraft({ base, draft }: RuleDraft): ProblemSummary | undefined {
  const text = currentText({ base, draft });
  const parsed = parseEditedRule(base.rule, text, base.query);
  if (!('problem' in parsed)) return undefined;
  const { from, to, message } = parsed.problem;
  const line = text.slice(0, from).split('\n').length;
  return { from, to, text: t('Line {0}: {1}', line, message) };
}

/** Conditions have no query. */
export function ruleProblems(
  { base, draft }: RuleDraft,
  isLocal: boolean,
  tables: readonly string[],
): ProblemSummary | undefined {
  if (base.rule === 'stream') return undefined;
  return summarizeProblems(hideFrontMatter(currentText({ base, draft })), isLocal, tables);
}

function writesOf(current: RuleRecord, draft: RuleDraft): ReturnType<typeof ruleWrites> {
  const now = { raw: recordIn(current, current.query), enabled: current.enabled };
  return ruleWrites(current.rule, current.guid, wantedRule(current, draft), now);
}

/** The rule may have been enabled or disabled since the draft was started, which stays so. */
function wantedRule(current: RuleRecord, { base, draft }: RuleDraft): RawRecord {
  const wanted = recordIn(base, currentText({ base, draft }));
  const isSwitched = isEnabled(wanted) !== isEnabled(recordIn(base, base.query));
  return { ...wanted, enabled: isSwitched ? isEnabled(wanted) : current.enabled };
}

function isEnabled(record: RawRecord): boolean {
  return record['enabled'] === true;
}

/** Empty for a text that cannot be read; see `unreadableDraft`. */
function recordIn({ rule }: Pick<RuleBase, 'rule'>, text: string): RawRecord {
  const parsed = parseRuleText(rule, text);
  return 'record' in parsed ? parsed.record : {};
}

/** Without a text or a schedule, those of the platform are kept. */
export type DraftToPublish = Pick<QueryAddress, 'guid' | 'rule'> &
  Pick<StoredQuery, 'base' | 'draft' | 'schedule'>;

/**
 * `send`: the draft can be published on this record. `conflict`: another user has changed the same fields. `same`: the
 * platform already has the content of the draft.
 */
export type PublishPlan =
  | { readonly kind: 'send' | 'conflict' | 'same'; readonly current: EditableRecord }
  | { readonly kind: 'deleted' };

/** The draft of a rule, which contains all of it. */
export type RuleDraft = DraftToPublish & { readonly base: RuleBase };
