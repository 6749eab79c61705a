import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { LightElement } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import { clampWidth, visibleColumns, positionColumns, scrollShowing } from './gridColumns';
import type { GridColumn, PositionedColumn } from './gridColumns';
import { headerCell, startResizing } from './gridHeader';
import type { GridSort } from './gridHeader';
import { moveByKey } from './gridKeys';
import type { GridPosition } from './gridKeys';
import { widthOf, cellMenu, gridRow, headingMenu, newRowsLine, positionOf, showWholeText } from './gridRow';
import { GridScroll, maxOverscan, rowHeight } from './gridScroll';
import * as viewport from './viewport';

const keyboardResizeStep = 16;
/** The maximum number of rows for fitting a column. */
const measuredRows = 1000;

/**
 * A virtual grid that renders only visible rows. It contains no data: it calls `rowAt` for each rendered row
 * and requests rows with `grid-range`. All rows have the same height, so positions are computed without
 * measuring.
 */
@customElement('logbench-grid')
export class VirtualGrid<Row = unknown> extends LightElement {
  @property({ attribute: false }) columns: readonly GridColumn<Row>[] = [];
  @property({ attribute: false }) widths: Readonly<Record<string, number>> = {};
  @property({ attribute: false }) rowCount = 0;
  @property({ attribute: false }) rowAt: (index: number) => Row | undefined = () => undefined;
  /** Changes whenever `rowAt` returns other data. */
  @property({ attribute: false }) revision = 0;
  @property({ attribute: false }) label = '';
  @property({ attribute: false }) sort: GridSort | null = null;
  /** Marks the cells that contain this text, in lower case; empty for none. */
  @property({ attribute: false }) found = '';
  /** The number of new rows at the top; 0 for none. */
  @property({ attribute: false }) divider = 0;

  @state() private active: GridPosition = { row: 0, column: 0 };
  /** The other end of the selection. */
  @state() private anchor = 0;
  @state() private allSelected = false;

  @query('.grid-scroller') readonly scroller!: HTMLElement | null;

  readonly #scroll = new GridScroll(this);
  #focusWanted = false;
  #reported = '';

  /** The row at the top edge. */
  get firstRow(): number {
    return Math.floor(this.#scroll.offset / rowHeight);
  }

  /** The first and last selected row; -1 while the header is active. */
  get selection(): readonly [number, number] {
    if (this.allSelected) return [0, this.rowCount - 1];
    return [Math.min(this.anchor, this.active.row), Math.max(this.anchor, this.active.row)];
  }

  /** Makes a row active and scrolls to it, to the top edge if requested. */
  async showRow(
    row: number,
    {
      focus,
      atTop = false,
      column = this.active.column,
    }: { readonly focus: boolean; readonly atTop?: boolean; readonly column?: number },
  ): Promise<void> {
    await this.updateComplete;
    if (atTop) this.#scroll.to(row * rowHeight);
    this.#moveTo({ row: Math.min(row, this.rowCount - 1), column }, false);
    if (focus) this.#focusActive();
  }

  /** Keeps the active row, and the visible rows if requested, in place when rows were added at the top. */
  rowsPrepended(count: number, keepVisible: boolean): void {
    // The header stays where it is.
    if (this.active.row >= 0) this.active = { ...this.active, row: this.active.row + count };
    if (this.anchor >= 0) this.anchor += count;
    if (!keepVisible) return;
    void this.updateComplete.then(() => this.#scroll.to(this.#scroll.offset + count * rowHeight));
  }

  /** Fits a column to the rows around the visible ones. */
  fitColumn(id: string): void {
    const index = this.columns.findIndex((column) => column.id === id);
    const column = this.columns[index];
    if (!column) return;
    const first = Math.max(0, this.firstRow - measuredRows / 2);
    const rows = Array.from({ length: measuredRows }, (_, at) => this.rowAt(first + at));
    const texts = rows.filter((row) => row !== undefined).map(column.text);
    const width = clampWidth(widthOf(this, index, column.label, texts));
    this.send('grid-resize', { column: id, width });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('rowCount')) return;
    const lastRow = Math.max(0, this.rowCount - 1);
    if (this.active.row > lastRow) this.active = { ...this.active, row: lastRow };
    this.anchor = Math.min(this.anchor, lastRow);
  }

  protected override updated(): void {
    this.#reportRange();
    if (!this.#focusWanted) return;
    this.#focusWanted = false;
    this.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const scroll = this.#scroll;
    const layout = this.#layout();
    const shownColumns = visibleColumns(layout.positioned, scroll.leftEdge, scroll.width, this.active.column);
    const width = `${layout.total}px`;
    const height = `${viewport.spacerHeight(scroll.view)}px`;
    return html`<div
      class="grid"
      role="grid"
      aria-label=${this.label}
      aria-rowcount=${this.rowCount + 1}
      aria-colcount=${this.columns.length}
      aria-multiselectable="true"
      @keydown=${this.#onKeyDown}
      @contextmenu=${this.#onContextMenu}
      @dblclick=${this.#onDoubleClick}
      @mousedown=${this.#onMouseDown}
      @mouseover=${showWholeText}
    >
      <div class="grid-scroller" role="presentation" @scroll=${scroll.onScroll} @wheel=${scroll.onWheel}>
        <div class="grid-header" role="row" aria-rowindex="1" ${styleProperties({ width })}>
          ${repeat(
            shownColumns,
            (column) => column.index,
            (column) => this.#headerCell(column),
          )}
        </div>
        <div class="grid-body" role="rowgroup" ${styleProperties({ width, height })}>
          ${repeat(
            scroll.rowsToDraw(shownColumns.length, this.active.row),
            (row) => row,
            (row) => this.#row(row, shownColumns),
          )}
          ${this.divider > 0 && this.divider < this.rowCount ? newRowsLine(scroll.topOf(this.divider)) : nothing}
        </div>
      </div>
    </div>`;
  }

  #headerCell(column: PositionedColumn): TemplateResult | typeof nothing {
    const definition = this.columns[column.index];
    if (!definition) return nothing;
    return headerCell(definition, column, {
      sort: this.sort,
      active: this.active.row === -1 && this.active.column === column.index,
      fit: () => this.fitColumn(definition.id),
      menu: (event) => void this.#openHeadingMenu(event),
      resize: (event) =>
        startResizing(event, column.width, (width) =>
          this.send('grid-resize', { column: definition.id, width: clampWidth(width) }),
        ),
      pick: () => {
        this.#moveTo({ row: -1, column: column.index }, false);
        this.#focusActive();
        if (definition.sortable === true) this.send('grid-sort', { column: definition.id });
      },
    });
  }

  #row(index: number, shownColumns: readonly PositionedColumn[]): TemplateResult {
    const [first, last] = this.selection;
    const style = {
      index,
      top: this.#scroll.topOf(index),
      selected: index >= first && index <= last,
      activeColumn: index === this.active.row ? this.active.column : undefined,
      found: this.found,
    };
    return gridRow(this.rowAt(index), style, this.columns, shownColumns);
  }

  #reportRange(): void {
    const { view, offset } = this.#scroll;
    const { first, last } = viewport.rowRange(view, offset, 0);
    const report = `${first}:${last}:${this.revision}`;
    if (report === this.#reported || !this.#scroll.measured) return;
    this.#reported = report;
    this.send('grid-range', { first, last, drawn: viewport.rowRange(view, offset, maxOverscan) });
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    if (this.#resizeByKey(event) || this.#actByKey(event.key, control) || this.#selectByKey(event, control)) {
      event.preventDefault();
      return;
    }
    const rowsPerPage = Math.max(1, Math.floor(this.#scroll.view.height / rowHeight) - 1);
    const extent = { rowCount: this.rowCount, columnCount: this.columns.length, rowsPerPage };
    const to = moveByKey(this.active, { key: event.key, control }, extent);
    if (!to) return;
    event.preventDefault();
    this.#moveTo(to, event.shiftKey && to.row >= 0);
    this.#focusActive();
  };

  /** On a header, Shift and an arrow key change the width. */
  #resizeByKey(event: KeyboardEvent): boolean {
    const step = { ArrowLeft: -keyboardResizeStep, ArrowRight: keyboardResizeStep }[event.key];
    const column = this.columns[this.active.column];
    if (!event.shiftKey || step === undefined || this.active.row !== -1 || !column) return false;
    const width = this.#layout().positioned[this.active.column]?.width ?? column.width;
    this.send('grid-resize', { column: column.id, width: clampWidth(width + step) });
    return true;
  }

  #actByKey(key: string, control: boolean): boolean {
    const column = this.columns[this.active.column];
    const inHeader = this.active.row === -1;
    if (!column) return false;
    if (key === 'Enter' || (key === ' ' && inHeader)) {
      if (!inHeader) this.send('grid-open', { row: this.active.row });
      else if (column.sortable === true) this.send('grid-sort', { column: column.id });
      return true;
    }
    if (!control || key.toLowerCase() !== 'c' || inHeader) return false;
    const [first, last] = this.selection;
    this.send('grid-copy', { first, last, column: column.id });
    return true;
  }

  /** Like VS Code's lists: Ctrl+A selects all, Escape first clears a multiple selection. */
  #selectByKey({ key }: KeyboardEvent, control: boolean): boolean {
    if (control && key.toLowerCase() === 'a') {
      this.allSelected = this.rowCount > 0;
      return true;
    }
    if (key !== 'Escape') return false;
    const [first, last] = this.selection;
    this.allSelected = false;
    this.anchor = this.active.row;
    if (first === last) this.send('grid-leave', undefined);
    return true;
  }

  readonly #onMouseDown = (event: MouseEvent): void => {
    const to = positionOf(event);
    if (!to) return;
    // A right-click inside the selection keeps it, because the menu applies to all of it.
    const [first, last] = this.selection;
    const inside = event.button === 2 && to.row >= first && to.row <= last;
    if (!inside) this.#moveTo(to, event.shiftKey);
    this.#focusActive();
  };

  readonly #onDoubleClick = (event: MouseEvent): void => {
    const at = positionOf(event);
    if (at) this.send('grid-open', { row: at.row });
  };

  readonly #onContextMenu = (event: MouseEvent): void => {
    const cell = cellMenu(event, this, this.columns);
    if (cell) this.send('grid-menu', cell);
    if (cell || this.#openHeadingMenu(event)) event.preventDefault();
  };

  /** Whether the header has a menu. */
  #openHeadingMenu(event: Event): boolean {
    const menu = headingMenu(event, this.columns);
    if (menu) this.send('grid-heading-menu', menu);
    return menu !== undefined;
  }

  /** Focuses with the next render, which is requested now: a later one could take the focus from elsewhere. */
  #focusActive(): void {
    this.#focusWanted = true;
    this.requestUpdate();
  }

  #moveTo(to: GridPosition, extend: boolean): void {
    const { row, column: from } = this.active;
    if (to.row !== row || to.column !== from) this.active = to;
    this.allSelected = false;
    // The header is no row, so a selection cannot begin there.
    if (!extend || this.anchor < 0) this.anchor = to.row;
    if (to.row !== row && to.row >= 0) this.send('grid-active', { row: to.row });
    if (to.row >= 0) this.#scroll.show(to.row);
    const { scroller } = this;
    const { positioned } = this.#layout();
    if (!scroller) return;
    scroller.scrollLeft = scrollShowing(to.column, positioned, scroller.scrollLeft, this.#scroll.width);
  }

  #layout(): ReturnType<typeof positionColumns> {
    return positionColumns(this.columns, this.widths, this.#scroll.width, this.#scroll.leastStretched);
  }
}
