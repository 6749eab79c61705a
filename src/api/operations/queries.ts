import { cursorId, historicQuery, resultPage, resultRows } from '../../shared/wire/cursor';
import type { HistoricQuery, ResultPage } from '../../shared/wire/cursor';
import type { RawRecord } from '../../shared/wire/optional';
import { done, page } from '../../shared/wire/page';
import type { Page } from '../../shared/wire/page';
import { queryStatus } from '../../shared/wire/queryStatus';
import type { QueryStatus } from '../../shared/wire/queryStatus';
import { records } from '../../shared/wire/records';
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
  return {
    method: 'GET',
    path: ['queries', checkNumber(id, 'query id')],
    role: 'MEMBER',
    answer: queryStatus,
  };
}

/** Starts a query in the background. The cursor uses memory of the platform until it is dropped. */
export function createCursor(text: string): Operation<number> {
  checkPresent(text, 'q');
  return { method: 'POST', path: ['cursors'], form: { q: text }, role: 'MEMBER', answer: cursorId };
}

export function getCursorRows(id: number, range: Range): Operation<ResultPage> {
  checkLongRange(range);
  return {
    method: 'GET',
    path: ['cursors', checkNumber(id, 'query id')],
    query: { ...range, format: 'json-single' },
    role: 'MEMBER',
    answer: resultPage,
  };
}

/** Returns all rows of a cursor in a file format. Only for streaming. */
export function exportCursor(id: number, format: ResultFormat, range: Range): Operation<unknown> {
  return { ...getCursorRows(id, range), query: { ...range, format } };
}

export function dropCursor(id: number): Operation<undefined> {
  return { method: 'DELETE', path: ['cursors', checkNumber(id, 'query id')], role: 'MEMBER', answer: done };
}

/** Runs a short query and waits for its rows; aborting the request cancels the query. */
export function runQuery(text: string, range: Range): Operation<readonly RawRecord[]> {
  checkPresent(text, 'q');
  checkLongRange(range);
  return {
    method: 'GET',
    path: ['query'],
    query: { q: text, ...range },
    role: 'MEMBER',
    answer: resultRows,
    lines: true,
  };
}

export function listQueryHistory(range: Range): Operation<Page<HistoricQuery>> {
  checkRange(range);
  return {
    method: 'GET',
    path: ['query-history'],
    query: { ...range },
    role: 'MEMBER',
    answer: queriesPage,
  };
}
