import { t } from '../../../core/base/localize';
import { fieldOf } from '../../../core/interface/optional';

/** The display name of a kind of object that a rule refers to; unknown ones are shown unchanged. */
export function ruleItemLabel(item: string): string {
  return fieldOf(labels, item)?.() ?? item.replaceAll('_', ' ');
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
