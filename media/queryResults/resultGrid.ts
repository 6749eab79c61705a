import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { t } from '../../src/shared/localize';
import type {
  Cell,
  FieldStatistics,
  FromQueryResultsPage,
  QueryResultsState,
  QueryResultsView,
  ResultRow,
} from '../../src/shared/protocol/queryResults';
import { epochOf } from '../../src/shared/format';
import { LightElement } from '../app/lightElement';
import type { PageEvent } from '../app/lightElement';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import type { RowsWithDetail } from '../grid/rowsWithDetail';
import type { ArrangementText } from './arrangementText';
import { aroundItems, copyItems, headingItems, valueItems } from './menuItems';
import { RowsCopy } from './copyRows';
import type { CopyFormat } from './copyRows';
import { statisticsPane } from './fieldStatistics';
import { cellText, differingFirst, resultColumns } from './resultColumns';
import { resultDetail } from './resultDetail';
import type { ResultRows } from './resultRows';
import '../grid/rowsWithDetail';

export interface ResultGridActions {
  readonly post: (message: FromQueryResultsPage) => void;
  readonly changeView: (change: Partial<QueryResultsView>) => void;
  readonly menu: (items: readonly MenuItem[], x: number, y: number) => void;
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

  /** The field whose statistics are shown. */
  @state() countedField: string | undefined;

  @query('logbench-rows') private readonly withDetail!: RowsWithDetail<ResultRow> | null;

  readonly #copy = new RowsCopy();
  #atTop = true;
  /** Determined by the first rows and then fixed, because columns must not move under the pointer. */
  #order: readonly number[] | undefined;

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
    this.#copy.start(Math.max(0, first), Math.max(0, last), format);
    this.#continueCopying();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('data');
    if (before && before.resultId !== this.data.resultId) {
      this.#order = undefined;
      this.countedField = undefined;
      this.#copy.end();
      this.actions.changed();
    }
    const rows = this.#order || !this.data.rawLogs ? [] : this.rows.all();
    if (rows.length > 0) this.#order = differingFirst(this.data.columns, rows);
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
        label: t('Result rows'),
      }}
      .describe=${(row: ResultRow) => resultDetail(row, data, { menu: this.#openValueMenu })}
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
    const { columns, view, connection } = this.data;
    return resultColumns(columns, view.zone, connection.serverOffset, this.#order);
  }

  #statisticsPane(): TemplateResult | undefined {
    const { statistics, countedField } = this;
    if (countedField === undefined || !statistics) return undefined;
    const type = this.data.columns.find(({ name }) => name === countedField)?.type ?? 'text';
    const { view, connection } = this.data;
    return statisticsPane(statistics, {
      refine: this.#refine,
      close: this.#closeStatistics,
      menu: this.#openValueMenu,
      text: (value) => cellText(value, type, view.zone, connection.serverOffset),
    });
  }

  readonly #refine = (refinement: Extract<FromQueryResultsPage, { kind: 'refine' }>['refinement']): void =>
    this.actions.post({ kind: 'refine', refinement });

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
    const items = headingItems(column, this.data.view.sort?.column === column, {
      refine: this.#refine,
      sort: (descending) => this.#sort(column, descending),
      statistics: () => {
        this.countedField = column;
        this.actions.count(column);
      },
      fit: () => this.withDetail?.grid?.fitColumn(column),
    });
    this.actions.menu(items, x, y);
  };

  readonly #onMenu = ({ detail: { row, column, x, y } }: PageEvent<'grid-menu'>): void => {
    const index = this.data.columns.findIndex(({ name }) => name === column);
    const value = this.rows.at(row)?.[index] ?? null;
    const filter = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const filterBy = (): void => this.actions.changeView({ filter });
    const items = [
      ...valueItems(column, value, this.#refine),
      ...aroundItems(this.#timeOf(row), this.#refine),
      // A filter looks for text, which a missing value has not.
      ...(value === null ? [] : [menuItem(t('Filter Rows by This Value'), 'search', filterBy, true)]),
      ...copyItems((format) => this.copy(format)),
      menuItem(t('Open Row'), 'preview', () => void this.withDetail?.open(this.rows.at(row)), true),
    ];
    this.actions.menu(items, x, y);
  };

  /** The time of an event; undefined if the time of the query cannot be set. */
  #timeOf(row: number): number | undefined {
    const index = this.data.columns.findIndex(({ name, type }) => name === '_time' && type === 'time');
    return this.data.time ? epochOf(this.rows.at(row)?.[index]) : undefined;
  }

  readonly #openValueMenu = (column: string, value: Cell, button: Element): void => {
    const { left, bottom } = button.getBoundingClientRect();
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const copy = menuItem(t('Copy Value'), 'copy', () => this.actions.post({ kind: 'copy', text }), true);
    this.actions.menu([...valueItems(column, value, this.#refine), copy], left, bottom + 2);
  };

  readonly #onCopy = ({ detail: { first, last, column } }: PageEvent<'grid-copy'>): void => {
    if (first !== last) {
      this.copy('tsv');
      return;
    }
    const row = this.rows.at(first);
    const cell = this.#columns().find(({ id }) => id === column);
    if (row && cell) this.actions.post({ kind: 'copy', text: cell.text(row) });
  };

  #continueCopying(): void {
    const text = this.#copy.continue(this.rows, this.data);
    if (text !== undefined) this.actions.post({ kind: 'copy', text });
    this.actions.changed();
  }
}
