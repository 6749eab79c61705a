import { t } from '../../src/shared/localize';
import { readableText } from '../../src/shared/plainText';
import type { OverviewAction } from '../../src/shared/protocol/overview';

/** Verb first. Names the target if it differs from the item. */
export function actionLabel(action: OverviewAction, subject?: string): string {
  if (action.kind === 'openQuery') {
    const name = readableText(action.name);
    return name === subject ? t('Open Query') : t('Open {0}', name);
  }
  if (action.kind === 'enableQuery') return t('Enable {0}…', readableText(action.name));
  return labels[action.kind]();
}

const labels: Readonly<Record<Exclude<OverviewAction['kind'], 'openQuery' | 'enableQuery'>, () => string>> = {
  editQuery: () => t('Edit Schedule…'),
  stopQuery: () => t('Stop…'),
  deleteQuery: () => t('Delete…'),
  showTable: () => t('Show Table'),
  queryTable: () => t('Query This Table'),
  showStatus: () => t('Show Status'),
  searchAudit: () => t('Search Audit Logs'),
};
