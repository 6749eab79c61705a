import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { failureNotice, notice } from '../app/header';

/** What stands in the place of the rows while there are none; undefined where there are some. */
export function noticeInstead(data: QueryResultsState, retry: () => void): TemplateResult | undefined {
  if (data.rowCount > 0) return undefined;
  if (data.failure) return failureNotice(data.failure, retry);
  switch (data.phase) {
    case 'dropped': {
      const message = t('The results were dropped when the window was closed.');
      return notice('empty', message, t('Run the query again to see them.'));
    }
    case 'finished':
    case 'cancelled':
      return notice('empty', t('The query gave no rows.'));
    default:
      return notice('loading', t('Waiting for the first rows…'));
  }
}
