import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import { formatWireTime } from '../../src/core/interface/time';
import { formatAmount } from '../../src/core/pages/format';
import { LightElement } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import type { ChartModel } from '../../src/core/chart/chartModel';
import { drawChart } from '../../src/core/chart/drawChart';
import { heightOf, legend } from '../../src/core/chart/drawFigures';
import { leftOutText } from '../../src/core/chart/drawnSeries';
import { plotArea } from '../../src/core/chart/plotArea';
import type { PlotArea } from '../../src/core/chart/plotArea';
import { swatch, swatchWidth } from '../../src/core/chart/shapes';
import type { Shape } from '../../src/core/chart/shapes';
import { fittedInPage } from '../image/fittedText';
import { drawn, selectionShapes } from './drawn';

interface PointRange {
  readonly first: number;
  readonly last: number;
}

/** A shorter movement of the pointer is a click. */
const minDrag = 4;

/**
 * The chart of a result. The pointer or arrow keys show values; selecting an interval, by dragging or with
 * Shift and Enter, requests that interval.
 */
@customElement('logbench-result-chart')
export class ResultChart extends LightElement {
  @property({ attribute: false }) model!: ChartModel;

  @state() private width = 600;
  /** The hidden series. */
  @state() private left: ReadonlySet<string> = new Set();
  /** The current point, and the other end of the selection. */
  @state() private at: number | undefined;
  @state() private anchor: number | undefined;
  @state() private dragged: { readonly from: number; readonly to: number } | undefined;

  @query('.plot') private readonly plot!: HTMLElement | null;

  #resized: ResizeObserver | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized?.disconnect();
  }

  /** The current drawing with its legend, for a file. */
  get drawing(): { readonly shapes: readonly Shape[]; readonly width: number; readonly height: number } {
    const area = this.#area();
    const shapes = drawChart(this.model, area, this.left, fittedInPage);
    if (!this.#hasLegend) return { shapes, width: area.width, height: area.height };
    const names = legend(this.model, this.left, area, fittedInPage, this.#leftOut());
    return { shapes: [...shapes, ...names.shapes], width: area.width, height: names.height };
  }

  get #hasLegend(): boolean {
    const { shape, series } = this.model;
    return series.length > 1 && shape !== 'single' && shape !== 'pie';
  }

  protected override firstUpdated(): void {
    this.#resized = new ResizeObserver(() => {
      this.width = Math.max(160, this.plot?.clientWidth ?? 0);
    });
    if (this.plot) this.#resized.observe(this.plot);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('model')) return;
    const last = this.model.labels.length - 1;
    if ((this.at ?? 0) > last) this.at = undefined;
    if ((this.anchor ?? 0) > last) this.anchor = undefined;
  }

  protected override render(): TemplateResult {
    const { shape } = this.model;
    const area = this.#area();
    const image = html`<svg width=${area.width} height=${area.height} aria-hidden="true">
      ${drawChart(this.model, area, this.left, fittedInPage).map(drawn)} ${this.#selectionShapes(area)}
    </svg>`;
    return shape === 'single' || shape === 'pie'
      ? html`<div class="plot" role="img" aria-label=${this.#summary()}>${image}</div>`
      : this.#readable(image, area);
  }

  /** A chart with an axis, whose points can be read one by one. */
  #readable(image: TemplateResult, area: PlotArea): TemplateResult {
    const at = this.at ?? 0;
    return html`${this.#hasLegend ? this.#legend() : nothing}
      <div
        class="plot"
        role="slider"
        tabindex="0"
        aria-label=${this.#label()}
        aria-valuemin="0"
        aria-valuemax=${this.model.labels.length - 1}
        aria-valuenow=${at}
        aria-valuetext=${this.#spoken(at)}
        @keydown=${this.#onKeyDown}
        @blur=${this.#forget}
        @pointermove=${this.#onMove}
        @pointerleave=${this.#forget}
        @pointerdown=${this.#onDown}
        @pointerup=${this.#onUp}
        @pointercancel=${this.#onCancel}
      >
        ${image} ${this.at === undefined ? nothing : this.#tooltip(area, at)}
      </div>`;
  }

  /** A text description of a chart without an axis. */
  #summary(): string {
    return this.model.labels.map((_, index) => this.#spoken(index)).join('; ');
  }

  #area(): PlotArea {
    const { model, width } = this;
    return plotArea(model, { width, height: heightOf(model, width) }, this.left);
  }

  #label(): string {
    const names = this.model.series.map(({ name }) => name).join(', ');
    const what = t('Chart of {0} by {1}', names, this.model.xName);
    return this.model.times
      ? t(
          '{0}. Use the arrow keys to read values, Shift to select a time range, and Enter to run the query for it.',
          what,
        )
      : what;
  }

  #legend(): TemplateResult {
    return html`<ul class="legend" aria-label=${t('Series')}>
      ${this.model.series.map(
        ({ name }, index) =>
          html`<li>
            <button
              aria-pressed=${this.left.has(name) ? 'false' : 'true'}
              title=${t('Show or hide {0}', name)}
              @click=${() => {
                const left = new Set(this.left);
                if (!left.delete(name)) left.add(name);
                this.left = left;
              }}
            >
              <svg width=${swatchWidth} height="10" aria-hidden="true">
                ${drawn(swatch(this.model, index, 0, 5))}</svg
              ><span>${name}</span>
            </button>
          </li>`,
      )}
      ${this.#leftOut() === undefined ? nothing : html`<li class="left-out">${this.#leftOut()}</li>`}
    </ul>`;
  }

  #leftOut(): string | undefined {
    return leftOutText(this.model.left.series);
  }

  /** A line at the current point and a shade over the selection. */
  #selectionShapes(area: PlotArea): readonly TemplateResult[] {
    const selected = this.#selected(area);
    const half = area.band / 2;
    return selectionShapes(
      area,
      selected && [area.xOf(selected.first) - half, area.xOf(selected.last) + half],
      this.at === undefined ? undefined : area.xOf(this.at),
    );
  }

  /** The points that are selected with the pointer or the keyboard. */
  #selected(area: PlotArea): PointRange | undefined {
    const { dragged, at, anchor } = this;
    if (dragged)
      return this.#dragged(area, Math.min(dragged.from, dragged.to), Math.max(dragged.from, dragged.to));
    if (at === undefined || anchor === undefined || at === anchor) return undefined;
    return { first: Math.min(at, anchor), last: Math.max(at, anchor) };
  }

  /** The points between two positions, or the nearest one. */
  #dragged(area: PlotArea, from: number, to: number): PointRange | undefined {
    if (to - from < minDrag) return undefined;
    const within = [...this.model.labels.keys()].filter(
      (index) => area.xOf(index) >= from && area.xOf(index) <= to,
    );
    const first = within[0] ?? this.#pointAt(area, from) ?? 0;
    return { first, last: within.at(-1) ?? first };
  }

  #pointAt(area: PlotArea, x: number): number | undefined {
    return nearest(this.model.labels.length, (index) => Math.abs(area.xOf(index) - x));
  }

  #tooltip(area: PlotArea, at: number): TemplateResult {
    const x = area.xOf(at);
    const side = x > area.width / 2 ? { right: `${area.width - x + 10}px` } : { left: `${x + 10}px` };
    return html`<div
      class="chart-tip"
      aria-hidden="true"
      ${styleProperties({ left: 'auto', right: 'auto', ...side })}
    >
      <strong>${this.#xText(at)}</strong>
      ${this.model.series
        .filter(({ name }) => !this.left.has(name))
        .map(
          ({ name, exact }) =>
            html`<div><span>${name}</span> <b>${formatAmount(exact[at] ?? null)}</b></div>`,
        )}
    </div>`;
  }

  #xText(at: number): string {
    const { times, labels, incomplete, offsetAt } = this.model;
    const time = times?.[at];
    if (time === undefined) return labels[at] ?? '';
    const text = formatWireTime(new Date(time), offsetAt(time));
    return incomplete?.includes(at) ? t('{0} (incomplete)', text) : text;
  }

  #spoken(at: number): string {
    const values = this.model.series.map(({ name, exact }) => `${name} ${formatAmount(exact[at] ?? null)}`);
    return [this.#xText(at), ...values].join(', ');
  }

  readonly #forget = (): void => {
    this.at = undefined;
    this.anchor = undefined;
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const last = this.model.labels.length - 1;
    const at = this.at ?? -1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      if (!event.shiftKey) this.anchor = undefined;
      else this.anchor ??= Math.max(0, at);
      this.at = Math.max(0, Math.min(last, to));
    } else if (event.key === 'Enter' && this.at !== undefined) {
      const { first, last } = this.#selected(this.#area()) ?? { first: this.at, last: this.at };
      this.#narrow(first, last);
    } else if (event.key === 'Escape' && this.dragged) this.dragged = undefined;
    else return;
    event.preventDefault();
  };

  readonly #onMove = (event: PointerEvent): void => {
    const x = this.#xOf(event);
    this.at = this.#pointAt(this.#area(), x);
    if (this.dragged) this.dragged = { ...this.dragged, to: x };
  };

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.model.times) return;
    this.plot?.setPointerCapture(event.pointerId);
    this.dragged = { from: this.#xOf(event), to: this.#xOf(event) };
  };

  /** The browser ended the drag, for example to scroll; there will be no `pointerup`. */
  readonly #onCancel = (): void => {
    this.dragged = undefined;
  };

  readonly #onUp = (): void => {
    const selected = this.dragged && this.#selected(this.#area());
    this.dragged = undefined;
    if (selected) this.#narrow(selected.first, selected.last);
  };

  /** Whole points, each including the time up to the next: the query would cut others in two. */
  #narrow(first: number, last: number): void {
    const { times, step } = this.model;
    const [from, to] = [times?.[first], times?.[last]];
    if (from !== undefined && to !== undefined) this.send('chart-brush', { from, to: to + step });
  }

  #xOf({ clientX }: PointerEvent): number {
    const area = this.#area();
    const x = clientX - (this.plot?.getBoundingClientRect().left ?? 0);
    return Math.max(area.left, Math.min(area.right, x));
  }
}

function nearest(count: number, distance: (index: number) => number): number | undefined {
  let best: number | undefined;
  for (let index = 0; index < count; index++) {
    if (best === undefined || distance(index) < distance(best)) best = index;
  }
  return best;
}
