import { maskConnection, maskFailure } from '../shared/privacy/masker';
import type { Masker } from '../shared/privacy/masker';
import type {
  FieldStatistics,
  QueryResultsState,
  ResultColumn,
  ResultRow,
  ToQueryResultsPage,
} from '../shared/protocol/queryResults';
import { toCell } from './resultTable';
import { maskedColumns } from './maskedColumns';
import type { MaskedColumns } from './maskedColumns';
import { hidingMasker } from '../shared/privacy/hiddenValues';
import type { RawRecord } from '../shared/wire/optional';
import { parseForRun } from './rowShape';

type MaskResults = (message: ToQueryResultsPage, masker: Masker) => ToQueryResultsPage;

/**
 * Masks the messages to a results page. One per page, because rows do not contain column names, which come
 * with the preceding state.
 */
export function resultsMask(): MaskResults {
  let state: Pick<QueryResultsState, 'queryText' | 'columns'> = { queryText: '', columns: [] };
  return (message, masker) => {
    if (message.kind === 'state') state = message;
    const rows = new RowMask(state.queryText, masker);
    switch (message.kind) {
      case 'state':
        return maskState(message, rows, masker);
      case 'rowsFailed':
        return { ...message, message: masker.text(message.message) };
      case 'seriesPicked':
        return { ...message, series: maskSeries(message.series, rows) };
      case 'statistics':
        return { ...message, statistics: maskStatistics(message.statistics, rows, masker) };
      default:
        return { ...message, rows: maskCells(message.rows, state.columns, rows) };
    }
  };
}

export function maskState(state: QueryResultsState, rows: RowMask, masker: Masker): QueryResultsState {
  const { columns, chart, view, tail, overTime } = state;
  return {
    ...state,
    connection: maskConnection(state.connection, masker),
    name: masker.text(state.name),
    title: masker.text(state.title),
    document: state.document && masker.text(state.document),
    queryText: masker.text(state.queryText),
    columns: columns.map((column) => ({ ...column, name: rows.column(column.name) })),
    chart: chart && { ...chart, series: chart.series.map((name) => rows.column(name)) },
    highlights: state.highlights.map((word) => masker.typed(word)),
    failure: maskFailure(state.failure, masker),
    hint: state.hint && masker.text(state.hint),
    overTime: overTime && { ...overTime, failure: overTime.failure && masker.text(overTime.failure) },
    tail: tail && { ...tail, failure: tail.failure && masker.text(tail.failure) },
    view: {
      ...view,
      filter: masker.typed(view.filter),
      pinned: view.pinned.map((name) => rows.column(name)),
      chartSeries: maskSeries(view.chartSeries, rows),
      sort: view.sort && { ...view.sort, column: rows.column(view.sort.column) },
    },
  };
}

function maskSeries(series: readonly string[] | null, rows: RowMask): string[] | null {
  return series?.map((name) => rows.column(name)) ?? null;
}

export function maskCells(
  cells: readonly ResultRow[],
  columns: readonly ResultColumn[],
  mask: RowMask,
): ReturnType<typeof toCell>[][] {
  const named = cells.map((row) =>
    Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])),
  );
  return mask.rows(named).map((masked) => columns.map(({ name }) => toCell(masked[name])));
}

/** Values were masked with their rows, except those of a canceled query, which are masked here. */
function maskStatistics(statistics: FieldStatistics, rows: RowMask, masker: Masker): FieldStatistics {
  const { column, least, greatest, top, failure } = statistics;
  const value = (cell: FieldStatistics['least']): FieldStatistics['least'] =>
    toCell(rows.row({ [column]: cell })[column]);
  return {
    ...statistics,
    column: rows.column(column),
    least: value(least),
    greatest: value(greatest),
    top: top.map((each) => ({ ...each, value: value(each.value) })),
    failure: failure && masker.text(failure),
  };
}

/** Masks the rows of a query, including columns that are derived from sensitive ones or named after values. */
export class RowMask {
  readonly #masked: MaskedColumns;

  constructor(
    text: string,
    private readonly masker: Masker,
  ) {
    this.#masked = maskedColumns(parseForRun(text).query, masker.columns);
  }

  /** Rows that are shown together. */
  rows(rows: readonly RawRecord[]): RawRecord[] {
    this.masker.learn(rows, this.#masked.columns);
    return rows.map((row) => this.row(row));
  }

  /** Keeps the column names. */
  row(row: RawRecord): RawRecord {
    return this.masker.row(row, this.#masked.columns);
  }

  /** A column of `timechart … by user` is named after a user. */
  column(name: string): string {
    const { names, namedColumns } = this.#masked;
    return names === undefined || namedColumns.has(name) ? name : this.masker.name(names, name);
  }

  /** With masked column names. */
  renamedRow(row: RawRecord): RawRecord {
    const entries = Object.entries(this.row(row));
    return Object.fromEntries(entries.map(([name, value]) => [this.column(name), value] as const));
  }
}

/** Undefined while sensitive values are shown. */
export function rowMaskOf(text: string): RowMask | undefined {
  const masker = hidingMasker();
  return masker && new RowMask(text, masker);
}
