import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Zone } from '../../src/shared/protocol/common';
import type { Histogram } from '../../src/shared/protocol/auditLogs';
import { t } from '../../src/shared/localize';
import { formatCount, formatTimestamp, offsetAt } from '../app/format';
import { LightElement } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import type { Plotted } from '../chart/chartModel';
import type { Chart } from './chart';
import './chart';

/**
 * The number of entries over time. Selecting an interval narrows the search: by dragging, or with arrow keys
 * (Shift extends) and Enter.
 */
@customElement('logbench-histogram')
export class HistogramChart extends LightElement {
  @property({ attribute: false }) histogram: Histogram | undefined;
  @property({ attribute: false }) zone: Zone = 'local';
  @property({ attribute: false }) serverOffset: number | null = null;
  /** Names of the intervals. Without them, the axis shows times of the selected zone. */
  @property({ attribute: false }) names: readonly string[] | undefined;
  /** Describes the effect of a selection. */
  @property({ attribute: false }) label = t(
    'Entries over time. Use the arrow keys to select an interval, Shift to extend the selection, and Enter to narrow the search to it.',
  );

  @state() private at = 0;
  @state() private anchor = 0;
  /** Whether the selection is made by keyboard: the mouse has its own marker. */
  @state() private marking = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.histogram || !changed.has('histogram')) return;
    this.at = Math.min(this.at, this.#last);
    this.anchor = Math.min(this.anchor, this.#last);
  }

  protected override render(): TemplateResult {
    const { histogram, names } = this;
    if (!histogram || histogram.counts.length === 0) return html`<div class="histogram-wait"></div>`;
    const { counts, from, to } = histogram;
    const step = this.#step();
    const plotted = {
      shape: 'bar',
      times: names ? undefined : counts.map((_, index) => from + (index + 0.5) * step),
      step,
      labels: names ?? counts.map(() => ''),
      range: [from, to],
      series: [{ name: t('Entries'), values: counts, exact: counts }],
      offsetAt: (epoch: number) => offsetAt(epoch, this.zone, this.serverOffset),
    } satisfies Plotted;
    return html`<div
      class="histogram"
      role="slider"
      tabindex="0"
      aria-label=${this.label}
      aria-valuemin="0"
      aria-valuemax=${this.#last}
      aria-valuenow=${this.at}
      aria-valuetext=${this.#spoken()}
      @keydown=${this.#onKeyDown}
      @focus=${this.#onFocus}
      @blur=${() => {
        this.marking = false;
      }}
    >
      <logbench-chart
        .plotted=${plotted}
        .brush=${true}
        .height=${104}
        .label=${this.#summary()}
      ></logbench-chart>
      ${this.marking ? this.#marked() : ''}
      <output class="histogram-reading" ?hidden=${!this.marking}>${this.#spoken()}</output>
    </div>`;
  }

  #marked(): TemplateResult {
    const count = this.histogram?.counts.length ?? 1;
    const [first, last] = this.#marks();
    const { left = 0, right = 0 } = this.querySelector<Chart>('logbench-chart')?.area ?? {};
    const part = (right - left) / count;
    return html`<div
      class="histogram-mark"
      aria-hidden="true"
      ${styleProperties({ left: `${left + first * part}px`, width: `${Math.max(2, (last - first + 1) * part)}px` })}
    ></div>`;
  }

  readonly #onFocus = ({ currentTarget }: Event): void => {
    this.marking = currentTarget instanceof Element && currentTarget.matches(':focus-visible');
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const last = this.#last;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      this.marking = true;
      this.at = Math.max(0, Math.min(last, to));
      if (!event.shiftKey) this.anchor = this.at;
    } else if (event.key === 'Enter') this.#narrow();
    else return;
    event.preventDefault();
  };

  #narrow(): void {
    const from = this.histogram?.from ?? 0;
    const [first, last] = this.#marks();
    const step = this.#step();
    this.send('chart-brush', { from: from + first * step, to: from + (last + 1) * step });
  }

  /** The last interval; the first while there are none. */
  get #last(): number {
    return Math.max(0, (this.histogram?.counts.length ?? 0) - 1);
  }

  #marks(): readonly [number, number] {
    return [Math.min(this.at, this.anchor), Math.max(this.at, this.anchor)];
  }

  #step(): number {
    if (!this.histogram) return 1;
    return (this.histogram.to - this.histogram.from) / Math.max(1, this.histogram.counts.length);
  }

  #spoken(): string {
    const { counts = [], from = 0 } = this.histogram ?? {};
    const [first, last] = this.#marks();
    const sum = counts.slice(first, last + 1).reduce((total: number, count) => total + (count ?? 0), 0);
    const timestamp = (epoch: number): string => formatTimestamp(epoch, this.zone, this.serverOffset);
    return t(
      '{0} to {1}: {2} entries',
      timestamp(from + first * this.#step()),
      timestamp(from + (last + 1) * this.#step()),
      formatCount(sum),
    );
  }

  #summary(): string {
    const counts = this.histogram?.counts ?? [];
    const highest = Math.max(0, ...counts.map((count) => count ?? 0));
    return t('Entries over time in {0} intervals; the largest has {1}.', counts.length, formatCount(highest));
  }
}
