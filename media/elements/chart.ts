import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import UPlot from 'uplot';
import { LightElement } from '../app/lightElement';
import { plotData, plotOptions } from './chartOptions';
import type { ChartSpec } from './chartOptions';

/** A plot in the theme colors. Its label describes the data. */
@customElement('logbench-chart')
export class Chart extends LightElement {
  @property({ attribute: false }) spec: ChartSpec | undefined;
  @property({ attribute: false }) label = '';
  @property({ attribute: false }) height = 80;

  @query('.chart') private readonly container!: HTMLElement | null;

  #plot: UPlot | undefined;
  #observers: { disconnect(): void }[] = [];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const observer of this.#observers) observer.disconnect();
    this.#observers = [];
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  protected override render(): TemplateResult {
    return html`<div class="chart" role="img" aria-label=${this.label}></div>`;
  }

  protected override firstUpdated(): void {
    if (!this.container) return;
    const resized = new ResizeObserver(() => {
      const width = this.container?.clientWidth ?? 0;
      if (this.#plot && width > 0 && width !== this.#plot.width)
        this.#plot.setSize({ width, height: this.height });
    });
    resized.observe(this.container);
    // VS Code changes the theme through variables on the root element and the class of the body.
    const themed = new MutationObserver(() => this.#draw());
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    themed.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    this.#observers = [resized, themed];
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('spec');
    if (!changed.has('spec') && !changed.has('height')) return;
    if (this.#plot && this.spec && before && sameShape(before, this.spec))
      this.#plot.setData(plotData(this.spec));
    else this.#draw();
  }

  #draw(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (!this.container || !this.spec) return;
    const size = { width: Math.max(40, this.container.clientWidth), height: this.height };
    const options = plotOptions(this.spec, size, (from, to) => this.send('chart-brush', { from, to }));
    this.#plot = new UPlot(options, plotData(this.spec), this.container);
  }
}

function sameShape(one: ChartSpec, other: ChartSpec): boolean {
  const shape = (spec: ChartSpec): string =>
    JSON.stringify([
      spec.shape,
      spec.step,
      spec.brush,
      spec.axes,
      spec.offset,
      spec.series.map((each) => each.label),
    ]);
  return shape(one) === shape(other);
}
