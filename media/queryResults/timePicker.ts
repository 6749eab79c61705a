import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { QueryResultsState, QueryTime, Refinement } from '../../src/core/pages/queryResults';
import { visibleText } from '../../src/core/base/visibleText';
import { parseWireTime } from '../../src/core/interface/time';
import { formatTimestamp, offsetAt } from '../../src/core/pages/format';
import type { Zone } from '../../src/core/pages/common';
import { button, textButton } from '../elements/controls';
import { menuItem, opensMenu } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { TimeRange } from '../elements/timeRangePicker';

export interface TimeActions {
  readonly refine: (refinement: Refinement) => void;
  /** Shows the form for a start and an end, or hides it. */
  readonly setCustom: (open: boolean) => void;
}

/** Shows the time of the query, and opens a menu for another. */
export function timeButton(state: QueryResultsState, actions: TimeActions): TemplateResult {
  const label = timeLabel(state);
  const open = opensMenu(() => timeItems(label, actions));
  return state.time?.limited === true
    ? textButton(
        'calendar',
        t('{0}, limited by _time', label),
        open,
        t('Change the time of the table. The conditions on _time remain; change them in the query.'),
      )
    : textButton('calendar', label, open, t('Change the time of the query and run it again'));
}

const durations = ['15m', '1h', '4h', '1d', '7d', '30d'] as const;

function timeItems(current: string, { refine, setCustom }: TimeActions): readonly MenuItem[] {
  const set = (duration: string | null) => (): void =>
    refine({ action: 'setTime', duration, from: null, to: null, run: true });
  const item = (label: string, run: () => void, startsGroup = false): MenuItem =>
    menuItem(label, label === current ? 'check' : 'blank', run, startsGroup);
  return [
    ...durations.map((duration) => item(durationLabel(duration), set(duration))),
    item(t('All time'), set(null), true),
    item(t('Custom range…'), () => setCustom(true)),
  ];
}

function durationLabel(duration: string): string {
  const labels: Readonly<Record<string, string>> = {
    '15m': t('Last 15 minutes'),
    '1h': t('Last hour'),
    '4h': t('Last 4 hours'),
    '1d': t('Last 24 hours'),
    '24h': t('Last 24 hours'),
    '7d': t('Last 7 days'),
    '1w': t('Last 7 days'),
    '30d': t('Last 30 days'),
  };
  return labels[duration] ?? t('Last {0}', duration);
}

function timeLabel({ time, view, connection: { serverOffset } }: QueryResultsState): string {
  const { duration, from, to } = time ?? allTime;
  if (duration !== null) return visibleText(durationLabel(duration));
  if (from === null && to === null) return t('All time');
  const shown = (option: string | null): string =>
    option === null ? '' : spaced(inZone(option, view.zone, serverOffset));
  return visibleText(`${shown(from)} – ${shown(to)}`.trim());
}

const allTime: QueryTime = { duration: null, from: null, to: null };

/** The option as it would be written if the server were in the zone of the page. */
function inZone(option: string, zone: Zone, serverOffset: number | null): string {
  const epoch = epochOfOption(option, serverOffset ?? 0);
  if (epoch === undefined || serverOffset === null) return option;
  if (offsetAt(epoch, zone, serverOffset) === serverOffset) return option;
  return formatTimestamp(epoch, zone, serverOffset).replace(/\D/g, '').slice(0, 14);
}

/** A time of an option, such as `202611150930`, as users write it; anything else is unchanged. */
function spaced(option: string): string {
  const [, year, month, day, hour, minute = '00', second = '00'] = optionTime.exec(option) ?? [];
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (hour === undefined) return date || option;
  return `${date} ${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}

const optionTime = /^"?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?"?$/;

/** A form for a start and an end, which begins with those of the query. */
export function customTime(data: QueryResultsState, { refine, setCustom }: TimeActions): TemplateResult {
  const { view, connection, time } = data;
  const { serverOffset } = connection;
  const wireTime = (option: string | null | undefined): string | null => {
    const epoch = epochOfOption(option ?? '', serverOffset ?? 0);
    return epoch === undefined ? null : formatTimestamp(epoch, view.zone, serverOffset);
  };
  const apply = (event: Event): void => {
    event.preventDefault();
    const { currentTarget } = event;
    const form = currentTarget instanceof Element ? currentTarget.closest('form') : null;
    const fields = form?.querySelector('logbench-time-range');
    const times = fields instanceof TimeRange ? fields.times : undefined;
    if (!times) return;
    const epoch = (text: string | null): number | null => parseWireTime(text ?? '')?.getTime() ?? null;
    setCustom(false);
    refine({ action: 'setTime', duration: null, from: epoch(times.from), to: epoch(times.to), run: true });
  };
  return html`<form
    class="filters time-form"
    aria-label=${t('Time of the query')}
    @submit=${apply}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') setCustom(false);
      if (event.key === 'Enter' && !event.isComposing && isField(event.target)) apply(event);
    }}
  >
    <logbench-time-range
      .from=${wireTime(time?.from)}
      .to=${wireTime(time?.to)}
      .zone=${view.zone}
      .serverOffset=${serverOffset}
    ></logbench-time-range>
    ${button(t('Run for This Time'), apply, { primary: true })} ${button(t('Close'), () => setCustom(false))}
  </form>`;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.localName === 'vscode-textfield';
}

/** Options are in the time of the server; the offset that is known is the one of now. */
function epochOfOption(option: string, serverOffset: number): number | undefined {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] =
    optionTime.exec(option) ?? [];
  if (year === undefined) return undefined;
  const time = parseWireTime(`${year}-${month}-${day} ${hour}:${minute}:${second}Z`);
  return time === undefined ? undefined : time.getTime() - serverOffset * 60_000;
}
