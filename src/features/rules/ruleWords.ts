import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { Rule, RuleKind, RuleVersion } from '../../shared/wire/rule';
import { formatServiceTime } from '../../ui/format/format';

export function kindLabel(kind: RuleKind): string {
  return kind === 'batch' ? t('Batch') : t('Stream');
}

export function stateLabel({ enabled }: Pick<Rule, 'enabled'>): string {
  return enabled ? t('enabled') : t('disabled');
}

/** Translates known values; others are shown unchanged. */
export function priorityLabel(priority: string | undefined): string | undefined {
  switch (priority) {
    case 'LOW':
      return t('low priority');
    case 'MEDIUM':
      return t('medium priority');
    case 'HIGH':
      return t('high priority');
    default:
      return priority;
  }
}

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
