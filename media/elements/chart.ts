import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { LightElement } from '../app/lightElement';
import type { Plotted } from '../chart/chartModel';
import { drawChart } from '../chart/drawChart';
import { drawn, marks } from '../chart/drawn';
import { plotArea } from '../chart/plotArea';
import type { PlotArea } from '../chart/plotArea';

/** A shorter movement of the pointer is a click. */
const leastDrag = 3;

/** A plot over time, of which an interval can be selected. Its label describes the data. */
@customElement('logbench-chart')
export class Chart extends LightElement {
  /** Undefined for an empty plot. */
  @property({ attribute: false }) plotted: Plotted | undefined;
  @property({ attribute: false }) label = '';
  @property({ attribute: false }) height = 80;
  @property({ attribute: false }) brush = false;

  @state() private width = 40;
  /** The positions of the pointer, and of the start of a selection. */
  @state() private at: number | undefined;
  @state() private from: number | undefined;

  @query('.chart') private readonly container!: HTMLElement | null;

  readonly #resized = new ResizeObserver(() => {
    this.width = Math.max(40, this.container?.clientWidth ?? 0);
  });

  get area(): PlotArea | undefined {
    const { plotted, width, height } = this;
    return plotted && plotArea(plotted, { width, height }, new Set());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  protected override firstUpdated(): void {
    if (this.container) this.#resized.observe(this.container);
  }

  protected override render(): TemplateResult {
    const { area, plotted, at, from } = this;
    const selected = at === undefined || from === undefined ? undefined : ([from, at] as const);
    return html`<div
      class="chart"
      role="img"
      aria-label=${this.label}
      @pointermove=${this.#onMove}
      @pointerleave=${this.#onLeave}
      @pointerdown=${this.#onDown}
      @pointerup=${this.#onUp}
      @pointercancel=${this.#onCancel}
    >
      <svg width=${this.width} height=${this.height} aria-hidden="true">
        ${plotted && area ? [...drawChart(plotted, area, new Set()).map(drawn), ...marks(area, selected, at)] : ''}
      </svg>
    </div>`;
  }

  readonly #onMove = (event: PointerEvent): void => {
    this.at = this.#xOf(event);
  };

  readonly #onLeave = (): void => {
    if (this.from === undefined) this.at = undefined;
  };

  readonly #onDown = (event: PointerEvent): void => {
    if (!this.brush || event.button !== 0) return;
    this.container?.setPointerCapture(event.pointerId);
    this.from = this.#xOf(event);
  };

  /** The browser ended the drag, for example to scroll; there will be no `pointerup`. */
  readonly #onCancel = (): void => {
    this.from = undefined;
    this.at = undefined;
  };

  readonly #onUp = (event: PointerEvent): void => {
    const { area, from } = this;
    this.from = undefined;
    if (!area || from === undefined) return;
    const [left, right] = [from, this.#xOf(event)].sort((one, other) => one - other) as [number, number];
    if (right - left < leastDrag) return;
    const [begin, end] = area.timeRange;
    const timeAt = (x: number): number =>
      begin + ((x - area.left) / (area.right - area.left)) * (end - begin);
    this.send('chart-brush', { from: timeAt(left), to: timeAt(right) });
  };

  #xOf({ clientX }: PointerEvent): number {
    const { left = 0, right = 0 } = this.area ?? {};
    return Math.max(left, Math.min(right, clientX - (this.container?.getBoundingClientRect().left ?? 0)));
  }
}
