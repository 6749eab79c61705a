import { t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import type { ConnectionMark, ExportProgress } from '../../shared/protocol/common';
import type { QueryResultsState, QueryResultsView } from '../../shared/protocol/queryResults';
import type { Connection } from '../../ui/connections/connection';
import { tailText } from './liveTail';
import type { LiveTail } from './liveTail';
import type { QueryRun } from './queryRun';
import { highlightsOf, isRawLogs } from './rowShape';
import { runFailure } from './runFailure';

/** The stretch of a document that ran. */
export interface QuerySource {
  readonly uri: string;
  /** Where it begins in the document. */
  readonly from: number;
  readonly text: string;
  /** Commands that ran before it and give parameters their values. */
  readonly settings: string;
}

/** What a panel is about; a run of the same document takes the same panel. */
export interface ShownQuery {
  readonly connection: Connection;
  /** What ran: a document's name, or the number of a query. */
  readonly name: string;
  /** The address of the document that ran; null for a query that was started elsewhere. */
  readonly document: string | null;
  readonly text: string;
  readonly view: QueryResultsView;
  /** Where the text stands; undefined for a query that was started elsewhere. */
  readonly source?: QuerySource | undefined;
}

/** What a new panel begins with. */
export const firstView: QueryResultsView = {
  zone: 'local',
  widths: {},
  chartOpen: false,
  chartShape: null,
  firstRow: 0,
  sort: null,
  filter: '',
};

/** Another query begins in its own order and with all of its rows; the same one again keeps both. */
export function viewFor(text: string, { text: before, view }: ShownQuery): QueryResultsView {
  return text === before ? view : { ...view, sort: null, filter: '', firstRow: 0 };
}

/** A restored panel before its query runs again: the service holds results no longer than a window does. */
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
  readonly run: QueryRun | undefined;
  readonly resultId: number;
  readonly readOnly: boolean;
  readonly exporting: ExportProgress | null;
  readonly tail: LiveTail | undefined;
}

/** All that the page is told, but the rows. */
export function resultsState(shown: ShownQuery, shownRun: ShownRun): QueryResultsState {
  const { name, document, text, view } = shown;
  const run = shownRun.run ?? nothingRan;
  return {
    kind: 'state',
    connection: markOf(shown.connection, shownRun),
    // The service knows a dropped query no more: nothing leads to its status.
    queryId: run.dropped ? null : run.queryId,
    name,
    document,
    title: readableText(titleOf(shown)),
    queryText: text,
    phase: run.phase,
    resultId: shownRun.resultId,
    columns: [...run.columns],
    rowCount: rowCountOf(run.rowCount, shownRun.tail),
    elapsed: run.elapsed,
    failure: run.error === undefined ? null : runFailure(run.error, text),
    chart: run.chart,
    highlights: highlightsOf(text),
    rawLogs: isRawLogs(text, run.columns),
    canTail: run.phase === 'finished' && tailText(text, run.columns) !== undefined,
    tail: shownRun.tail?.state ?? null,
    exporting: shownRun.exporting,
    view,
  };
}

/** What the query gave is older than what a tail found, and goes first when not all is kept. */
function rowCountOf(given: number, tail: LiveTail | undefined): number {
  if (tail === undefined) return given;
  return tail.state.kept === null ? given + tail.rows.length : tail.rows.length;
}

function markOf({ name, environment }: Connection, { run, readOnly }: ShownRun): ConnectionMark {
  return { name, environment, readOnly, serverOffset: run?.serverOffset ?? null };
}

/** The tab says what ran and where. */
export function titleOf({
  name,
  connection,
}: Pick<ShownQuery, 'name'> & { readonly connection: Pick<Connection, 'name'> }): string {
  return t('Results: {0} · {1}', name, connection.name);
}
