import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { customElement, property, query, state } from 'lit/decorators.js';
import { LightElement } from '../app/lightElement';
import type { Plotted } from '../../src/core/chart/chartModel';
import { drawChart } from '../../src/core/chart/drawChart';
import { drawn, selectionShapes } from '../chart/drawn';
import { fittedInPage } from '../image/fittedText';
import { plotArea } from '../../src/core/chart/plotArea';
import type { PlotArea } from '../../src/core/chart/plotArea';

/** A plot over time. Its label describes the data. */
@customElement('logbench-chart')
export class Chart extends LightElement {
  /** Undefined for an empty plot. */
  @property({ attribute: false }) plotted: Plotted | undefined;
  @property({ attribute: false }) label = '';
  @property({ attribute: false }) height = 80;

  /** 0 until it is measured: what is drawn before would not fit. */
  @state() private width = 0;
  /** The position of the pointer. */
  @state() private at: number | undefined;

  @query('.chart') private readonly container!: HTMLElement | null;

  readonly #resized = new ResizeObserver(() => {
    this.width = Math.max(40, this.container?.clientWidth ?? 0);
  });

  get area(): PlotArea | undefined {
    const { plotted, width, height } = this;
    return plotted && width > 0 ? plotArea(plotted, { width, height }, new Set()) : undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  protected override firstUpdated(): void {
    if (this.container) this.#resized.observe(this.container);
  }

  protected override render(): TemplateResult {
    const { area, plotted, at } = this;
    return html`<div
      class="chart"
      role="img"
      aria-label=${this.label}
      @pointermove=${this.#onMove}
      @pointerleave=${this.#onLeave}
    >
      <svg width=${this.width} height=${this.height} aria-hidden="true">
        ${plotted && area ? [...drawChart(plotted, area, new Set(), fittedInPage).map(drawn), ...selectionShapes(area, undefined, at)] : ''}
      </svg>
    </div>`;
  }

  readonly #onMove = ({ clientX }: PointerEvent): void => {
    const { left = 0, right = 0 } = this.area ?? {};
    const x = clientX - (this.container?.getBoundingClientRect().left ?? 0);
    this.at = Math.max(left, Math.min(right, x));
  };

  readonly #onLeave = (): void => {
    this.at = undefined;
  };
}

/** A plot with its title and one figure above it. */
export function smallChart(
  title: string,
  figure: string,
  plotted: Plotted | undefined,
  height: number,
): TemplateResult {
  return html`<figure class="small-chart">
    <figcaption><span>${title}</span> <strong>${figure}</strong></figcaption>
    <logbench-chart
      .plotted=${plotted}
      .height=${height}
      .label=${t('{0} over time: {1}', title, figure)}
    ></logbench-chart>
  </figure>`;
}
