import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { t } from '../../src/core/base/localize';
import { formatOffset } from '../../src/core/interface/time';
import { visibleText } from '../../src/core/base/visibleText';
import type {
  LoadCell,
  OverviewState,
  ScheduleCounts,
  Spread,
  WeekLoad,
} from '../../src/core/pages/overview';
import { debounce } from '../app/timers';
import { formatCount } from '../../src/core/pages/format';
import { contentOr, iconText, notice, panel, sentence } from '../app/parts';
import type { HourPosition, PageEvent } from '../app/lightElement';
import { iconButton, link, textButton } from '../elements/controls';
import { menuItem, openMenuBelow, opensMenu } from '../elements/popupMenu';
import { imageItems } from '../image/imageItems';
import { mixed, themeColors } from '../image/themeColors';
import type { ThemeColors } from '../image/themeColors';
import { loadFacts, minuteBars } from './loadFacts';
import { clockLabel, dayLabel, isEven, shadeOf, startsText } from './loadLabels';
import './spreadPanel';
import type { OverviewSections } from './overviewSections';
import './weekLoadView';
import type { WeekLoadView } from './weekLoadView';
import { rectanglePath } from '../../src/core/chart/image';
import type { ChartImage, Shape } from '../../src/core/chart/image';

/** The maximum number of names in a menu. */
const maxOffered = 30;

type Hour = Pick<LoadCell, 'day' | 'hour'>;

/** The number of schedules that start in each hour of seven days. */
export class LoadSection {
  cell: LoadCell | undefined;
  spread: Spread | undefined;
  readonly #view = createRef<WeekLoadView>();
  /** The hour that was requested last: what has arrived may be that of an earlier one. */
  #asked: Hour | undefined;
  /** The hour whose schedules are shown in a menu as soon as they are loaded. */
  #opening: HourPosition | undefined;

  constructor(private readonly parts: OverviewSections) {}

  render(data: OverviewState): TemplateResult {
    const { load, schedulesFailure, view } = data;
    this.#offerOpened();
    const draw = (shown: WeekLoad): TemplateResult => this.#content(shown, view.week, data.schedules);
    const content = contentOr(load, draw, schedulesFailure, this.parts.failures, t('Checking…'));
    return panel('load', t('Weekly load'), load ? this.#tools(load, data) : nothing, content);
  }

  /** Another week, time zone or list of schedules: other queries may start in the hour that is shown. */
  renew(): void {
    const shown = this.#asked ?? this.cell;
    if (shown) this.#need(shown);
  }

  #showWeek(week: number): void {
    this.cell = undefined;
    this.#asked = undefined;
    this.#opening = undefined;
    this.parts.changeView({ week });
  }

  #tools(load: WeekLoad, { view, connection }: OverviewState): TemplateResult {
    const { week } = view;
    return html`<div class="toolbar" role="toolbar" aria-label=${t('Week')}>
      ${iconButton('chevron-left', t('Previous week'), () => this.#showWeek(week - 1), week === 0)}
      <span>${weekText(load)}</span>
      ${iconButton('chevron-right', t('Next week'), () => this.#showWeek(Math.min(60, week + 1)))}
      ${load.schedules === 0 ? nothing : this.#actions(load, t('Load · {0}', connection.name))}
    </div>`;
  }

  #actions(load: WeekLoad, name: string): TemplateResult {
    const build = () => loadImage(load, `${name}, ${weekText(load)}`, themeColors());
    const save = opensMenu(() => imageItems(name, build, this.parts.post));
    return html`${iconButton('device-camera', t('Save Image'), save)}
    ${textButton('split-horizontal', t('Spread Load'), () => this.parts.post({ kind: 'spread' }))}`;
  }

  #content(load: WeekLoad, week: number, schedules: ScheduleCounts | null): TemplateResult {
    if (load.schedules === 0) return notice('empty', t('No enabled scheduled query has a cron schedule.'));
    return html`${this.spread ? this.#spread(this.spread) : nothing} ${this.#busiest(load)}
    ${loadFacts(load, schedules?.longest ?? null, this.#openQuery)}
    ${
      isEven(load)
        ? html`<p>
            ${t('In every hour of these seven days, the same number of queries starts: {0}.', formatCount(load.max))}
          </p>`
        : html`<logbench-week-load
            ${ref(this.#view)}
            .load=${load}
            .cell=${this.cell}
            @load-look=${({ detail }: PageEvent<'load-look'>) => this.#showHour(detail)}
            @load-open=${this.#onOpen}
          ></logbench-week-load>`
    }
    ${minuteBars(load)} ${this.#change(load, week)}
    ${
      // The clock of the server may change before a run, which is unknown here.
      load.assumedOffset === null
        ? nothing
        : sentence(
            'gap',
            'info',
            t('The times assume that the server clock stays at {0}.', formatOffset(load.assumedOffset)),
          )
    }
    ${
      load.unread.length === 0
        ? nothing
        : sentence(
            'gap',
            'warning',
            t(
              'Not counted because the cron expression is not valid: {0}',
              load.unread.slice(0, 5).join(', '),
            ),
          )
    }`;
  }

  readonly #openQuery = ({ guid, name }: { readonly guid: string; readonly name: string }): void =>
    this.parts.act({ kind: 'openQuery', guid, name });

  #busiest(load: WeekLoad): TemplateResult {
    const { busiest, days } = load;
    if (!busiest) return html`<p class="muted">${t('Nothing starts in these seven days.')}</p>`;
    const { day, minute, starts } = busiest;
    const text = `${dayLabel(days[day]?.date ?? '', 'long')}, ${clockLabel(minute)}`;
    return html`<p>
      ${t('Busiest minute:')}
      ${isEven(load) ? text : link(text, () => this.#view.value?.show(day, Math.floor(minute / 60)))}
      <span class="muted">· ${startsText(starts)}</span>
    </p>`;
  }

  /** The next daylight saving change: in the visible week, or as a link to its week. */
  #change({ nextChange }: WeekLoad, week: number): TemplateResult {
    if (!nextChange) return html``;
    const text = t('The clocks change on {0}.', dayLabel(nextChange.date, 'long'));
    return html`<p class="gap">
      ${iconText('watch', text)}
      ${nextChange.week === week ? nothing : link(t('Show That Week'), () => this.#showWeek(nextChange.week))}
    </p>`;
  }

  #spread(spread: Spread): TemplateResult {
    const close = (): void => {
      this.spread = undefined;
      this.parts.redraw();
    };
    return html`<logbench-spread
      .spread=${spread}
      @spread-accept=${({ detail }: PageEvent<'spread-accept'>) => {
        this.parts.post({ kind: 'makeDrafts', changes: detail });
        close();
      }}
      @spread-close=${close}
    ></logbench-spread>`;
  }

  /** Debounced, because the pointer passes many hours, and may be back at the last one when it rests. */
  readonly #showHour = debounce(60, (hour: Hour) => {
    if (!isSame(hour, this.cell) || !isSame(hour, this.#asked)) this.#need(hour);
  });

  #need({ day, hour }: Hour): void {
    this.#asked = { day, hour };
    this.parts.post({ kind: 'needCell', day, hour });
  }

  readonly #onOpen = ({ detail }: PageEvent<'load-open'>): void => {
    this.#opening = detail;
    if (isSame(detail, this.cell)) this.parts.redraw();
    else this.#need(detail);
  };

  #offerOpened(): void {
    const { cell } = this;
    const opening = this.#opening;
    if (!cell || !opening || !isSame(cell, opening)) return;
    this.#opening = undefined;
    const items = cell.entries
      .slice(0, maxOffered)
      .map((query) =>
        menuItem(t('Open {0}', visibleText(query.name)), 'go-to-file', () => this.#openQuery(query)),
      );
    // After this render, because the menu renders itself.
    queueMicrotask(() => openMenuBelow(opening.element, items));
  }
}

function isSame(one: Hour, other: Hour | undefined): boolean {
  return one.day === other?.day && one.hour === other.hour;
}

function weekText({ days }: WeekLoad): string {
  return t('{0} to {1}', dayLabel(days[0]?.date ?? ''), dayLabel(days.at(-1)?.date ?? ''));
}

const left = 96;
const top = 56;
const cell = { width: 34, height: 26 };

/** The load of the week as an image. */
function loadImage(load: WeekLoad, title: string, colors: ThemeColors): ChartImage {
  const muted = { fill: colors.muted, size: 11 };
  const shapes: Shape[] = [
    { kind: 'text', x: 16, y: 26, text: title, fill: colors.foreground, size: 14, bold: true },
    ...Array.from({ length: 8 }, (_, index): Shape => ({
      ...muted,
      kind: 'text',
      x: left + index * 3 * cell.width,
      y: top - 8,
      text: clockLabel(index * 180),
    })),
  ];
  for (const [day, { date, hours }] of load.days.entries()) {
    const y = top + day * cell.height;
    shapes.push({ ...muted, kind: 'text', x: 16, y: y + 17, text: dayLabel(date) });
    for (const [hour, { starts, change }] of hours.entries()) {
      const x = left + hour * cell.width;
      const fill = mixed(colors.blue, colors.background, shadeOf(starts, load.max));
      const d = rectanglePath(x, y, cell.width - 2, cell.height - 2, 2);
      shapes.push({ kind: 'path', d, fill, stroke: change === null ? colors.line : colors.orange });
      const text = change === 'skipped' ? '✕' : starts === 0 ? '' : `${starts}${change === null ? '' : '²'}`;
      if (text !== '') {
        const at = { x: x + cell.width / 2 - 1, y: y + 16 };
        shapes.push({ kind: 'text', ...at, text, fill: colors.foreground, size: 11, anchor: 'middle' });
      }
    }
  }
  const height = top + 7 * cell.height + 36;
  if (load.days.some(({ hours }) => hours.some(({ change }) => change !== null))) {
    const text = t('✕ skipped by daylight saving time, ² occurs twice');
    shapes.push({ ...muted, kind: 'text', x: left, y: height - 14, text });
  }
  const { background, fontFamily } = colors;
  return { width: left + 24 * cell.width + 16, height, background, fontFamily, shapes };
}
