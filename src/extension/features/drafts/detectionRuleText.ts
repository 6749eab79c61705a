import type { PlatformClient } from '../../../core/api/client';
import { isMissingOperation, whereOffered } from '../../../core/api/errors';
import type { Operation } from '../../../core/api/operation';
import { createRule, getRule, listRuleVersions } from '../../../core/api/operations/rules';
import { bigintAsText } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import type { RawRecord } from '../../../core/interface/optional';
import type { RuleKind } from '../../../core/interface/rule';
import { hideFrontMatter } from '../../../core/language/frontMatter';
import { parseRuleText } from '../../../core/language/ruleText';
import { summarizeProblems } from '../../../core/language/services/problemSummary';
import { ruleWrites } from '../../../core/project/applyRules';
import { editableRuleText, parseEditedRule, rejectedReference } from '../../../core/project/ruleDraft';
import { ruleDifferences, ruleForm } from '../../../core/project/ruleFields';
import { connectionLabel } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { changesSummary } from '../../ui/format/queryFields';
import type { DraftToPublish, EditableText, RecordViews } from './editableText';
import type { QueryTarget } from './queryTarget';
import { currentText, versionChange } from './storedQuery';
import type { RuleBase, RuleRecord } from './storedQuery';

/** The draft of a rule, which contains all of it. */
type RuleDraft = DraftToPublish & { readonly base: RuleBase };

/**
 * Whole detection rules of one kind. Each update makes a version, by which changes of others are noticed.
 *
 * @param unsupported says that a platform does not support this for rules of this kind.
 */
export function detectionRuleText(
  kind: RuleKind,
  hasQuery: boolean,
  unsupported: (platform: string) => string,
): EditableText<RuleRecord, RuleDraft> {
  return {
    ...ruleText,
    noun: `${kind} rule`,
    hasQuery,
    read: async (client, guid, signal) => readRule(kind, client, guid, signal),
    problem: (draft, isLocal, tables) =>
      hasQuery ? summarizeProblems(hideFrontMatter(currentText(draft)), isLocal, tables) : undefined,
    findCreated: async (client, guid, _name, signal) =>
      guid === undefined ? undefined : readRule(kind, client, guid, signal),
    explain: (error, connection) =>
      isMissingOperation(error) ? new ExplainedError(unsupported(connectionLabel(connection))) : error,
    rejectedReference: (text, rejection) => rejectedReference(kind, text, rejection),
  };
}

type OfOneKind = 'noun' | 'hasQuery' | 'read' | 'problem' | 'findCreated' | 'explain' | 'rejectedReference';

const ruleText: Omit<EditableText<RuleRecord, RuleDraft>, OfOneKind> = {
  hasVersions: true,
  hasLayout: false,
  canMoveIntoProject: false,
  lastChange: async (_client, record) => Promise.resolve(versionChange(record)),

  /** Enabling a rule makes no version and changes no text, so it never conflicts with a draft. */
  compare(current, draft) {
    const [update, toggle] = writesOf(current, draft);
    if (update === undefined && toggle === undefined) return 'same';
    return update !== undefined && isChangedSince(current, draft.base) ? 'conflict' : 'send';
  },

  isSame: (one, other) => one.version === other.version && one.query === other.query,

  unreadable(draft) {
    const text = currentText(draft);
    const parsed = parseEditedRule(draft.base.rule, text, draft.base.query);
    if (!('problem' in parsed)) return undefined;
    const { from, to, message } = parsed.problem;
    const line = text.slice(0, from).split('\n').length;
    return { from, to, text: t('Line {0}: {1}', line, message) };
  },

  effect(current, draft) {
    const fields = ruleDifferences(current.rule, recordIn(current), wantedRule(current, draft));
    const changes = t('Changes: {0}', fields.join(', '));
    const [update] = writesOf(current, draft);
    return update === undefined
      ? changes
      : `${changes}\n\n${t('A new version is created. You can restore the version before.')}`;
  },

  conflict(current, draft) {
    const [before, theirs, yours] = [recordIn(draft.base), recordIn(current), draftRule(draft)];
    const changed = [theirs, yours].flatMap((record) => ruleDifferences(current.rule, before, record));
    const values = [...new Set(changed)].map((key) => ({
      label: key,
      base: settingText(before[key]),
      theirs: settingText(theirs[key]),
      yours: settingText(yours[key]),
    }));
    return [
      ...(values.length === 0 ? [] : [changesSummary(values)]),
      t('Overwrite creates a new version. You can restore the version before.'),
    ].join('\n\n');
  },

  properties: () => '',
  operations: (current, draft) => writesOf(current, draft).filter((operation) => operation !== undefined),
  published: (current, draft) => ({ ...current, query: currentText(draft), version: undefined }),

  recreationEffect: () =>
    t('It gets a new GUID and the properties of your draft. Its earlier versions are lost.'),

  createOperation: creationOf,
  create: async (client, draft, signal) => client.send(creationOf(draft), signal),

  async showPublished(views, target, record, before) {
    if (before === undefined) views.rules.reload(target.connection);
    else reportRule(views, target, record, before.version);
    return Promise.resolve();
  },

  async showCreated(views, target, record) {
    reportRule(views, target, record, undefined);
    return Promise.resolve();
  },
};

async function readRule(
  kind: RuleKind,
  client: PlatformClient,
  guid: string,
  signal?: AbortSignal,
): Promise<RuleRecord | undefined> {
  const [rule, versions] = await Promise.all([
    client.send(getRule(kind, guid), signal),
    whereOffered(client.send(listRuleVersions(kind, guid), signal)),
  ]);
  if (rule === undefined) return undefined;
  const newest = versions?.items.toSorted((one, other) => other.version - one.version)[0];
  return {
    rule: kind,
    guid: rule.guid,
    name: rule.name,
    enabled: rule.enabled,
    query: editableRuleText(kind, rule.raw),
    version: newest?.version,
    userName: newest?.userName,
    created: newest?.created,
  };
}

/** With the button that restores the version before. Not awaited: the message waits for the user. */
function reportRule(
  { ui, rules }: RecordViews,
  { connection, name }: QueryTarget,
  { rule: kind, guid }: RuleRecord,
  before: number | undefined,
): void {
  const message = t('Published {0} to {1}.', name, connection.name);
  void rules
    .written(connection, { kind, guid: guid.toLowerCase(), name }, { message, before })
    .catch((error: unknown) => void ui.failures.report(error, { connection }));
}

function creationOf(draft: RuleDraft): Operation<string | undefined> {
  const { rule } = draft.base;
  return createRule(rule, ruleForm(rule, draftRule(draft)));
}

function isChangedSince(current: RuleRecord, base: RuleBase): boolean {
  if (current.version !== undefined && base.version !== undefined) return current.version !== base.version;
  const fields = ruleDifferences(base.rule, recordIn(base), recordIn(current));
  return fields.some((field) => field !== 'enabled');
}

function writesOf(current: RuleRecord, draft: RuleDraft): ReturnType<typeof ruleWrites> {
  const now = { raw: recordIn(current), enabled: current.enabled };
  return ruleWrites(current.rule, current.guid, wantedRule(current, draft), now);
}

/** The rule may have been enabled or disabled since the draft was started, which stays so. */
function wantedRule(current: RuleRecord, draft: RuleDraft): RawRecord {
  const wanted = draftRule(draft);
  const isChanged = isEnabled(wanted) !== isEnabled(recordIn(draft.base));
  return { ...wanted, enabled: isChanged ? isEnabled(wanted) : current.enabled };
}

function draftRule(draft: RuleDraft): RawRecord {
  return recordIn({ rule: draft.base.rule, query: currentText(draft) });
}

/** Empty for a text that cannot be read; see `unreadable`. */
function recordIn({ rule, query }: Pick<RuleBase, 'rule' | 'query'>): RawRecord {
  const parsed = parseRuleText(rule, query);
  return 'record' in parsed ? parsed.record : {};
}

function settingText(value: unknown): string {
  if (value == null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value, bigintAsText);
}

function isEnabled(record: RawRecord): boolean {
  return record['enabled'] === true;
}
