import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import type {
  Cell,
  FieldStatistics,
  FromQueryResultsPage,
  QueryResultsState,
  QueryResultsView,
  ResultRow,
} from '../../src/core/pages/queryResults';
import { epochOf } from '../../src/core/pages/format';
import { LightElement } from '../app/lightElement';
import type { PageEvent } from '../app/lightElement';
import { menuItem, openMenu } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import type { RowsWithDetail } from '../grid/rowsWithDetail';
import { aroundItems, copyItems, headingItems, valueItems } from './menuItems';
import { RowsCopy } from './copyRows';
import type { Copied, CopyFormat } from './copyRows';
import type { ColumnLayout } from './columnLayout';
import { statisticsPane } from './fieldStatisticsView';
import { cellText, resultColumns } from './resultColumns';
import { resultDetail } from './resultDetail';
import { findMatches } from './findMatches';
import type { Match } from './findMatches';
import { maxLimit } from './resultRowCache';
import type { ArrangementText, ResultRows } from './resultRowCache';
import '../grid/rowsWithDetail';

export interface ResultGridActions {
  readonly post: (message: FromQueryResultsPage) => void;
  readonly changeView: (change: Partial<QueryResultsView>) => void;
  readonly count: (column: string | null) => void;
  /** Called when the message about copying has changed. */
  readonly changed: () => void;
}

/** The rows as a grid, with the opened row or field next to it, and menus for values. */
@customElement('logbench-result-grid')
export class ResultGrid extends LightElement {
  @property({ attribute: false }) data!: QueryResultsState;
  @property({ attribute: false }) rows!: ResultRows;
  @property({ attribute: false }) revision = 0;
  @property({ attribute: false }) statistics: FieldStatistics | undefined;
  @property({ attribute: false }) actions!: ResultGridActions;
  @property({ attribute: false }) layout!: ColumnLayout;
  /** Marks the cells that contain this text, in lower case. */
  @property({ attribute: false }) found = '';

  /** The field whose statistics are shown. */
  @state() countedField: string | undefined;

  @query('logbench-rows') private readonly withDetail!: RowsWithDetail<ResultRow> | null;

  readonly #copy = new RowsCopy();
  #atTop = true;

  get copying(): ArrangementText | undefined {
    return this.#copy.arrangement;
  }

  startAt(row: number): void {
    void this.withDetail?.startAt(row);
  }

  /** Keeps the active row; at the top, new rows become visible. */
  rowsPrepended(count: number): void {
    this.withDetail?.grid?.rowsPrepended(count, !this.#atTop);
  }

  /** Copies the selected rows, or the active one, after loading missing ones; below an active header, the first row. */
  copy(format: CopyFormat): void {
    const [first, last] = this.withDetail?.grid?.selection ?? [0, 0];
    this.#copyRange(Math.max(0, first), Math.max(0, last), format);
  }

  #copyRange(first: number, last: number, format: Copied): void {
    this.#copy.start(first, last, format);
    this.#continueCopying();
  }

  /** Shows a cell without taking the focus from where the user types. */
  showCell(row: number, column: string): void {
    const index = this.#columns().findIndex(({ id }) => id === column);
    void this.withDetail?.grid?.showRow(row, { focus: false, column: Math.max(0, index) });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('data');
    if (before && before.resultId !== this.data.resultId) {
      this.countedField = undefined;
      this.#copy.end();
      this.actions.changed();
    }
    const { columns, view, connection } = this.data;
    this.layout.learn(
      columns,
      () => this.rows.all(),
      (row, index) =>
        cellText(row[index] ?? null, columns[index]?.type ?? 'text', view.zone, connection.serverOffset),
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.#copy.pending) this.#continueCopying();
    // The first count arrives with a message of the host, which opens the pane.
    const opened = changed.has('statistics') && changed.get('statistics') === undefined;
    if (opened && this.statistics) void this.#focusStatistics();
  }

  async #focusStatistics(): Promise<void> {
    await this.withDetail?.updateComplete;
    this.querySelector<HTMLElement>('.statistics')?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const { data } = this;
    const { widths, firstRow, sort } = data.view;
    return html`<logbench-rows
      .content=${{
        resultId: data.resultId,
        columns: this.#columns(),
        widths,
        firstRow,
        rowCount: this.rows.shown ?? data.rowCount,
        rowAt: (index: number) => this.rows.at(index),
        revision: this.revision,
        sort,
        found: this.found,
        label: t('Result rows'),
      }}
      .describe=${(row: ResultRow) => resultDetail(row, data, this.#valueItems)}
      .instead=${this.#statisticsPane()}
      @grid-range=${this.#onRange}
      @grid-sort=${this.#onSort}
      @grid-menu=${this.#onMenu}
      @grid-heading-menu=${this.#onHeadingMenu}
      @grid-copy=${this.#onCopy}
      @grid-view=${this.#onView}
      @text-copy=${({ detail: text }: PageEvent<'text-copy'>) => this.actions.post({ kind: 'copy', text })}
    ></logbench-rows>`;
  }

  #columns(): ReturnType<typeof resultColumns> {
    const { columns, view, connection, rawLogs } = this.data;
    return resultColumns(columns, view.zone, connection.serverOffset, {
      order: rawLogs ? this.layout.order(columns) : undefined,
      widths: this.layout.widths,
      pinned: view.pinned,
    });
  }

  #statisticsPane(): TemplateResult | undefined {
    const { statistics, countedField } = this;
    if (countedField === undefined || !statistics) return undefined;
    const type = this.data.columns.find(({ name }) => name === countedField)?.type ?? 'text';
    const { view, connection } = this.data;
    return statisticsPane(statistics, {
      refine: this.#refine,
      close: this.#closeStatistics,
      itemsOf: this.#valueItems,
      text: (value) => cellText(value, type, view.zone, connection.serverOffset),
    });
  }

  readonly #refine = (refinement: Extract<FromQueryResultsPage, { kind: 'refine' }>['refinement']): void =>
    this.actions.post({ kind: 'refine', refinement });

  #pivot(column: string, value: Cell): () => void {
    return () => this.actions.post({ kind: 'pivot', column, value });
  }

  readonly #closeStatistics = (): void => {
    this.countedField = undefined;
    this.actions.count(null);
    this.querySelector<HTMLElement>('.grid [data-active]')?.focus();
  };

  readonly #onRange = ({ detail: { first, drawn } }: PageEvent<'grid-range'>): void => {
    if (!this.rows.arranged) this.rows.want(drawn.first, drawn.last, this.data.rowCount);
    const atTop = first === 0;
    if (atTop === this.#atTop) return;
    this.#atTop = atTop;
    if (this.data.tail) this.actions.post({ kind: 'atTop', atTop });
  };

  /** A position in a sorted or filtered list is not restored. */
  readonly #onView = ({ detail }: PageEvent<'grid-view'>): void => {
    if (!('firstRow' in detail && this.rows.arranged)) this.actions.changeView(detail);
  };

  /** Ascending, descending, then the order of the query. */
  readonly #onSort = ({ detail: { column } }: PageEvent<'grid-sort'>): void => {
    const { sort } = this.data.view;
    if (sort?.column !== column) this.#sort(column, false);
    else this.#sort(column, sort.descending ? null : true);
  };

  #sort(column: string, descending: boolean | null): void {
    this.actions.changeView({ sort: descending === null ? null : { column, descending } });
  }

  readonly #onHeadingMenu = ({ detail: { column, x, y } }: PageEvent<'grid-heading-menu'>): void => {
    const { sort, pinned } = this.data.view;
    const isPinned = pinned.includes(column);
    const others = pinned.filter((name) => name !== column);
    const items = headingItems(
      column,
      { sorted: sort?.column === column, pinned: isPinned },
      {
        refine: this.#refine,
        sort: (descending) => this.#sort(column, descending),
        statistics: () => {
          this.countedField = column;
          this.actions.count(column);
        },
        fit: () => this.withDetail?.grid?.fitColumn(column),
        copy: () => this.#copyRange(0, (this.rows.shown ?? this.data.rowCount) - 1, { column }),
        pin: () => this.actions.changeView({ pinned: isPinned ? others : [...others, column] }),
      },
    );
    openMenu(this, items, x, y);
  };

  readonly #onMenu = ({ detail: { row, column, x, y } }: PageEvent<'grid-menu'>): void => {
    const index = this.data.columns.findIndex(({ name }) => name === column);
    const value = this.rows.at(row)?.[index] ?? null;
    const filter = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const filterBy = (): void => this.actions.changeView({ filter });
    const items = [
      ...valueItems(column, value, this.#refine, this.#pivot(column, value)),
      ...aroundItems(this.#timeOf(row), this.#refine),
      // A filter searches for text, which a missing value does not have.
      ...(value === null ? [] : [menuItem(t('Filter Rows by This Value'), 'search', filterBy, true)]),
      menuItem(t('Copy Value'), 'copy', () => this.#copyValue(row, column), true),
      ...copyItems((format) => this.copy(format)),
      menuItem(t('Open Row'), 'preview', () => void this.withDetail?.open(this.rows.at(row)), true),
    ];
    openMenu(this, items, x, y);
  };

  /** The time of an event; undefined for other rows, or if the time of the query cannot be set. */
  #timeOf(row: number): number | undefined {
    const index = this.data.columns.findIndex(({ name, type }) => name === '_time' && type === 'time');
    const { time, areEvents } = this.data;
    return time && areEvents ? epochOf(this.rows.at(row)?.[index]) : undefined;
  }

  /** The value itself, which may have line breaks; a time as it is shown. */
  #copyValue(row: number, column: string): void {
    const index = this.data.columns.findIndex(({ name }) => name === column);
    const value = this.rows.at(row)?.[index];
    const isText = typeof value === 'string' && this.data.columns[index]?.type !== 'time';
    if (isText) this.actions.post({ kind: 'copy', text: value });
    else this.#copyCell(row, column);
  }

  readonly #valueItems = (column: string, value: Cell): readonly MenuItem[] => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const copy = menuItem(t('Copy Value'), 'copy', () => this.actions.post({ kind: 'copy', text }), true);
    return [...valueItems(column, value, this.#refine, this.#pivot(column, value)), copy];
  };

  readonly #onCopy = ({ detail: { first, last, column } }: PageEvent<'grid-copy'>): void => {
    if (first === last) this.#copyCell(first, column);
    else this.copy('tsv');
  };

  #copyCell(index: number, column: string): void {
    const row = this.rows.at(index);
    const cell = this.#columns().find(({ id }) => id === column);
    if (row && cell) this.actions.post({ kind: 'copy', text: cell.text(row) });
  }

  /** The cells that contain a text, in the order in which they are shown. */
  cellsWith(text: string): readonly Match[] {
    const count = this.rows.shown ?? this.data.rowCount;
    return findMatches(text, Math.min(count, maxLimit), (index) => this.rows.at(index), this.#columns());
  }

  #continueCopying(): void {
    const text = this.#copy.continue(this.rows, this.data);
    if (text !== undefined) this.actions.post({ kind: 'copy', text });
    this.actions.changed();
  }
}
