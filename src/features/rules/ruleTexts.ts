import { t } from '../../shared/localize';
import { hidingMasker, shownUser } from '../../shared/privacy/hiddenValues';
import { sensitiveColumn } from '../../shared/privacy/sensitiveColumns';
import type { Rule, RuleKind, RuleVersion, RestoreFailure } from '../../shared/wire/rule';
import { formatServiceTime, formatTimestamp } from '../../ui/format/format';
import type { RawRecord } from '../../shared/wire/optional';
import { referenceFields, textsOf } from '../../shared/wire/ruleReferences';
import { ruleItemLabel } from '../../ui/format/ruleItemLabel';
import { connectionLabel } from '../../ui/connections/connection';
import type { SelectedRule } from './ruleItem';

export function kindLabel(kind: RuleKind): string {
  return kind === 'batch' ? t('Batch') : t('Stream');
}

export function stateLabel({ enabled }: Pick<Rule, 'enabled'>): string {
  return enabled ? t('enabled') : t('disabled');
}

/** The value of a field that is called Priority; unknown ones are shown unchanged. */
export function priorityWord(priority: string | undefined): string | undefined {
  return priorities.get(priority)?.word() ?? priority;
}

/** The same where nothing else says that it is a priority. */
export function priorityLabel(priority: string | undefined): string | undefined {
  return priorities.get(priority)?.label() ?? priority;
}

const priorities: ReadonlyMap<string | undefined, Readonly<Record<'word' | 'label', () => string>>> = new Map(
  [
    ['LOW', { word: () => t('low'), label: () => t('low priority') }],
    ['MEDIUM', { word: () => t('medium'), label: () => t('medium priority') }],
    ['HIGH', { word: () => t('high'), label: () => t('high priority') }],
  ],
);

export function versionLabel(version: number): string {
  return t('Version {0}', version);
}

/** The author, time and description of a version. */
export function versionDescription({ userName, created, description }: RuleVersion): string {
  return joined([userName && shownUser(userName), formatServiceTime(created), description]);
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
    return t('Restore a version that does not need it, or first change the rule to use another one.');
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
  const { connection, target, version, failures } = restore;
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
