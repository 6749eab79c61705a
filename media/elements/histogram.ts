import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ShownConnection, Histogram, Zone } from '../../src/core/pages/common';
import { t } from '../../src/core/base/localize';
import { formatCount, formatTimestamp, offsetAt } from '../../src/core/pages/format';
import { LightElement } from '../app/lightElement';
import type { PageEvent } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import type { Plotted } from '../../src/core/chart/chartModel';
import type { Chart } from './chart';
import './chart';

/** A shorter movement of the pointer is a click. */
const minDrag = 3;

/**
 * The number of entries over time. Selecting intervals narrows the search: by dragging, or with arrow keys
 * (Shift extends) and Enter.
 */
@customElement('logbench-histogram')
export class HistogramChart extends LightElement {
  @property({ attribute: false }) histogram: Histogram | undefined;
  @property({ attribute: false }) zone: Zone = 'local';
  @property({ attribute: false }) serverOffset: number | null = null;
  /** Names of the intervals. Without them, the axis shows times of the selected zone. */
  @property({ attribute: false }) names: readonly string[] | undefined;
  /** Describes the effect of a selection, if it is not a narrower search. */
  @property({ attribute: false }) label: string | undefined;

  @state() private at = 0;
  @state() private anchor = 0;
  /** Whether the selection is shown: while it is made by keyboard, and during a drag. */
  @state() private isSelecting = false;
  /** Where a drag began, as a position in the chart. */
  #dragFrom: number | undefined;

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
      series: [{ name: '', values: counts, exact: counts }],
      offsetAt: (epoch: number) => offsetAt(epoch, this.zone, this.serverOffset),
    } satisfies Plotted;
    return html`<div
      class="histogram"
      role="slider"
      tabindex="0"
      aria-label=${this.label ?? defaultLabel()}
      aria-valuemin="0"
      aria-valuemax=${this.#last}
      aria-valuenow=${this.at}
      aria-valuetext=${this.#spoken()}
      @keydown=${this.#onKeyDown}
      @focus=${this.#onFocus}
      @blur=${this.#endSelecting}
      @pointerdown=${this.#onDown}
      @pointermove=${this.#onMove}
      @pointerup=${this.#onUp}
      @pointercancel=${this.#endSelecting}
    >
      <logbench-chart .plotted=${plotted} .height=${104} .label=${this.#summary()}></logbench-chart>
      ${this.isSelecting ? this.#selection() : ''}
      <output class="histogram-reading" ?hidden=${!this.isSelecting}>${this.#spoken()}</output>
    </div>`;
  }

  #selection(): TemplateResult {
    const count = this.histogram?.counts.length ?? 1;
    const [first, last] = this.#selected();
    const { left, right } = this.#area();
    const part = (right - left) / count;
    return html`<div
      class="histogram-selection"
      aria-hidden="true"
      ${styleProperties({ left: `${left + first * part}px`, width: `${Math.max(2, (last - first + 1) * part)}px` })}
    ></div>`;
  }

  #area(): { readonly left: number; readonly right: number } {
    return this.querySelector<Chart>('logbench-chart')?.area ?? { left: 0, right: 0 };
  }

  #xOf({ clientX }: PointerEvent): number {
    const { left, right } = this.#area();
    const edge = this.querySelector('.chart')?.getBoundingClientRect().left ?? 0;
    return Math.max(left, Math.min(right, clientX - edge));
  }

  readonly #onDown = (event: PointerEvent): void => {
    const { currentTarget, pointerId, button } = event;
    if (button !== 0 || !(currentTarget instanceof Element)) return;
    currentTarget.setPointerCapture(pointerId);
    this.isSelecting = false;
    this.#dragFrom = this.#xOf(event);
  };

  readonly #onMove = (event: PointerEvent): void => {
    const from = this.#dragFrom;
    if (from === undefined) return;
    const to = this.#xOf(event);
    if (!this.isSelecting && Math.abs(to - from) < minDrag) return;
    this.isSelecting = true;
    [this.anchor, this.at] = this.#barsBetween(Math.min(from, to), Math.max(from, to), from);
  };

  /** The bars whose middle is between two positions; if there is none, the one at the start of the drag. */
  #barsBetween(from: number, to: number, start: number): readonly [number, number] {
    const { left, right } = this.#area();
    const part = (right - left) / Math.max(1, this.#last + 1) || 1;
    const first = Math.round((from - left) / part);
    const last = Math.round((to - left) / part) - 1;
    const own = Math.min(this.#last, Math.floor((start - left) / part));
    return last < first ? [own, own] : [first, last];
  }

  readonly #onUp = (): void => {
    const dragged = this.#dragFrom !== undefined && this.isSelecting;
    this.#endSelecting();
    if (dragged) this.#narrow();
  };

  /** Also when the browser ends a drag, for example to scroll: there will be no `pointerup`. */
  readonly #endSelecting = (): void => {
    this.#dragFrom = undefined;
    this.isSelecting = false;
  };

  readonly #onFocus = ({ currentTarget }: Event): void => {
    this.isSelecting = currentTarget instanceof Element && currentTarget.matches(':focus-visible');
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const { at } = this;
    const last = this.#last;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      this.isSelecting = true;
      this.at = Math.max(0, Math.min(last, to));
      if (!event.shiftKey) this.anchor = this.at;
    } else if (event.key === 'Enter') this.#narrow();
    else if (event.key === 'Escape' && this.#dragFrom !== undefined) this.#endSelecting();
    else return;
    event.preventDefault();
  };

  #narrow(): void {
    const from = this.histogram?.from ?? 0;
    const [first, last] = this.#selected();
    const step = this.#step();
    this.send('chart-brush', { from: from + first * step, to: from + (last + 1) * step });
  }

  /** The last interval; the first while there are none. */
  get #last(): number {
    return Math.max(0, (this.histogram?.counts.length ?? 0) - 1);
  }

  #selected(): readonly [number, number] {
    return [Math.min(this.at, this.anchor), Math.max(this.at, this.anchor)];
  }

  #step(): number {
    if (!this.histogram) return 1;
    return (this.histogram.to - this.histogram.from) / Math.max(1, this.histogram.counts.length);
  }

  #spoken(): string {
    const { counts = [], from = 0 } = this.histogram ?? {};
    const [first, last] = this.#selected();
    const sum = counts.slice(first, last + 1).reduce((total: number, count) => total + (count ?? 0), 0);
    const timestamp = (epoch: number): string => formatTimestamp(epoch, this.zone, this.serverOffset);
    return t(
      '{0} to {1}: {2}',
      timestamp(from + first * this.#step()),
      timestamp(from + (last + 1) * this.#step()),
      formatCount(sum),
    );
  }

  #summary(): string {
    const counts = this.histogram?.counts ?? [];
    const highest = Math.max(0, ...counts.map((count) => count ?? 0));
    return t('Intervals: {0}. Largest: {1}.', counts.length, formatCount(highest));
  }
}

function defaultLabel(): string {
  return t(
    'Entries over time. Use the arrow keys to select an interval, Shift to extend the selection, and Enter to narrow the search to it.',
  );
}

interface HistogramSection {
  readonly title: string;
  readonly counting: boolean;
  readonly histogram: Histogram | null;
  /** Describes the effect of a selection, if it is not a narrower search. */
  readonly label?: string;
  /** Shown instead of the bars, such as why there are none. */
  readonly instead?: TemplateResult | undefined;
  /** Shown below the bars. */
  readonly below?: TemplateResult | typeof nothing;
}

interface HistogramState {
  readonly view: { readonly zone: Zone; readonly histogramOpen: boolean };
  readonly connection: ShownConnection;
}

interface HistogramActions {
  readonly changeView: (change: { readonly histogramOpen: boolean }) => void;
  /** The user has selected an interval, in epoch milliseconds. */
  readonly narrow: (from: number, to: number) => void;
}

/** A collapsible histogram, which can be zoomed by selecting an interval. */
export function histogramSection(
  { view: { zone, histogramOpen: open }, connection }: HistogramState,
  { title, counting, histogram, label, instead, below = nothing }: HistogramSection,
  { changeView, narrow }: HistogramActions,
): TemplateResult {
  return html`<details
    class="section histogram-section"
    ?open=${open}
    @toggle=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLDetailsElement && currentTarget.open !== open)
        changeView({ histogramOpen: currentTarget.open });
    }}
  >
    <summary>${title} ${counting ? html`<span class="counting">${t('counting…')}</span>` : nothing}</summary>
    ${
      instead ??
      html`<logbench-histogram
        .histogram=${histogram ?? undefined}
        .zone=${zone}
        .serverOffset=${connection.serverOffset}
        .label=${label}
        @chart-brush=${({ detail: { from, to } }: PageEvent<'chart-brush'>) => narrow(from, to)}
      ></logbench-histogram>`
    }
    ${below}
  </details>`;
}
