import { t } from '../../src/core/base/localize';
import { formatCount } from '../../src/core/pages/format';
import { visibleText } from '../../src/core/base/visibleText';
import type { OverviewAction } from '../../src/core/pages/overview';

/** Verb first. Names the target if it differs from the item. */
export function actionLabel(action: OverviewAction, subject?: string): string {
  if (action.kind === 'openQuery') {
    return action.name === subject ? t('Open Query') : t('Open {0}', visibleText(action.name));
  }
  if (action.kind === 'enableQuery') return t('Enable {0}…', visibleText(action.name));
  if (action.kind === 'showItems') return t('Show All {0}…', formatCount(action.count));
  return labels[action.kind]();
}

const labels: Readonly<
  Record<Exclude<OverviewAction['kind'], 'openQuery' | 'enableQuery' | 'showItems'>, () => string>
> = {
  editQuery: () => t('Edit Schedule…'),
  stopQuery: () => t('Stop…'),
  deleteQuery: () => t('Delete…'),
  notebookOfQuery: () => t('New Notebook'),
  notebookOfTable: () => t('New Notebook'),
  showTable: () => t('Show Table'),
  queryTable: () => t('Query This Table'),
  showStatus: () => t('Show Status'),
  searchAudit: () => t('Search Audit Logs'),
};
