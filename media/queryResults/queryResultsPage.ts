import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { t } from '../../src/shared/localize';
import type {
  FromQueryResultsPage,
  QueryResultsResume,
  QueryResultsState,
  QueryResultsView,
  ResultRow,
  ToQueryResultsPage,
} from '../../src/shared/protocol/queryResults';
import { formatCount } from '../app/format';
import { failureActions, failureBanner, missingRows } from '../app/failureNotice';
import { notice } from '../app/header';
import type { Host } from '../app/host';
import { LightElement } from '../app/lightElement';
import type { MenuItem, PopupMenu } from '../elements/popupMenu';
import type {
  GridCopyEvent,
  GridMenuEvent,
  GridRangeEvent,
  GridSortEvent,
  GridViewEvent,
  TextCopyEvent,
} from '../grid/gridEvents';
import { RowCache } from '../grid/rowCache';
import type { RowsWithDetail } from '../grid/rowsWithDetail';
import { copyItems } from './copyItems';
import { copyRows } from './copyRows';
import type { CopyFormat } from './copyRows';
import { arrangeLoaded } from './loadedRows';
import { chartSpec } from './resultChart';
import { resultDetail } from './resultDetail';
import { resultColumns } from './resultColumns';
import { noticeInstead } from './noticeInstead';
import { resultsHeader, statusStrip } from './resultsHeader';
import type { HeaderActions } from './resultsHeader';
import '../elements/chart';
import '../elements/popupMenu';
import '../grid/rowsWithDetail';

const loadedForWhole = 2000;

/** The rows of one query. They come by page from the cursor; sorting and filtering see what has come. */
@customElement('logbench-query-results')
export class QueryResultsPage extends LightElement {
  @state() private data: QueryResultsState | undefined;
  @state() private revision = 0;

  @query('logbench-rows') private readonly rows!: RowsWithDetail<ResultRow> | null;
  @query('logbench-menu') private readonly menu!: PopupMenu | null;

  readonly #rows = new RowCache<ResultRow>((offset, limit) => {
    if (this.data) this.host.post({ kind: 'needRows', resultId: this.data.resultId, offset, limit });
  });
  /** Indexes in the order shown, while a filter or an order is set. */
  #arranged: readonly number[] | undefined;

  constructor(private readonly host: Host<FromQueryResultsPage, QueryResultsResume>) {
    super();
  }

  receive(message: ToQueryResultsPage): void {
    if (message.kind === 'state') this.#use(message);
    else if (message.resultId === this.data?.resultId) {
      this.#useRows(message);
    }
  }

  #useRows(message: Exclude<ToQueryResultsPage, { kind: 'state' }>): void {
    if (message.kind === 'rows') this.#rows.put(message.offset, message.rows);
    else this.#rows.fail(message.offset, message.message);
    this.revision += 1;
  }

  protected override willUpdate(): void {
    const { data } = this;
    if (!data) return;
    const { filter, sort } = data.view;
    const arranged = filter.trim() !== '' || sort !== null;
    this.#arranged = arranged ? arrangeLoaded(this.#rows.entries(), data.columns, data.view) : undefined;
  }

  protected override updated(): void {
    if (!this.data) return;
    const { connection, name, document: ran, queryText, view, rowCount } = this.data;
    // An order, a filter and a chart are about the whole; a small result is loaded whole for them.
    const whole = this.#arranged !== undefined || view.chartOpen;
    if (whole) this.#rows.want(0, Math.min(rowCount, loadedForWhole), rowCount);
    this.host.keep({ connection: connection.name, name, document: ran, queryText, view });
  }

  protected override render(): TemplateResult {
    const { data } = this;
    if (!data) return html`<div class="page">${notice('loading', t('Loading…'))}</div>`;
    const actions = this.#actions();
    return html`<main class="page query-results">
      ${resultsHeader(data, actions)} ${statusStrip(data, this.#loadedWords(data), actions)}
      ${this.#content(data)}
      <logbench-menu></logbench-menu>
    </main>`;
  }

  #content(data: QueryResultsState): TemplateResult {
    const rowCount = this.#arranged?.length ?? data.rowCount;
    const instead = noticeInstead(data, rowCount, this.#notices);
    if (instead) return instead;
    const { zone, widths, firstRow, sort, chartOpen } = data.view;
    const { serverOffset } = data.connection;
    return html`${data.failure ? failureBanner(data.failure, this.#notices) : nothing}
      ${missingRows(this.#rows.missing, this.#askAgain)} ${chartOpen ? this.#chart(data) : nothing}
      <logbench-rows
        .content=${{
          resultId: data.resultId,
          columns: resultColumns(data.columns, zone, serverOffset),
          widths,
          firstRow,
          rowCount,
          rowAt: (index: number) => this.#rowAt(index),
          revision: this.revision,
          sort,
          label: t('Result rows'),
        }}
        .describe=${(row: ResultRow) => resultDetail(row, data.columns, zone, serverOffset)}
        @grid-range=${this.#onRange}
        @grid-sort=${this.#onSort}
        @grid-menu=${this.#onMenu}
        @grid-copy=${this.#onCopy}
        @grid-view=${this.#onView}
        @text-copy=${({ text }: TextCopyEvent) => {
          this.host.post({ kind: 'copy', text });
        }}
      ></logbench-rows>`;
  }

  readonly #askAgain = (): void => {
    this.#rows.tryAgain();
    this.revision += 1;
  };

  readonly #notices = {
    ...failureActions((message) => {
      this.host.post(message);
    }),
    showStatus: (): void => {
      this.host.post({ kind: 'showStatus' });
    },
    clearFilter: (): void => {
      this.#changeView({ filter: '' });
    },
  };

  #chart(data: QueryResultsState): TemplateResult {
    const spec = chartSpec(
      data,
      [...this.#rows.entries()].map(([, row]) => row),
    );
    if (!spec) return html``;
    const names = spec.series.map(({ label }) => label).join(', ');
    return html`<div class="result-chart">
      <logbench-chart
        .spec=${spec}
        .height=${190}
        .label=${t('Chart of {0} by {1}', names, data.chart?.x ?? '')}
      ></logbench-chart>
    </div>`;
  }

  /** With a filter or an order set, how much of the result it sees. */
  #loadedWords(data: QueryResultsState): string | undefined {
    if (!this.#arranged) return undefined;
    return t(
      '{0} shown of {1} loaded',
      formatCount(this.#arranged.length),
      formatCount(Math.min(this.#rows.size, data.rowCount)),
    );
  }

  #actions(): HeaderActions {
    return {
      post: (message) => {
        this.host.post(message);
      },
      changeView: (change) => {
        this.#changeView(change);
      },
      menu: (items, button) => void this.menu?.openBelow(items, button),
      copyItems: () => this.#copyItems(),
    };
  }

  #use(next: QueryResultsState): void {
    const first = this.data === undefined;
    const another = next.resultId !== this.data?.resultId;
    const grown = next.rowCount !== this.data?.rowCount;
    this.data = next;
    if (another) this.#rows.clear();
    if (another || grown) this.revision += 1;
    const row = next.view.firstRow;
    if (first && row > 0) void this.updateComplete.then(() => this.rows?.startAt(row));
  }

  #rowAt(index: number): ResultRow | undefined {
    const at = this.#arranged ? this.#arranged[index] : index;
    return at === undefined ? undefined : this.#rows.get(at);
  }

  readonly #onRange = ({ first, last }: GridRangeEvent): void => {
    if (!this.data || this.#arranged) return;
    this.#rows.want(first, last, this.data.rowCount);
  };

  /** A row's place in an order or a filter is not where the result is taken up again. */
  readonly #onView = ({ change }: GridViewEvent): void => {
    if (!('firstRow' in change && this.#arranged)) this.#changeView(change);
  };

  /** Ascending, descending, and back to the order of the query. */
  readonly #onSort = ({ column }: GridSortEvent): void => {
    const sort = this.data?.view.sort;
    if (sort?.column !== column) this.#changeView({ sort: { column, descending: false } });
    else this.#changeView({ sort: sort.descending ? null : { column, descending: true } });
  };

  readonly #onMenu = ({ row, column, x, y }: GridMenuEvent): void => {
    const definition = this.data?.columns.findIndex(({ name }) => name === column) ?? -1;
    const value = this.#rowAt(row)?.[definition];
    const filter = typeof value === 'object' ? JSON.stringify(value) : String(value);
    void this.menu?.open(
      [
        {
          label: t('Filter loaded rows by this value'),
          icon: 'filter',
          run: () => {
            this.#changeView({ filter });
          },
        },
        ...this.#copyItems(),
        {
          label: t('Open Row'),
          icon: 'json',
          run: () => void this.rows?.open(this.#rowAt(row)),
        },
      ],
      x,
      y,
    );
  };

  readonly #onCopy = ({ first, last, column }: GridCopyEvent): void => {
    if (first !== last) {
      this.#copy('tsv');
      return;
    }
    const { columns, view, connection } = this.data ?? {};
    const row = this.#rowAt(first);
    if (!columns || !view || !connection || !row) return;
    const cell = resultColumns(columns, view.zone, connection.serverOffset).find(({ id }) => id === column);
    this.host.post({ kind: 'copy', text: cell?.text(row) ?? '' });
  };

  #copyItems(): readonly MenuItem[] {
    return copyItems((format) => {
      this.#copy(format);
    });
  }

  /** The selected rows, or the one that is active. */
  #copy(format: CopyFormat): void {
    const grid = this.rows?.grid;
    if (!this.data || !grid) return;
    const [first, last] = grid.selection;
    const rows = Array.from({ length: last - first + 1 }, (_, index) => this.#rowAt(first + index));
    const text = copyRows(
      rows.filter((row) => row !== undefined),
      this.data.columns,
      format,
    );
    this.host.post({ kind: 'copy', text });
  }

  #changeView(change: Partial<QueryResultsView>): void {
    if (!this.data) return;
    const view = { ...this.data.view, ...change };
    this.data = { ...this.data, view };
    this.host.post({ kind: 'viewChanged', view });
  }
}
