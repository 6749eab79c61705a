import { getOrAdd } from '../../src/core/base/getOrAdd';
import { languageTag, t } from '../../src/core/base/localize';
import type { LoadHour, WeekLoad } from '../../src/core/pages/overview';
import { formatCount } from '../../src/core/pages/format';

type DayStyle = 'narrow' | 'short' | 'long';

const formats = new Map<DayStyle, Intl.DateTimeFormat>();

/** `Mon 16`, `Mon, Nov 16` or `Monday, November 16`, as the user writes it. */
export function dayLabel(date: string, style: DayStyle = 'short'): string {
  if (date === '') return '';
  return getOrAdd(formats, style, () => dayFormat(style)).format(new Date(`${date}T00:00:00Z`));
}

/** Created once: each of 168 hours has a label, and creating a format takes longer than all of them. */
function dayFormat(style: DayStyle): Intl.DateTimeFormat {
  const weekday = style === 'long' ? 'long' : 'short';
  return new Intl.DateTimeFormat(languageTag(), {
    weekday,
    day: 'numeric',
    ...(style === 'narrow' ? {} : { month: weekday }),
    timeZone: 'UTC',
  });
}

export function clockLabel(minuteOfDay: number): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`;
}

/** The label of an hour. */
export function hourLabel(load: WeekLoad, day: number, hour: number): string {
  const { date = '', hours = [] } = load.days[day] ?? {};
  const hourText = `${dayLabel(date, 'long')}, ${clockLabel(hour * 60)}`;
  const { starts = 0, schedules = 0, change = null }: Partial<LoadHour> = hours[hour] ?? {};
  const label = `${hourText}: ${startsLabel(starts, schedules)}`;
  if (change === 'skipped') return t('{0}. Daylight saving time skips this hour.', label);
  return change === 'repeated'
    ? t('{0}. This hour occurs twice because of daylight saving time.', label)
    : label;
}

function startsLabel(starts: number, schedules: number): string {
  if (starts === 0) return t('no scheduled query starts');
  const count = startsText(starts);
  return schedules === 1
    ? t('{0} of 1 scheduled query', count)
    : t('{0} of {1} scheduled queries', count, schedules);
}

export function startsText(starts: number): string {
  return starts === 1 ? t('1 start') : t('{0} starts', formatCount(starts));
}

/** How much of the color an hour has, as a share of one: in proportion to its starts, so that similar hours look alike. */
export function shadeOf(starts: number, max: number): number {
  return starts === 0 ? 0 : 0.06 + 0.4 * (starts / Math.max(1, max));
}

/** Whether the hours need not be compared. */
export function isEven(load: WeekLoad): boolean {
  return load.max > 0 && minStarts(load) === load.max;
}

/** The fewest starts of an hour that exists. */
function minStarts({ days }: WeekLoad): number {
  const hours = days.flatMap((day) => day.hours).filter(({ change }) => change !== 'skipped');
  return hours.reduce((min, { starts }) => Math.min(min, starts), hours[0]?.starts ?? 0);
}
