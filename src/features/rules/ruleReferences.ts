import { t } from '../../shared/localize';
import type { RawRecord } from '../../shared/wire/optional';
import type { RuleKind } from '../../shared/wire/rule';
import { referenceFields, textsOf } from '../../shared/wire/ruleReferences';

/** Something that a rule refers to, by the name that the rule has for it. */
export interface RuleReference {
  /** The interface's word for what it is, for example `address_group`. */
  readonly item: string;
  readonly name: string;
}

/** Everything a rule or snapshot refers to. What has no name is shown by its identifier. */
export function referencesOf(kind: RuleKind, rule: RawRecord): readonly RuleReference[] {
  return referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const known = textsOf(rule[names]);
    const listed = textsOf(rule[identifiers]).map((identifier, index) => known[index] ?? identifier);
    return (listed.length === 0 ? known : listed).map((name) => ({ item, name }));
  });
}

/** What a person calls it; a word that the interface does not have is shown as it comes. */
export function itemLabel(item: string): string {
  return labels[item]?.() ?? item.replaceAll('_', ' ');
}

const labels: Readonly<Record<string, (() => string) | undefined>> = {
  name: () => t('name'),
  dataset: () => t('dataset'),
  schema: () => t('schema'),
  ticket_repo: () => t('ticket repository'),
  address_group: () => t('address group'),
  category: () => t('category'),
  rule_category: () => t('rule category'),
  audit_category: () => t('audit category'),
  reviewer: () => t('reviewer'),
  auditor: () => t('auditor'),
  alarm_group: () => t('alarm group'),
  logger: () => t('logger'),
  logger_model: () => t('logger model'),
  ticket_assignee: () => t('ticket assignee'),
};
