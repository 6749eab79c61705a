import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { failureNotice } from '../app/failureNotice';
import type { FailureActions } from '../app/failureNotice';
import { formatCount } from '../../src/shared/format';
import { notice } from '../app/header';
import { button } from '../elements/controls';

interface NoticeActions extends FailureActions {
  readonly showStatus: () => void;
  readonly clearFilter: () => void;
}

/** Shown instead of the rows while there are none; undefined if there are rows. */
export function resultsNotice(
  data: QueryResultsState,
  shown: number,
  actions: NoticeActions,
): TemplateResult | undefined {
  if (data.rowCount > 0 && data.columns.length === 0) return withoutFields(data);
  if (shown > 0) return undefined;
  if (data.rowCount > 0) return filteredAway(data, actions);
  if (data.failure) return failureNotice(data.failure, actions);
  switch (data.phase) {
    case 'dropped': {
      const message = t('The results were discarded when the window was closed.');
      return notice('empty', message, t('Run the query again to see them.'));
    }
    case 'finished':
      return noRows(data, t('The query returned no rows.'), actions);
    case 'cancelled':
      return noRows(data, t('The query was canceled before any rows were read.'), actions);
    default:
      return notice('loading', t('Waiting for the first rows…'));
  }
}

/** A grid without fields would show empty lines. */
function withoutFields({ rowCount }: QueryResultsState): TemplateResult {
  const message =
    rowCount === 1
      ? t('The query returned 1 row without fields.')
      : t('The query returned {0} rows without fields.', formatCount(rowCount));
  return notice('empty', message);
}

function filteredAway(
  { view }: QueryResultsState,
  { clearFilter }: NoticeActions,
): TemplateResult | undefined {
  const filter = view.filter.trim();
  if (filter === '') return undefined;
  const message = t('No loaded row contains “{0}”.', filter);
  return notice('empty', message, null, button(t('Remove Filter'), clearFilter));
}

/** The pipeline shows which command removed the rows. */
function noRows(
  { queryId, hint }: QueryResultsState,
  message: string,
  actions: NoticeActions,
): TemplateResult {
  if (queryId === null) return notice('empty', message, hint);
  const show = button(t('Show Query Status'), actions.showStatus, { icon: 'pulse' });
  return notice(
    'empty',
    message,
    hint ?? t('The query status shows how many rows each command returned.'),
    show,
  );
}
