import { html, nothing, svg } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { t } from '../../src/shared/localize';
import { formatWireTime } from '../../src/shared/wire/time';
import { LightElement } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import { ChartBrushEvent } from '../elements/chartBrush';
import type { ChartModel } from './chartModel';
import { drawChart, formatValue } from './drawChart';
import { plotArea } from './plotArea';
import type { PlotArea } from './plotArea';
import { colourOf } from './shapes';
import type { Shape } from './shapes';

const height = 210;

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

  /** The current drawing, for a file. */
  get drawing(): { readonly shapes: readonly Shape[]; readonly width: number; readonly height: number } {
    const area = this.#area();
    return { shapes: drawChart(this.model, area, this.left), width: this.width, height };
  }

  protected override firstUpdated(): void {
    this.#resized = new ResizeObserver(() => {
      this.width = Math.max(160, this.plot?.clientWidth ?? 0);
    });
    if (this.plot) this.#resized.observe(this.plot);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('model') && (this.at ?? 0) >= this.model.labels.length) this.at = undefined;
  }

  protected override render(): TemplateResult {
    const { shape } = this.model;
    const area = this.#area();
    const picture = html`<svg width=${this.width} height=${height} aria-hidden="true">
      ${drawChart(this.model, area, this.left).map(drawn)} ${this.#marks(area)}
    </svg>`;
    return shape === 'single' || shape === 'pie'
      ? html`<div class="plot" role="img" aria-label=${this.#summary()}>${picture}</div>`
      : this.#readable(picture, area);
  }

  /** A chart with an axis, whose points can be read one by one. */
  #readable(picture: TemplateResult, area: PlotArea): TemplateResult {
    const at = this.at ?? 0;
    return html`${this.model.series.length > 1 ? this.#legend() : nothing}
      <div
        class="plot"
        role="slider"
        tabindex="0"
        aria-label=${this.#label()}
        aria-valuemin="0"
        aria-valuemax=${Math.max(0, this.model.labels.length - 1)}
        aria-valuenow=${at}
        aria-valuetext=${this.#spoken(at)}
        @keydown=${this.#onKeyDown}
        @blur=${this.#forget}
        @pointermove=${this.#onMove}
        @pointerleave=${this.#forget}
        @pointerdown=${this.#onDown}
        @pointerup=${this.#onUp}
      >
        ${picture} ${this.at === undefined ? nothing : this.#tooltip(area, at)}
      </div>`;
  }

  /** A text description of a chart without an axis. */
  #summary(): string {
    return this.model.labels.map((_, index) => this.#spoken(index)).join('; ');
  }

  #area(): PlotArea {
    return plotArea(this.model, { width: this.width, height }, this.left);
  }

  #label(): string {
    const names = this.model.series.map(({ name }) => name).join(', ');
    const what = this.model.xName === '' ? names : t('Chart of {0} by {1}', names, this.model.xName);
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
              <svg width="18" height="10" aria-hidden="true">
                ${drawn({ kind: 'path', d: 'M0 2h18v6h-18Z', fill: colourOf(index) })}</svg
              ><span>${name}</span>
            </button>
          </li>`,
      )}
    </ul>`;
  }

  /** A line at the current point and a shade over the selection. */
  #marks(area: PlotArea): readonly TemplateResult[] {
    const marked = this.dragged ?? this.#markedByKeys(area);
    const shade = marked
      ? [
          svg`<rect class="shade" x=${marked.from} y=${area.top} width=${marked.to - marked.from} height=${area.bottom - area.top}></rect>`,
        ]
      : [];
    if (this.at === undefined) return shade;
    const x = area.xOf(this.at);
    return [...shade, svg`<line class="reading" x1=${x} x2=${x} y1=${area.top} y2=${area.bottom}></line>`];
  }

  #markedByKeys(area: PlotArea): { readonly from: number; readonly to: number } | undefined {
    if (this.at === undefined || this.anchor === undefined || this.at === this.anchor) return undefined;
    const [first, last] = [Math.min(this.at, this.anchor), Math.max(this.at, this.anchor)];
    return { from: area.xOf(first), to: area.xOf(last) };
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
          ({ name, values }) =>
            html`<div><span>${name}</span> <b>${formatValue(values[at] ?? null)}</b></div>`,
        )}
    </div>`;
  }

  #xText(at: number): string {
    const time = this.model.times?.[at];
    return time === undefined
      ? (this.model.labels[at] ?? '')
      : formatWireTime(new Date(time), this.model.offset);
  }

  #spoken(at: number): string {
    const values = this.model.series.map(
      ({ name, values: all }) => `${name} ${formatValue(all[at] ?? null)}`,
    );
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
    } else if (event.key === 'Enter' && this.at !== undefined) this.#narrow(this.at, this.anchor ?? this.at);
    else return;
    event.preventDefault();
  };

  readonly #onMove = (event: PointerEvent): void => {
    const area = this.#area();
    const x = this.#xOf(event);
    this.at = nearest(this.model.labels.length, (index) => Math.abs(area.xOf(index) - x));
    if (this.dragged) this.dragged = { ...this.dragged, to: x };
  };

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.model.times) return;
    this.plot?.setPointerCapture(event.pointerId);
    this.dragged = { from: this.#xOf(event), to: this.#xOf(event) };
  };

  readonly #onUp = (): void => {
    const { dragged } = this;
    this.dragged = undefined;
    if (!dragged || Math.abs(dragged.to - dragged.from) < 4) return;
    const area = this.#area();
    const [from, to] = [Math.min(dragged.from, dragged.to), Math.max(dragged.from, dragged.to)];
    this.send(new ChartBrushEvent(area.timeAt(from), area.timeAt(to)));
  };

  /** Whole points, each including the time up to the next. */
  #narrow(one: number, other: number): void {
    const { times, step } = this.model;
    if (!times) return;
    const [first, last] = [times[Math.min(one, other)], times[Math.max(one, other)]];
    if (first !== undefined && last !== undefined) this.send(new ChartBrushEvent(first, last + step));
  }

  #xOf({ clientX }: PointerEvent): number {
    const area = this.#area();
    const x = clientX - (this.plot?.getBoundingClientRect().left ?? 0);
    return Math.max(area.left, Math.min(area.right, x));
  }
}

function drawn(shape: Shape): TemplateResult {
  if (shape.kind === 'text') {
    const { x, y, anchor, size, colour, text } = shape;
    return svg`<text x=${x} y=${y} text-anchor=${anchor} font-size=${size} fill=${variable(colour)}>${text}</text>`;
  }
  return svg`<path
    d=${shape.d}
    fill=${shape.fill ? variable(shape.fill) : 'none'}
    stroke=${shape.stroke ? variable(shape.stroke) : 'none'}
    stroke-width=${shape.width ?? 1}
    stroke-dasharray=${(shape.dash ?? []).join(' ') || 'none'}
    opacity=${shape.opacity ?? 1}
  ></path>`;
}

function variable(colour: string): string {
  return `var(--vscode-${colour}, currentColor)`;
}

function nearest(count: number, distance: (index: number) => number): number | undefined {
  let best: number | undefined;
  for (let index = 0; index < count; index++) {
    if (best === undefined || distance(index) < distance(best)) best = index;
  }
  return best;
}
