import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { ExportFormat } from '../../src/core/pages/common';
import type {
  FieldStatistics,
  FromQueryResultsPage,
  QueryResultsState,
  Refinement,
  ToQueryResultsPage,
} from '../../src/core/pages/queryResults';
import { failureBanner, missingRows } from '../app/parts';
import { HostedPage } from '../app/hostedPage';
import type { Handlers } from '../app/hostedPage';
import { chartModel } from '../../src/core/chart/chartModel';
import { chartPanel } from '../chart/chartPanel';
import { eventsOverTime, resultsHeader, statusStrip, resultsNotice } from './resultsHeader';
import type { HeaderActions } from './resultsHeader';
import { textWidth } from '../grid/gridRow';
import { ColumnLayout } from './columnLayout';
import { copyItems, exportItems } from './menuItems';
import { copyRows } from './copyRows';
import './resultGrid';
import type { ResultGrid } from './resultGrid';
import './findBar';
import type { FindActions, FindBar } from './findBar';
import type { Match } from './findMatches';
import { arrangementText, maxLimit, ResultRows } from './resultRowCache';
import { customTime } from './timePicker';
import type { TimeRange } from '../elements/timeRangePicker';

/**
 * The rows of one query, loaded page by page. Sorting and filtering apply to loaded rows, which the page
 * indicates.
 */
@customElement('logbench-query-results')
export class QueryResultsPage extends HostedPage<QueryResultsState, FromQueryResultsPage> {
  @state() private revision = 0;
  @state() private statistics: FieldStatistics | undefined;
  /** The text to find; undefined while the field for it is closed. */
  @state() private found: string | undefined;
  /** Whether the form for the time of the query is open. */
  @state() private customTime = false;

  @query('logbench-result-grid') private readonly grid!: ResultGrid | null;
  @query('logbench-find') private readonly findField!: FindBar | null;

  readonly #rows = new ResultRows((offset, limit) => {
    if (this.data) this.host.post({ kind: 'needRows', resultId: this.data.resultId, offset, limit });
  });

  #matched: { readonly key: string; readonly cells: readonly Match[] } = { key: '', cells: [] };

  readonly #layout = new ColumnLayout(({ column, texts }) =>
    textWidth(this, column.name, texts, column.type === 'time' || column.type === 'json'),
  );

  protected override readonly handlers: Handlers<ToQueryResultsPage> = {
    state: (next) => this.#use(next),
    seriesPicked: ({ series }) => this.changeView({ chartSeries: series }),
    statistics: ({ statistics }) => {
      // A response may arrive after the pane was closed.
      if (this.grid?.countedField === statistics.column) this.statistics = statistics;
    },
    rows: ({ offset, rows }) => this.#changeRows(() => this.#rows.put(offset, rows)),
    rowsFailed: ({ offset, message }) => this.#changeRows(() => this.#rows.fail(offset, message)),
    tailed: ({ rows }) =>
      this.#changeRows(() => {
        this.#rows.prepend(rows);
        this.grid?.rowsPrepended(rows.length);
      }),
  };

  override receive(message: ToQueryResultsPage): void {
    if (message.kind === 'state' || message.resultId === this.data?.resultId) super.receive(message);
  }

  #changeRows(change: () => void): void {
    change();
    this.revision += 1;
  }

  protected override willUpdate(): void {
    if (this.data) this.#rows.arrange(this.data);
  }

  protected override updated(): void {
    if (!this.data) return;
    const { view, rowCount } = this.data;
    // Orders, filters and charts apply to the whole result, so a small one is loaded completely.
    if (this.#rows.arranged || view.chartOpen || this.found !== undefined) this.#rows.load(rowCount);
  }

  protected override draw(data: QueryResultsState): TemplateResult {
    const arrangement = this.grid?.copying ?? arrangementText(data, this.#rows, this.#arranging);
    return html`<main class="page query-results">
      ${this.header(data)} ${this.customTime && data.time ? customTime(data, this.#actions) : nothing}
      ${statusStrip(data, arrangement, this.#actions)} ${this.#content(data)}
      <logbench-menu></logbench-menu>
    </main>`;
  }

  protected header(data: QueryResultsState): TemplateResult | typeof nothing {
    return resultsHeader(data, this.#actions);
  }

  #content(data: QueryResultsState): TemplateResult {
    const instead = resultsNotice(data, this.#rows.shown ?? data.rowCount, this.#notices);
    if (instead) return instead;
    return html`${data.failure ? failureBanner(data.failure, this.#notices) : nothing}
      ${missingRows(this.#rows.missing, this.#askAgain)} ${data.view.chartOpen ? this.#chart(data) : nothing}
      ${eventsOverTime(data, this.#overTime)}
      ${this.found === undefined ? nothing : this.#findBar(data, this.found)}
      <logbench-result-grid
        .data=${data}
        .rows=${this.#rows}
        .revision=${this.revision}
        .statistics=${this.statistics}
        .actions=${this.#gridActions}
        .layout=${this.#layout}
        .found=${this.found?.toLowerCase() ?? ''}
      ></logbench-result-grid>`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#onFindKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#onFindKey);
  }

  /** As in an editor: Ctrl+F opens the field, F3 goes to the next match. */
  readonly #onFindKey = (event: KeyboardEvent): void => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
    if (isFind && this.grid) this.#openFind();
    else if (event.key === 'F3') this.findField?.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };

  readonly #openFind = (): void => {
    if (this.found === undefined) this.found = '';
    else void this.findField?.focusField();
  };

  #findBar(data: QueryResultsState, text: string): TemplateResult {
    const loaded = this.#rows.loaded(data);
    const canLoad = loaded < Math.min(data.rowCount, maxLimit) && !this.#rows.isLoading(data);
    return html`<logbench-find
      .text=${text}
      .cells=${this.#matches(data, text)}
      .searched=${{ loaded, total: data.rowCount, canLoad }}
      .actions=${this.#finding}
    ></logbench-find>`;
  }

  /** Computed once for the same rows, because the page is drawn more often. */
  #matches({ view, rowCount }: QueryResultsState, text: string): readonly Match[] {
    const key = JSON.stringify([text, this.revision, rowCount, view]);
    if (key !== this.#matched.key) this.#matched = { key, cells: this.grid?.cellsWith(text) ?? [] };
    return this.#matched.cells;
  }

  readonly #finding: FindActions = {
    find: (text) => (this.found = text),
    show: ({ row, column }) => this.grid?.showCell(row, column),
    loadMore: () => this.#arranging.loadAll(),
    close: () => {
      this.found = undefined;
      this.querySelector<HTMLElement>('.grid [data-active]')?.focus();
    },
  };

  readonly #askAgain = (): void => this.#changeRows(() => this.#rows.tryAgain());

  readonly #notices = {
    ...this.failures,
    showStatus: (): void => this.host.post({ kind: 'showStatus' }),
    clearFilter: (): void => this.changeView({ filter: '' }),
  };

  readonly #refine = (refinement: Refinement): void => this.host.post({ kind: 'refine', refinement });

  readonly #overTime = {
    changeView: this.changeView,
    narrow: (from: number, to: number): void => this.#refine({ action: 'narrowTime', from, to, run: true }),
  };

  readonly #arranging = {
    loadAll: (): void => this.#changeRows(() => this.#rows.loadAll()),
    sortInQuery: (): void => {
      const sort = this.data?.view.sort;
      if (sort) this.#refine({ action: 'sort', ...sort, run: true });
    },
  };

  readonly #gridActions = {
    post: this.post,
    changeView: this.changeView,
    /** The column for statistics; null for none. */
    count: (column: string | null): void => {
      const { resultId = 0 } = this.data ?? {};
      this.statistics = undefined;
      this.host.post({ kind: 'statistics', resultId, column });
    },
    changed: (): void => this.requestUpdate(),
  };

  readonly #actions: HeaderActions = {
    post: this.post,
    changeView: this.changeView,
    refine: this.#refine,
    find: this.#openFind,
    setCustom: (open) => void this.#showCustomTime(open),
    copyItems: () => copyItems((format) => this.grid?.copy(format)),
    exportItems: () =>
      exportItems(
        this.#rows.shown,
        (format) => this.exportAll(format),
        (format) => this.exportShown(format),
      ),
  };

  async #showCustomTime(open: boolean): Promise<void> {
    this.customTime = open;
    await this.updateComplete;
    const form = this.querySelector<TimeRange>('logbench-time-range');
    await form?.updateComplete;
    form?.querySelector<HTMLElement>('vscode-textfield')?.focus();
  }

  protected exportAll(format: ExportFormat): void {
    this.host.post({ kind: 'export', format });
  }

  protected exportShown(format: ExportFormat): void {
    const count = this.#rows.shown ?? this.data?.rowCount ?? 0;
    const rows = Array.from({ length: count }, (_, index) => this.#rows.at(index));
    const there = rows.filter((row) => row !== undefined);
    const data = copyRows(there, this.data?.columns ?? [], format);
    this.host.post({ kind: 'save', rows: there.length, extension: format, data });
  }

  #chart(data: QueryResultsState): TemplateResult | typeof nothing {
    const model = chartModel(data, this.#rows.shownRows(), this.#matching(data));
    if (!model) return nothing;
    return chartPanel(model, this.post, (chartShape) => this.changeView({ chartShape }));
  }

  /** The rows of a chart: those that match the filter. */
  #matching({ view, rowCount }: QueryResultsState): number {
    return view.filter.trim() === '' ? rowCount : (this.#rows.shown ?? rowCount);
  }

  #use(next: QueryResultsState): void {
    const first = this.data === undefined;
    const another = next.resultId !== this.data?.resultId;
    const grown = next.rowCount !== this.data?.rowCount;
    this.show(next, !another);
    if (another) {
      this.#rows.clear();
      this.statistics = undefined;
    }
    if (another || grown) this.revision += 1;
    const row = next.view.firstRow;
    if (first && row > 0) void this.updateComplete.then(() => this.grid?.startAt(row));
  }
}
