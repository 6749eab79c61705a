import type { Operation } from '../../api/operation';
import { createRule } from '../../api/operations/rules';
import { ruleWrites } from '../../code/applyRules';
import { parseEditedRule } from '../../code/ruleDraft';
import { ruleDifferences, ruleForm } from '../../code/ruleFields';
import { hideFrontMatter } from '../../language/frontMatter';
import { parseRuleText } from '../../language/ruleText';
import { summarizeProblems } from '../../language/services/problemSummary';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import type { RawRecord } from '../../shared/wire/optional';
import { currentText } from './storedQuery';
import type { RuleBase, RuleRecord, DraftBase, EditableRecord } from './storedQuery';
import type { RuleKind } from '../../shared/wire/rule';

/** Enabling a rule makes no version and changes no text, so it never conflicts with a draft. */
export function planRule(current: RuleRecord, draft: RuleDraft): PublishPlan {
  const { update, toggle } = writesOf(current, draft);
  if (update === undefined && toggle === undefined) return { kind: 'same', current };
  const isConflict = update !== undefined && isChangedSince(current, draft.base);
  return { kind: isConflict ? 'conflict' : 'send', current };
}

function isChangedSince(current: RuleRecord, base: RuleBase): boolean {
  if (current.version !== undefined && base.version !== undefined) return current.version !== base.version;
  const fields = ruleDifferences(base.rule, recordIn(base, base.query), recordIn(current, current.query));
  return fields.some((field) => field !== 'enabled');
}

/** The requests that publish a draft on the current rule. */
export function ruleRequests(current: RuleRecord, draft: RuleDraft): readonly Operation<undefined>[] {
  const { update, toggle } = writesOf(current, draft);
  return [update, toggle].filter((operation) => operation !== undefined);
}

/** What publishing changes, and whether it makes a version. */
export function ruleChangesText(current: RuleRecord, draft: RuleDraft): string {
  const fields = ruleDifferences(current.rule, recordIn(current, current.query), wantedRule(current, draft));
  const changes = t('Changes: {0}', fields.join(', '));
  return writesOf(current, draft).update === undefined
    ? changes
    : `${changes}\n\n${t('A new version is created. You can restore the version before.')}`;
}

/** What either has changed since the draft was started, and that a version is created. */
export function ruleConflictText(current: RuleRecord, { base, draft }: RuleDraft): string {
  const before = recordIn(base, base.query);
  const changed = (text: string): string =>
    ruleDifferences(base.rule, before, recordIn(base, text)).join(', ') || '–';
  return [
    `${t('Theirs')}: ${changed(current.query)}`,
    `${t('Yours')}: ${changed(currentText({ base, draft }))}`,
    `\n${t('Overwrite creates a new version. You can restore the version before.')}`,
  ].join('\n');
}

/** The request that re-creates a deleted rule. */
export function createRuleAgain({ base, draft }: RuleDraft): Operation<string | undefined> {
  return createRule(base.rule, ruleForm(base.rule, recordIn(base, currentText({ base, draft }))));
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

function writesOf(current: RuleRecord, draft: RuleDraft) {
  const now = { raw: recordIn(current, current.query), enabled: current.enabled };
  const wanted = wantedRule(current, draft);
  const [update, toggle] = ruleWrites(current.rule, current.guid, wanted, now);
  return { update, toggle };
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

export interface DraftToPublish {
  readonly guid: string;
  readonly rule?: RuleKind | undefined;
  readonly base: DraftBase;
  /** Undefined keeps the text of the platform. */
  readonly draft: string | undefined;
  /** Undefined keeps the schedule of the platform. */
  readonly schedule: string | undefined;
}

export type PublishPlan =
  /** The draft can be published on this record. */
  | { readonly kind: 'send'; readonly current: EditableRecord }
  /** Another user has changed the same fields. */
  | { readonly kind: 'conflict'; readonly current: EditableRecord }
  /** The platform already has the content of the draft. */
  | { readonly kind: 'same'; readonly current: EditableRecord }
  | { readonly kind: 'deleted' };

/** The draft of a rule, which contains all of it. */
export type RuleDraft = DraftToPublish & { readonly base: RuleBase };
