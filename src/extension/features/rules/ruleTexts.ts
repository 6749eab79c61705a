import { t } from '../../../core/base/localize';
import { hidingMasker, shownUser } from '../../../core/privacy/hiddenValues';
import { sensitiveColumn } from '../../../core/privacy/sensitiveColumns';
import type { Rule, RuleKind, RuleVersion, RestoreFailure } from '../../../core/interface/rule';
import { formatPlatformTime, formatTimestamp } from '../../ui/format/formatTimestamp';
import type { RawRecord } from '../../../core/interface/optional';
import { referenceFields, textsOf } from '../../../core/interface/ruleReferences';
import { ruleItemLabel } from '../../ui/format/ruleItemLabel';
import { connectionLabel } from '../../ui/connections/connection';
import type { RuleState, SelectedRule } from './ruleItem';
import { editableRuleText } from '../../../core/project/ruleDraft';

export function kindLabel(kind: RuleKind): string {
  return kind === 'batch' ? t('Batch') : t('Stream');
}

export function stateLabel({ enabled }: Pick<Rule, 'enabled'>): string {
  return enabled ? t('enabled') : t('disabled');
}

/** The value of a field that is called Priority; unknown ones are shown unchanged. */
export function priorityText(priority: string | undefined): string | undefined {
  return priorities.get(priority)?.text() ?? priority;
}

/** The same where nothing else says that it is a priority. */
export function priorityLabel(priority: string | undefined): string | undefined {
  return priorities.get(priority)?.label() ?? priority;
}

const priorities: ReadonlyMap<string | undefined, Readonly<Record<'text' | 'label', () => string>>> = new Map(
  [
    ['LOW', { text: () => t('low'), label: () => t('low priority') }],
    ['MEDIUM', { text: () => t('medium'), label: () => t('medium priority') }],
    ['HIGH', { text: () => t('high'), label: () => t('high priority') }],
  ],
);

export function versionLabel(version: number): string {
  return t('Version {0}', version);
}

/** The author, time and description of a version. */
export function versionDescription({ userName, created, description }: RuleVersion): string {
  return joined([userName && shownUser(userName), formatPlatformTime(created), description]);
}

export function joined(parts: readonly (string | undefined)[], separator = ' · '): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

/** An object that a rule refers to, by the name in the rule. */
interface RuleReference {
  /** The kind as the interface names it, for example `address_group`. */
  readonly item: string;
  readonly name: string;
}

/** The rule to display: the names of people, which cannot be recognized in text, are masked while values are hidden. */
export function withShownPeople(rule: RawRecord): RawRecord {
  const masker = hidingMasker();
  if (masker === undefined) return rule;
  const fields = Object.entries(rule).map(([name, value]) => {
    const isPerson = sensitiveColumn(name)?.kind === 'user';
    return [name, isPerson ? masker.whole('user', value) : value] as const;
  });
  return Object.fromEntries(fields);
}

/** A rule or a version of it, to read: the text of its editor. */
export function shownRuleText(kind: RuleKind, { rule, version }: RuleState): string {
  const text = editableRuleText(kind, withShownPeople(rule));
  if (version === undefined) return text;
  const heading = joined([versionLabel(version.version), versionDescription(version)]).replace(/\s+/g, ' ');
  return text.replace(/^---\n/, () => `---\n# ${heading}\n`);
}

/** A rule or a version of it, to compare: without whether it is enabled, which versions do not say. */
export function comparedRuleText(kind: RuleKind, { rule }: RuleState): string {
  return editableRuleText(kind, withShownPeople({ ...rule, enabled: undefined }));
}

/** All references of a rule or version. An object without a name is shown by its identifier. */
export function referencesOf(kind: RuleKind, rule: RawRecord): readonly RuleReference[] {
  return referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const known = textsOf(rule[names]);
    const listed = textsOf(rule[identifiers]).map((identifier, index) => known[index] ?? identifier);
    return (listed.length === 0 ? known : listed).map((name) => ({ item, name }));
  });
}

/** Describes why a version could not be restored. */
export function failureSentence({ item, value: rejected, reason }: RestoreFailure): string {
  const value = sensitiveColumn(item)?.kind === 'user' ? shownUser(rejected) : rejected;
  if (reason === 'duplicate') {
    return item === 'name'
      ? t('Another rule already has the name “{0}”.', value)
      : t('The {0} “{1}” is used twice.', ruleItemLabel(item), value);
  }
  if (reason === 'not-found') return t('The {0} “{1}” no longer exists.', ruleItemLabel(item), value);
  return t('The {0} “{1}” was rejected: {2}', ruleItemLabel(item), value, reason);
}

/** The next step. */
function failureHint({ item, reason }: RestoreFailure): string | undefined {
  if (reason === 'duplicate' && item === 'name') return t('Rename the other rule, then restore again.');
  if (reason === 'not-found') {
    return t('Restore a version that does not refer to it, or first create it again.');
  }
  return undefined;
}

export interface FailedRestore extends SelectedRule {
  readonly version: number;
  readonly failures: readonly RestoreFailure[];
}

/** The whole result as a document, with the zero-based line of each failure. */
export function failureDocument(
  restore: FailedRestore,
  at: Date,
): { readonly text: string; readonly lines: readonly number[] } {
  const { connection, value: target, version, failures } = restore;
  const lines = [
    t('Version {0} of “{1}” was not restored. The rule is unchanged.', version, target.name),
    '',
    `${connectionLabel(connection)} · ${kindLabel(target.kind)} · ${target.guid}`,
    formatTimestamp(at),
    '',
  ];
  const indexes: number[] = [];
  for (const failure of failures) {
    indexes.push(lines.length);
    lines.push(failureSentence(failure));
    const hint = failureHint(failure);
    if (hint !== undefined) lines.push(`    ${hint}`);
  }
  if (failures.length === 0) lines.push(t('The platform gave no reason.'));
  return { text: `${lines.join('\n')}\n`, lines: indexes };
}

/** The query of a rule, if it can be run as it is. */
export function runnableQuery({ query }: RawRecord): string | undefined {
  return typeof query === 'string' && query.trim() !== '' ? query : undefined;
}
