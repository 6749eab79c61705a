import { ownQuery } from '../../interface/ownQueries';
import { cursorId, historicQuery, resultPage, resultRows } from '../../interface/cursor';
import type { HistoricQuery, ResultPage } from '../../interface/cursor';
import type { RawRecord } from '../../interface/optional';
import { done, page } from '../../interface/listPage';
import type { Page } from '../../interface/listPage';
import { queryStatus } from '../../interface/queryStatus';
import type { QueryStatus } from '../../interface/queryStatus';
import { records } from '../../interface/records';
import { operation } from '../operation';
import type { Operation } from '../operation';
import { checkLongRange, checkNumber, checkPresent, checkRange } from '../validation';

// Created once, because building a schema costs more than using it.
const queriesPage = page('queries', records(historicQuery));

export interface Range {
  readonly offset?: number;
  readonly limit?: number;
}

export type ResultFormat = 'json' | 'csv' | 'txt';

export function getQueryStatus(id: number): Operation<QueryStatus> {
  return operation('GET', ['queries', checkNumber(id, 'query id')], 'MEMBER', queryStatus);
}

/** Starts a query in the background. The cursor uses memory of the platform until it is dropped. */
export function createCursor(text: string): Operation<number> {
  return operation('POST', ['cursors'], 'MEMBER', cursorId, { form: { q: checkPresent(text, 'q') } });
}

export function getCursorRows(id: number, range: Range): Operation<ResultPage> {
  checkLongRange(range);
  const query = { ...range, format: 'json-single' };
  return operation('GET', ['cursors', checkNumber(id, 'query id')], 'MEMBER', resultPage, { query });
}

/** Returns all rows of a cursor in a file format. Only for streaming. */
export function exportCursor(id: number, format: ResultFormat, range: Range = {}): Operation<unknown> {
  return { ...getCursorRows(id, range), query: { ...range, format } };
}

export function dropCursor(id: number): Operation<undefined> {
  return operation('DELETE', ['cursors', checkNumber(id, 'query id')], 'MEMBER', done);
}

/**
 * Runs a short query of the extension itself, which does not appear in the user's query history, and waits for its
 * rows; aborting the request cancels the query.
 */
export function runOwnQuery(text: string, range: Range = {}): Operation<readonly RawRecord[]> {
  checkLongRange(range);
  const query = { q: ownQuery(text), ...range };
  return operation('GET', ['query'], 'MEMBER', resultRows, { query, lines: true });
}

export function listQueryHistory(range: Range): Operation<Page<HistoricQuery>> {
  checkRange(range);
  return operation('GET', ['query-history'], 'MEMBER', queriesPage, { query: { ...range } });
}
