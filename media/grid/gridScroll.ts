import type { ReactiveController, ReactiveControllerHost } from 'lit';
import * as viewport from './viewport';

export const rowHeight = 22;
const headerHeight = 26;
/** Rows rendered above and below the visible ones, if the budget allows. */
export const maxOverscan = 3;
/** The maximum number of elements of all rows; tall screens have no additional rows. */
const elementBudget = 220;

/** The maximum number of all elements, which columns that stretch keep. */
const maxElements = 290;
/** A heading consists of three elements. */
const perHeading = 3;

interface ScrolledHost extends ReactiveControllerHost {
  readonly rowCount: number;
  readonly scroller: HTMLElement | null;
}

/** The scroll position and size of a grid; requests an update on each change. */
export class GridScroll implements ReactiveController {
  offset: viewport.ListOffset = 0;
  leftEdge = 0;
  width = 0;
  #height = 0;
  #expectedScroll = 0;
  readonly #observer = new ResizeObserver(() => this.#measure());

  constructor(private readonly host: ScrolledHost) {
    host.addController(this);
  }

  hostConnected(): void {
    void this.host.updateComplete.then(() => {
      if (this.host.scroller) this.#observer.observe(this.host.scroller);
      this.#measure();
    });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdate(): void {
    const offset = viewport.clampOffset(this.view, this.offset);
    if (offset === this.offset) return;
    // Rows that stayed at the old position would keep the scroller as high as it was.
    this.#setPosition(offset, viewport.scrollFromOffset(this.view, offset));
  }

  #setPosition(offset: viewport.ListOffset, scroll: number): void {
    this.offset = offset;
    this.#expectedScroll = scroll;
    if (this.host.scroller) this.host.scroller.scrollTop = scroll;
  }

  get measured(): boolean {
    return this.#height > 0;
  }

  get view(): viewport.Viewport {
    const height = Math.max(rowHeight, this.#height - headerHeight);
    return { rowCount: this.host.rowCount, rowHeight, height };
  }

  /** The width that columns need if no more of them may be visible than the budget allows. */
  get leastStretched(): number {
    const rows = Math.ceil(this.view.height / rowHeight) + 1;
    // One more than that can be partly visible.
    const most = Math.floor((maxElements - rows) / (rows + perHeading)) - 1;
    return Math.ceil(this.width / Math.max(3, most));
  }

  /** Relative to the visible area, because rows have no fixed position with a scaled scroll bar. */
  topOf(row: number): number {
    return this.#expectedScroll + row * rowHeight - this.offset;
  }

  /** The visible rows, and the active one, because it has the tab stop. */
  rowsToDraw(columnCount: number, active: number): readonly number[] {
    const spare = elementBudget / (columnCount + 1) - this.view.height / rowHeight;
    const overscan = Math.max(0, Math.min(maxOverscan, Math.floor(spare / 2)));
    const { first, last } = viewport.rowRange(this.view, this.offset, overscan);
    const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
    if (active < 0 || active >= this.host.rowCount || (active >= first && active < last)) return rows;
    // In order, because an element that is moved in the document loses the focus.
    return active < first ? [active, ...rows] : [...rows, active];
  }

  to(wanted: viewport.ListOffset): void {
    const offset = viewport.clampOffset(this.view, wanted);
    const scroll = viewport.scrollFromOffset(this.view, offset);
    if (offset === this.offset && scroll === this.#expectedScroll) return;
    this.#setPosition(offset, scroll);
    this.host.requestUpdate();
  }

  show(row: number): void {
    const offset = viewport.offsetShowing(this.view, this.offset, row);
    if (offset !== this.offset) this.to(offset);
  }

  readonly onScroll = (): void => {
    const { scrollTop = 0, scrollLeft = 0 } = this.host.scroller ?? {};
    // Our own scrolling is exact to the pixel, which reading back from a scaled scroll bar would lose.
    const ours = Math.abs(scrollTop - this.#expectedScroll) < 1;
    if (ours && scrollLeft === this.leftEdge) return;
    this.leftEdge = scrollLeft;
    if (!ours) {
      this.#expectedScroll = scrollTop;
      this.offset = viewport.offsetFromScroll(this.view, scrollTop);
    }
    this.host.requestUpdate();
  };

  readonly onWheel = (event: WheelEvent): void => {
    // With a scaled scroll bar, a turn of the wheel would skip rows.
    if (event.deltaY === 0 || event.ctrlKey || !viewport.isScaled(this.view)) return;
    event.preventDefault();
    this.to(this.offset + event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? rowHeight : 1));
  };

  #measure(): void {
    const { clientWidth = 0, clientHeight = 0 } = this.host.scroller ?? {};
    if (clientWidth === this.width && clientHeight === this.#height) return;
    this.width = clientWidth;
    this.#height = clientHeight;
    this.host.requestUpdate();
  }
}
