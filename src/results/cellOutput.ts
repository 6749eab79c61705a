import { t } from '../shared/localize';
import type { Masker } from '../shared/privacy/masker';
import type { CellOutput, CellRun } from '../shared/protocol/notebook';
import type { QueryResultsState, QueryResultsView } from '../shared/protocol/queryResults';
import { maskCells, maskState, RowMask } from './maskResults';
import { chartOf, highlightsOf, isRawLogs } from './rowShape';

/** What the user has changed of the view of a cell's result. */
export type CellView = Partial<QueryResultsView>;

/** The result of a cell as a page of results. Without a masker, sensitive values are shown. */
export function cellOutput(
  id: string,
  name: string,
  run: CellRun,
  changed: CellView = {},
  masker?: Masker,
): CellOutput {
  const state = stateOf(name, run, changed);
  const { rows, total, started } = run;
  if (masker === undefined) return { id, state, rows, total, started };
  const mask = new RowMask(state.queryText, masker);
  const masked = maskState(state, mask, masker);
  return { id, state: masked, rows: maskCells(rows, state.columns, mask), total, started };
}

function stateOf(name: string, run: CellRun, changed: CellView): QueryResultsState {
  const { sent, columns, connection, elapsed, failure } = run;
  const chart = columns.length === 0 ? null : chartOf(sent, columns);
  return {
    kind: 'state',
    connection,
    // Its cursor was dropped, so it has no status.
    queryId: null,
    name,
    document: null,
    title: name === '' ? t('Results') : name,
    queryText: sent,
    phase: failure === null ? 'finished' : 'failed',
    resultId: 1,
    columns,
    rowCount: run.rows.length,
    elapsed,
    failure,
    chart,
    overTime: null,
    time: null,
    hint: null,
    highlights: highlightsOf(sent),
    rawLogs: isRawLogs(sent, columns),
    canTail: false,
    tail: null,
    exporting: null,
    view: { ...firstView, chartOpen: chart !== null, ...changed },
  };
}

/** The initial view of a result. */
export const firstView: QueryResultsView = {
  zone: 'local',
  widths: {},
  chartOpen: false,
  chartShape: null,
  chartSeries: null,
  firstRow: 0,
  sort: null,
  filter: '',
  histogramOpen: false,
  pinned: [],
};
