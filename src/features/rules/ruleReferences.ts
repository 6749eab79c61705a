import { t } from '../../shared/localize';
import type { RawRecord } from '../../shared/wire/optional';
import type { RuleKind } from '../../shared/wire/rule';
import { referenceFields, textsOf } from '../../shared/wire/ruleReferences';

/** An object that a rule refers to, by the name in the rule. */
export interface RuleReference {
  /** The kind as the interface names it, for example `address_group`. */
  readonly item: string;
  readonly name: string;
}

/** All references of a rule or version. An object without a name is shown by its identifier. */
export function referencesOf(kind: RuleKind, rule: RawRecord): readonly RuleReference[] {
  return referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const known = textsOf(rule[names]);
    const listed = textsOf(rule[identifiers]).map((identifier, index) => known[index] ?? identifier);
    return (listed.length === 0 ? known : listed).map((name) => ({ item, name }));
  });
}

/** The display name of a kind; unknown ones are shown unchanged. */
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
