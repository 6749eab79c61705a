import { resultsTitle } from '../../../core/pages/queryResults';
import { plainText } from '../../../core/privacy/plainText';
import type { ShownConnection, ExportProgress, Failure } from '../../../core/pages/common';
import type { QueryResultsState, QueryResultsView } from '../../../core/pages/queryResults';
import type { Connection } from '../../ui/connections/connection';
import { tailText } from './liveTail';
import type { QueryRun } from './queryRun';
import { areEvents } from './resultHistogram';
import { timeOf } from '../../../core/results/refinements';
import { endsInTimechart, highlightsOf, isRawLogs, parseForRun } from '../../../core/results/rowShape';
import { isQueryRejection, markUncertain } from '../../../core/api/errors';
import { rejectedRange } from '../../../core/language/services/rejectedRange';
import { commandsToConfirm } from '../../../core/language/services/structure';
import { panelFailure } from '../../ui/panels/panelFailure';

/** The range of a document that was run. */
export interface QuerySource {
  readonly uri: string;
  /** The offset in the document. */
  readonly from: number;
  readonly text: string;
  /** Commands before it that set parameters. */
  readonly settings: string;
}

/** The query of a panel; running the same document reuses the panel. */
export interface ShownQuery {
  readonly connection: Connection;
  /** The name of the document, or the ID of the query. */
  readonly name: string;
  /** The URI of the document; null for a query that was started elsewhere. */
  readonly document: string | null;
  readonly text: string;
  readonly view: QueryResultsView;
  /** The range of the text; undefined for a query that was started elsewhere. */
  readonly source?: QuerySource | undefined;
}

/** A new query resets order and filter, and is shown as a chart if it is one; the same query keeps them. */
export function viewFor(text: string, { text: before, view }: ShownQuery): QueryResultsView {
  if (text === before) return view;
  const isChart = endsInTimechart(text);
  const chartOpen = isChart === endsInTimechart(before) ? view.chartOpen : isChart;
  return { ...view, sort: null, filter: '', firstRow: 0, chartOpen };
}

/** A restored panel before its query runs again: results do not outlive the window. */
const nothingRan = {
  queryId: null,
  phase: 'dropped',
  columns: [],
  rowCount: 0,
  elapsed: 0,
  chart: null,
  error: undefined,
  dropped: false,
  tail: undefined,
} as const;

export interface ShownRun {
  readonly connection: ShownConnection;
  readonly run: QueryRun | undefined;
  readonly resultId: number;
  readonly exporting: ExportProgress | null;
  readonly overTime: QueryResultsState['overTime'];
  readonly hint: string | null;
}

/** The state of the page, without the rows. */
export function resultsState(shown: ShownQuery, shownRun: ShownRun): QueryResultsState {
  const { name, document, text, view } = shown;
  const run = shownRun.run ?? nothingRan;
  return {
    kind: 'state',
    connection: shownRun.connection,
    // A dropped query no longer has a status.
    queryId: run.dropped ? null : run.queryId,
    name,
    document,
    title: plainText(resultsTitle(shown.name, shown.connection.name)),
    queryText: text,
    phase: run.phase,
    resultId: shownRun.resultId,
    columns: [...run.columns],
    rowCount: rowCountOf(run),
    elapsed: run.elapsed,
    failure: run.error === undefined ? null : runFailure(run.error, text),
    chart: run.chart,
    overTime: shownRun.overTime,
    // Without a run, it is unknown in which time zone the platform reads a time.
    time: shownRun.run ? timeOf(text) : null,
    hint: shownRun.hint,
    highlights: highlightsOf(text),
    rawLogs: isRawLogs(text, run.columns),
    areEvents: areEvents(text, run.columns),
    canTail: run.phase === 'finished' && tailText(text, run.columns) !== undefined,
    tail: run.tail?.state ?? null,
    exporting: shownRun.exporting,
    view,
  };
}

/** The rows of the query are older than those of the tail, and are discarded first. */
function rowCountOf({ rowCount, tail }: Pick<QueryRun, 'rowCount' | 'tail'>): number {
  if (tail === undefined) return rowCount;
  return tail.isCut ? tail.rows.length : rowCount + tail.rows.length;
}

/** The platform rejects a query with an error code; the position is in the message. */
export function runFailure(error: unknown, text: string): Failure {
  const { writing, unknown } = commandsToConfirm(parseForRun(text));
  if (writing.length + unknown.length > 0) markUncertain(error);
  const failure = panelFailure(error);
  if (!isQueryRejection(error)) return failure;
  return { ...failure, message: rejectedRange(error.message, text).message, detail: failure.message };
}
