import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import type { ConnectionMark, ExportProgress, Failure } from '../../shared/protocol/common';
import type { QueryResultsState, QueryResultsView } from '../../shared/protocol/queryResults';
import type { Connection } from '../../ui/connections/connection';
import { tailText } from './liveTail';
import type { LiveTail } from './liveTail';
import type { QueryRun } from './queryRun';
import { timeOf } from '../../results/refinements';
import { endsInTimechart, highlightsOf, isRawLogs, parseForRun } from '../../results/rowShape';
import { isQueryRejection, markUncertain } from '../../api/errors';
import { rejectedRange } from '../../language/services/rejectedRange';
import { commandsToConfirm } from '../../language/services/structure';
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
} as const;

export interface ShownRun {
  readonly connection: ConnectionMark;
  readonly run: QueryRun | undefined;
  readonly resultId: number;
  readonly exporting: ExportProgress | null;
  readonly tail: LiveTail | undefined;
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
    title: plainText(titleOf(shown)),
    queryText: text,
    phase: run.phase,
    resultId: shownRun.resultId,
    columns: [...run.columns],
    rowCount: rowCountOf(run.rowCount, shownRun.tail),
    elapsed: run.elapsed,
    failure: run.error === undefined ? null : runFailure(run.error, text),
    chart: run.chart,
    overTime: shownRun.overTime,
    // Without a run, it is unknown in which time zone the platform reads a time.
    time: shownRun.run ? timeOf(text) : null,
    hint: shownRun.hint,
    highlights: highlightsOf(text),
    rawLogs: isRawLogs(text, run.columns),
    canTail: run.phase === 'finished' && tailText(text, run.columns) !== undefined,
    tail: shownRun.tail?.state ?? null,
    exporting: shownRun.exporting,
    view,
  };
}

/** The rows of the query are older than those of the tail, and are discarded first. */
function rowCountOf(rowCount: number, tail: LiveTail | undefined): number {
  if (tail === undefined) return rowCount;
  return tail.state.kept === null ? rowCount + tail.rows.length : tail.rows.length;
}

/** The tab shows the name and the connection. */
export function titleOf({
  name,
  connection,
}: Pick<ShownQuery, 'name'> & { readonly connection: Pick<Connection, 'name'> }): string {
  return t('Results: {0} · {1}', name, connection.name);
}

/** The platform rejects a query with an error code; the position is in the message. */
export function runFailure(error: unknown, text: string): Failure {
  const { writing, unknown } = commandsToConfirm(parseForRun(text));
  if (writing.length + unknown.length > 0) markUncertain(error);
  const failure = panelFailure(error);
  if (!isQueryRejection(error)) return failure;
  return { ...failure, message: rejectedRange(error.message, text).message, detail: failure.message };
}
