import { t } from '../base/localize';
import type { Masker } from '../privacy/masker';
import type { CellOutput, CellRun } from '../pages/notebook';
import { queryResultsState } from '../pages/queryResults';
import type { QueryResultsState, QueryResultsView } from '../pages/queryResults';
import { maskMessage } from '../privacy/maskMessage';
import { maskCells, RowMask } from '../privacy/maskResults';
import { chartOf, highlightsOf, isRawLogs } from '../results/rowShape';

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
  const masked = maskMessage(queryResultsState, state, masker, (column) => mask.column(column));
  return { id, state: masked, rows: maskCells(rows, state.columns, mask), total, started };
}

function stateOf(name: string, run: CellRun, changed: CellView): QueryResultsState {
  const { sent, columns, connection, started, elapsed, failure } = run;
  const chart = columns.length === 0 ? null : chartOf(sent, columns, started);
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
    areEvents: false,
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
