import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import { visibleText } from '../../src/core/base/visibleText';
import type { LoadCell, WeekLoad } from '../../src/core/pages/overview';
import { formatCount } from '../../src/core/pages/format';
import { styleProperties } from '../app/styleProperties';
import { LightElement } from '../app/lightElement';
import type { HourPosition } from '../app/lightElement';
import { clockLabel, dayLabel, hourLabel, shadeOf } from './loadLabels';

const namesShown = 6;

/** Seven days by 24 hours. Arrow keys move, Enter opens the schedules of an hour. */
@customElement('logbench-week-load')
export class WeekLoadView extends LightElement {
  @property({ attribute: false }) load!: WeekLoad;
  /** The schedules of the current hour. */
  @property({ attribute: false }) cell: LoadCell | undefined;

  @state() private active = { day: 0, hour: 0 };
  #focusWanted = false;

  /** Makes an hour active and focuses it. */
  show(day: number, hour: number): void {
    this.active = { day, hour };
    this.#focusWanted = true;
    this.requestUpdate();
  }

  protected override updated(): void {
    if (!this.#focusWanted) return;
    this.#focusWanted = false;
    this.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus();
  }

  protected override render(): TemplateResult {
    const { load } = this;
    return html`<div
        class="week"
        role="grid"
        aria-label=${t('Scheduled query starts by day and hour. Use the arrow keys to move and Enter to show which queries start.')}
        @keydown=${this.#onKeyDown}
        @focusin=${this.#onHover}
        @mouseover=${this.#onHover}
        @click=${this.#onClick}
      >
        <div class="week-row week-hours" role="row">
          <span class="week-day" role="columnheader" aria-label=${t('Day')}></span>
          ${Array.from(
            { length: 8 },
            (_, part) => html`<span role="columnheader" aria-colspan="3">${clockLabel(part * 180)}</span>`,
          )}
        </div>
        ${load.days.map((_, day) => this.#day(load, day))}
      </div>
      ${this.#reading(load)}`;
  }

  #day(load: WeekLoad, day: number): TemplateResult {
    const { date = '', hours = [] } = load.days[day] ?? {};
    return html`<div class="week-row" role="row">
      <span class="week-day" role="rowheader">${dayLabel(date, 'narrow')}</span>
      ${hours.map(
        ({ starts, change }, hour) =>
          html`<span
            class="week-hour"
            role="gridcell"
            tabindex=${this.active.day === day && this.active.hour === hour ? 0 : -1}
            data-day=${day}
            data-hour=${hour}
            data-change=${change ?? nothing}
            aria-label=${hourLabel(load, day, hour)}
            .textContent=${cellText(starts, change)}
            ${styleProperties({ '--share': `${100 * shadeOf(starts, load.max)}%` })}
          ></span>`,
      )}
    </div>`;
  }

  /** Below the chart, so that nothing is covered: the label of the hour and its schedules. */
  #reading(load: WeekLoad): TemplateResult {
    const { cell } = this;
    if (!cell)
      return html`<p class="week-reading muted">${t('Hover over an hour to see which queries start.')}</p>`;
    const names = cell.entries.slice(0, namesShown).map(({ name: own, minutes, skipped }) => {
      const name = visibleText(own);
      if (skipped) return t('{0} (at a time that does not exist on this day)', name);
      return minutes.length > 3
        ? t('{0} ({1} times)', name, minutes.length)
        : `${name} (${minutes.map((minute) => clockLabel(cell.hour * 60 + minute)).join(', ')})`;
    });
    const rest = cell.entries.length - names.length;
    return html`<p class="week-reading" role="status">
      <strong>${hourLabel(load, cell.day, cell.hour)}</strong>
      <span>${names.join(' · ')}${rest > 0 ? ` · ${t('{0} more', formatCount(rest))}` : ''}</span>
    </p>`;
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const { day, hour } = this.active;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [day, hour - 1],
      ArrowRight: [day, hour + 1],
      ArrowUp: [day - 1, hour],
      ArrowDown: [day + 1, hour],
      Home: event.ctrlKey ? [0, 0] : [day, 0],
      End: event.ctrlKey ? [6, 23] : [day, 23],
    };
    const to = moves[event.key];
    if (to) this.show(Math.max(0, Math.min(6, to[0])), Math.max(0, Math.min(23, to[1])));
    else if ((event.key === 'Enter' || event.key === ' ') && event.target instanceof HTMLElement) {
      this.send('load-open', { day, hour, element: event.target });
    } else return;
    event.preventDefault();
  };

  readonly #onHover = (event: Event): void => {
    const hour = hourAt(event);
    if (!hour) return;
    if (event.type === 'focusin') this.active = { day: hour.day, hour: hour.hour };
    this.send('load-look', hour);
  };

  readonly #onClick = (event: Event): void => {
    const hour = hourAt(event);
    if (!hour) return;
    // The focus makes it active; a screen reader clicks without it.
    hour.element.focus();
    this.send('load-open', hour);
  };
}

function hourAt({ target }: Event): HourPosition | undefined {
  if (!(target instanceof HTMLElement) || target.dataset['hour'] === undefined) return undefined;
  return { day: Number(target.dataset['day']), hour: Number(target.dataset['hour']), element: target };
}

/** A number, because color alone is not accessible. */
function cellText(starts: number, change: string | null): string {
  if (change === 'skipped') return '✕';
  const count = starts === 0 ? '' : starts > 999 ? '999+' : String(starts);
  return change === 'repeated' ? `${count}²` : count;
}
