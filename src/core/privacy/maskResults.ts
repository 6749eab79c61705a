import type { Masker } from './masker';
import { maskMessage } from './maskMessage';
import { toQueryResultsPage } from '../pages/queryResults';
import type {
  Cell,
  FieldStatistics,
  QueryResultsState,
  ResultColumn,
  ResultRow,
  ToQueryResultsPage,
} from '../pages/queryResults';
import { toCell } from '../results/resultTable';
import { maskedColumns } from './maskedColumns';
import type { MaskedColumns } from './maskedColumns';
import { hidingMasker } from './hiddenValues';
import type { RawRecord } from '../interface/optional';
import { parseForRun } from '../results/rowShape';

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
    if ('rows' in message) return { ...message, rows: maskCells(message.rows, state.columns, rows) };
    const shown = maskMessage(toQueryResultsPage, message, masker, (name) => rows.column(name));
    if (message.kind !== 'statistics' || shown.kind !== 'statistics') return shown;
    return { ...shown, statistics: { ...shown.statistics, ...maskValues(message.statistics, rows) } };
  };
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
function maskValues(
  { column, least, greatest, top }: FieldStatistics,
  rows: RowMask,
): Pick<FieldStatistics, 'least' | 'greatest' | 'top'> {
  const value = (cell: Cell): Cell => toCell(rows.row({ [column]: cell })[column]);
  return {
    least: value(least),
    greatest: value(greatest),
    top: top.map((each) => ({ ...each, value: value(each.value) })),
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
