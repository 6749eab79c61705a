import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { debounce } from '../app/timers';
import { LightElement } from '../app/lightElement';
import type { PageEvent } from '../app/lightElement';
import { detailPane } from './detailPane';
import type { DetailContent } from './detailPane';
import type { VirtualGrid } from './virtualGrid';
import './virtualGrid';

/** The content of a grid; `resultId` identifies its set of rows. */
export interface GridContent<Row>
  extends
    Readonly<Pick<VirtualGrid<Row>, 'columns' | 'widths' | 'rowCount' | 'rowAt' | 'revision' | 'label'>>,
    Readonly<Partial<Pick<VirtualGrid<Row>, 'sort' | 'divider' | 'found'>>> {
  readonly resultId: number;
  /** The scroll position to restore. */
  readonly firstRow: number;
}

/**
 * A grid with the details of an opened row next to it, which receive the focus and return it. Fires
 * `grid-view` for state to persist and `text-copy` for the clipboard.
 */
@customElement('logbench-rows')
export class RowsWithDetail<Row = unknown> extends LightElement {
  @property({ attribute: false }) content!: GridContent<Row>;
  @property({ attribute: false }) describe!: (row: Row) => DetailContent;
  /** Replaces an opened row while its details are shown. */
  @property({ attribute: false }) instead: TemplateResult | undefined;

  @state() private opened: Row | undefined;

  @query('logbench-grid') readonly grid!: VirtualGrid<Row> | null;

  /** Opens a row, if it is loaded, and focuses it. */
  async open(row: Row | undefined): Promise<void> {
    this.opened = row;
    await this.updateComplete;
    const detail = this.querySelector<HTMLElement>('.detail');
    // Next to the rows it is already visible, so the page need not scroll.
    const isVisible = (detail?.getBoundingClientRect().top ?? 0) < window.innerHeight / 2;
    detail?.focus({ preventScroll: isVisible });
  }

  /** Scrolls a row to the top and makes it active. */
  async startAt(row: number): Promise<void> {
    await this.updateComplete;
    await this.grid?.showRow(row, { focus: false, atTop: true });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('content');
    if (before && before.resultId !== this.content.resultId) this.opened = undefined;
  }

  protected override render(): TemplateResult {
    const { content, describe, opened } = this;
    return html`<logbench-grid
        .columns=${content.columns}
        .widths=${content.widths}
        .rowCount=${content.rowCount}
        .rowAt=${content.rowAt}
        .revision=${content.revision}
        .label=${content.label}
        .sort=${content.sort ?? null}
        .divider=${content.divider ?? 0}
        .found=${content.found ?? ''}
        @grid-open=${this.#onOpen}
        @grid-active=${this.#onActive}
        @grid-leave=${this.#onLeave}
        @grid-range=${this.#onRange}
        @grid-resize=${this.#onResize}
      ></logbench-grid>
      ${this.instead ?? (opened === undefined ? nothing : detailPane(describe(opened), this.#detailActions))}`;
  }

  readonly #detailActions = {
    step: (rows: number): void => void this.#step(rows),
    close: (): void => {
      this.opened = undefined;
      this.querySelector<HTMLElement>('.grid [data-active]')?.focus();
    },
    copy: (text: string): void => this.send('text-copy', text),
  };

  /** A row that is not loaded yet is shown in the grid first, and opened by the next step. */
  async #step(rows: number): Promise<void> {
    const { grid, content } = this;
    if (!grid) return;
    const [active] = grid.selection;
    const at = this.#openedAt(active);
    const wanted = at === undefined ? Math.max(0, active) : at + rows;
    if (wanted < 0 || wanted >= content.rowCount) return;
    await grid.showRow(wanted, { focus: false });
    this.opened = content.rowAt(wanted) ?? this.opened;
  }

  /** Where the opened row is, which is not the active one after the rows were sorted or filtered. */
  #openedAt(active: number): number | undefined {
    const { rowAt, rowCount } = this.content;
    if (rowAt(active) === this.opened) return active;
    for (let at = 0; at < rowCount; at += 1) if (rowAt(at) === this.opened) return at;
    return undefined;
  }

  readonly #onOpen = ({ detail: { row } }: PageEvent<'grid-open'>): void => {
    void this.open(this.content.rowAt(row));
  };

  /** The details follow the active row. */
  readonly #onActive = ({ detail: { row } }: PageEvent<'grid-active'>): void => {
    if (this.opened !== undefined) this.opened = this.content.rowAt(row) ?? this.opened;
  };

  readonly #onLeave = (): void => {
    if (this.opened !== undefined) this.#detailActions.close();
  };

  readonly #onResize = ({ detail: { column, width } }: PageEvent<'grid-resize'>): void =>
    this.send('grid-view', { widths: { ...this.content.widths, [column]: width } });

  readonly #onRange = ({ detail }: PageEvent<'grid-range'>): void => this.#rest(detail.first);

  readonly #rest = debounce(200, (firstRow: number) => {
    if (firstRow !== this.content.firstRow) this.send('grid-view', { firstRow });
  });
}
