import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { t } from '../../src/core/base/localize';
import type {
  AuditLogsState,
  AuditRow,
  AuditSearch,
  FromAuditLogsPage,
  ToAuditLogsPage,
} from '../../src/core/pages/auditLogMessages';
import { withoutFilters } from '../../src/core/interface/auditFilters';
import { offsetAt } from '../../src/core/pages/format';
import { failureNotice, missingRows, notice, pageTitle, zoneSwitch } from '../app/parts';
import { HostedPage } from '../app/hostedPage';
import type { Handlers } from '../app/hostedPage';
import type { PageEvent } from '../app/lightElement';
import { SecondTicker } from '../app/timers';
import { button } from '../elements/controls';
import { menuItem, openMenu } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { RowCache } from '../grid/rowCache';
import type { RowsWithDetail } from '../grid/rowsWithDetail';
import '../grid/rowsWithDetail';
import { flat } from '../queryResults/copyRows';
import { auditColumns, auditDetail } from './auditColumns';
import { auditFilters } from './auditFilterBar';
import { auditToolbar, statusLine } from './auditToolbar';
import { narrowingsFor, withTimes } from './searchChanges';
import { histogramSection } from '../elements/histogram';

/** Audit log search. The host sends the requests; the page shows the results. */
@customElement('logbench-audit-logs')
export class AuditLogsPage extends HostedPage<AuditLogsState, FromAuditLogsPage> {
  @state() private revision = 0;

  @query('logbench-rows') private readonly rows!: RowsWithDetail<AuditRow> | null;

  readonly #rows = new RowCache<AuditRow>((offset, limit) => {
    if (this.data) this.host.post({ kind: 'needRows', resultId: this.data.resultId, offset, limit });
  });
  #atTop = true;
  protected readonly ticker = new SecondTicker(this, () => this.data?.follow.on === true);

  protected override readonly handlers: Handlers<ToAuditLogsPage> = {
    state: (next) => this.#use(next),
    rows: ({ offset, rows }) => this.#rows.put(offset, rows),
    rowsFailed: ({ offset, message }) => this.#rows.fail(offset, message),
    prepended: ({ rows }) => {
      this.#rows.prepend(rows);
      this.rows?.grid?.rowsPrepended(rows.length, !this.#atTop);
    },
  };

  override receive(message: ToAuditLogsPage): void {
    if (message.kind !== 'state' && message.resultId !== this.data?.resultId) return;
    super.receive(message);
    if (message.kind !== 'state') this.revision += 1;
  }

  protected override draw(data: AuditLogsState): TemplateResult {
    // Without permission to search, the form is hidden.
    const locked = data.failure?.reason === 'noPermission';
    return html`<main
      class="page audit"
      @search-change=${({ detail }: PageEvent<'search-change'>) => this.#search(detail)}
    >
      <header class="page-header">
        ${pageTitle(t('Audit Logs'), data.connection)} ${locked ? nothing : this.#tools(data)}
      </header>
      ${locked ? nothing : auditFilters(data)}
      ${
        data.phase === 'failed' && data.failure
          ? failureNotice(data.failure, this.failures)
          : html`${this.#histogram(data)}${statusLine(data)}${this.#results(data)}`
      }
      <logbench-menu></logbench-menu>
    </main>`;
  }

  #tools(data: AuditLogsState): TemplateResult {
    const search = (next: AuditSearch): void => this.#search(next);
    return html`${auditToolbar(data, { post: this.post, search })} ${zoneSwitch(data, this.changeView)}`;
  }

  /** The matches over time; from a selected interval, a button returns to the period before. */
  #histogram(data: AuditLogsState): TemplateResult | typeof nothing {
    const { phase, total, histogram, zoomed } = data;
    const zoomOut = () => this.post({ kind: 'zoomOut' });
    const below = zoomed
      ? html`<div class="zoom-out">${button(t('Zoom Out'), zoomOut, { icon: 'zoom-out' })}</div>`
      : nothing;
    if (phase === 'ready' && total === 0)
      return zoomed ? html`<div class="status-line">${below}</div>` : nothing;
    const counting = histogram?.counts.includes(null) === true;
    const narrow = (from: number, to: number): void => {
      const search = withTimes(data.search, from, to, this.#offsetAt);
      this.data = { ...data, search };
      this.host.post({ kind: 'zoomIn', search });
    };
    const actions = { changeView: this.changeView, narrow };
    return histogramSection(data, { title: t('Entries over time'), counting, histogram, below }, actions);
  }

  #results(data: AuditLogsState): TemplateResult {
    if (data.total === 0) {
      return data.phase === 'loading'
        ? notice('loading', t('Searching…'))
        : noMatches(data.search, (search) => this.#search(search));
    }
    const { zone, widths, firstRow } = data.view;
    const { serverOffset } = data.connection;
    // Rendered only when its data has changed, because most messages affect other parts.
    const content = [
      data.resultId,
      data.total,
      data.newRows,
      this.revision,
      firstRow,
      JSON.stringify(widths),
    ];
    return html`${missingRows(this.#rows.missing, this.#askAgain)}<logbench-rows
        .content=${guard([zone, serverOffset, ...content], () => ({
          resultId: data.resultId,
          columns: auditColumns(zone, serverOffset),
          widths,
          firstRow,
          rowCount: data.total,
          rowAt: (index: number) => this.#rows.get(index),
          revision: this.revision,
          label: t('Audit log entries, newest first'),
          divider: data.newRows,
        }))}
        .describe=${guard([zone, serverOffset], () => (row: AuditRow) => auditDetail(row, zone, serverOffset))}
        @grid-range=${this.#onRange}
        @grid-menu=${this.#onMenu}
        @grid-copy=${this.#onCopy}
        @grid-view=${({ detail }: PageEvent<'grid-view'>) => this.changeView(detail)}
        @text-copy=${({ detail: text }: PageEvent<'text-copy'>) => this.host.post({ kind: 'copy', text })}
      ></logbench-rows>`;
  }

  readonly #askAgain = (): void => {
    this.#rows.tryAgain();
    this.revision += 1;
  };

  #use(next: AuditLogsState): void {
    const first = this.data === undefined;
    const another = next.resultId !== this.data?.resultId;
    this.show(next);
    if (!another) return;
    this.#rows.clear();
    if (next.firstRows) this.#rows.putFirst(next.firstRows);
    this.revision += 1;
    void this.#begin(next.resultId, first ? next.view.firstRow : 0);
  }

  async #begin(resultId: number, row: number): Promise<void> {
    await this.updateComplete;
    await this.rows?.startAt(row);
    // The second frame starts after the first one, with the rows, has been painted.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => this.post({ kind: 'drawn', resultId }));
    });
  }

  readonly #offsetAt = (epoch: number): number =>
    offsetAt(epoch, this.data?.view.zone ?? 'local', this.data?.connection.serverOffset ?? null);

  readonly #onRange = ({ detail: { first, drawn } }: PageEvent<'grid-range'>): void => {
    if (!this.data) return;
    this.#rows.want(drawn.first, drawn.last, this.data.total);
    const atTop = first === 0;
    if (atTop !== this.#atTop) this.host.post({ kind: 'atTop', atTop });
    this.#atTop = atTop;
  };

  readonly #onMenu = ({ detail: { row: index, column, x, y } }: PageEvent<'grid-menu'>): void => {
    const row = this.#rows.get(index);
    if (!row || !this.data) return;
    const items = [
      ...narrowingsFor(row, column, this.data, this.#offsetAt).map(({ label, search }) =>
        menuItem(label, 'filter', () => this.#search(search)),
      ),
      ...this.#pivotItems(row, column),
      menuItem(t('Copy'), 'copy', () => this.#copy(index, index, column)),
      menuItem(t('Open Entry'), 'list-flat', () => void this.rows?.open(row)),
    ];
    openMenu(this, items, x, y);
  };

  /** Of what tables may have too: a user or an address. */
  #pivotItems(row: AuditRow, column: string): readonly MenuItem[] {
    if ((column !== 'user' && column !== 'remoteIp') || row[column] === '') return [];
    return [
      menuItem(t('Pivot…'), 'notebook', () => this.post({ kind: 'pivot', column, value: row[column] })),
    ];
  }

  readonly #onCopy = ({ detail: { first, last, column } }: PageEvent<'grid-copy'>): void =>
    this.#copy(first, last, column);

  /** Copies the cell of one row, or several rows separated by tabs. */
  #copy(first: number, last: number, column: string): void {
    if (!this.data) return;
    const columns = auditColumns(this.data.view.zone, this.data.connection.serverOffset);
    const wanted = first === last ? columns.filter(({ id }) => id === column) : columns;
    const lines = this.#rows
      .between(first, last)
      .map((row) => wanted.map(({ text }) => (first === last ? text(row) : flat(text(row)))).join('\t'));
    // Rows that are not loaded would empty the clipboard.
    if (lines.length > 0) this.host.post({ kind: 'copy', text: lines.join('\n') });
  }

  #search(search: AuditSearch): void {
    if (!this.data) return;
    this.data = { ...this.data, search };
    this.host.post({ kind: 'search', search });
  }
}

/** Shown if there are no matches, with a button for a wider search. */
function noMatches(search: AuditSearch, widen: (search: AuditSearch) => void): TemplateResult {
  const open = withoutFilters(search);
  if (JSON.stringify(open) !== JSON.stringify(search)) {
    const clear = button(t('Remove All Filters'), () => widen(open));
    return notice('empty', t('No entries match this search.'), null, clear);
  }
  if (search.range === 'all') return notice('empty', t('The audit log has no entries yet.'));
  const ever = button(t('Search All Time'), () => widen({ ...search, range: 'all' }));
  return notice('empty', t('There are no entries in this period.'), null, ever);
}
