import { t } from '../../../core/base/localize';
import type { Table } from '../../../core/interface/table';
import { formatWireTime, offsetOfMidnight, parseWireTime } from '../../../core/interface/time';
import type { TableVolume } from '../../../core/pages/tableMessages';
import { day } from '../../../core/time/durations';

const quietDays = 7;

/** `overdue`: contains logs past their retention. `silent`: received none for a week. */
export type TableWarning = 'overdue' | 'silent';

/** Warnings about a table. */
export function tableWarnings(
  table: Pick<Table, 'firstDay' | 'lastDay' | 'retention'>,
  now = Date.now(),
): readonly TableWarning[] {
  const first = timeOf(table.firstDay);
  const last = timeOf(table.lastDay);
  const warnings: TableWarning[] = [];
  // Platforms clean up once a day, so one more day is not overdue.
  const oldest = now - (table.retention + 1) * day;
  if (table.retention > 0 && first < oldest) warnings.push('overdue');
  if (last < now - quietDays * day) warnings.push('silent');
  return warnings;
}

/** Whether it has received no logs for a week. */
export function isSilent(table: Pick<Table, 'firstDay' | 'lastDay' | 'retention'>): boolean {
  return tableWarnings(table).includes('silent');
}

const knownTimes = new Map<string, number>();
const maxKnown = 5000;

/** Cached, because many tables share their days. NaN, which compares as never older, if there is none. */
function timeOf(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  const known = knownTimes.get(text);
  if (known !== undefined) return known;
  if (knownTimes.size >= maxKnown) knownTimes.clear();
  const time = parseWireTime(text)?.getTime() ?? Number.NaN;
  knownTimes.set(text, time);
  return time;
}

export function warningLabel(warning: TableWarning): string {
  return warning === 'overdue' ? t('has logs older than its retention') : t('no new logs for a week');
}

/** The option for a period with rows: the last 24 hours, or the day of the last logs if they are older. */
export function newestDay({ lastDay }: Pick<Table, 'lastDay'>, now = Date.now()): string {
  const last = lastDay === undefined ? undefined : parseWireTime(lastDay);
  if (lastDay === undefined || last === undefined || last.getTime() > now - day) return 'duration=1d';
  // In server time, in which the platform also reads these dates.
  const [from] = lastDay.split(' ');
  const to = new Date(Date.parse(`${from}T00:00:00Z`) + day).toISOString();
  return `from=${digits(from ?? '')} to=${digits(to.slice(0, 10))}`;
}

function digits(date: string): string {
  return date.replaceAll('-', '');
}

/**
 * A time for the options of `table`, `yyyyMMddHHmmss`. The time zone in which the platform reads it is not
 * documented, but its days start at midnight there.
 */
export function queryTime(timestamp: number, { from }: Pick<TableVolume, 'from'>): string {
  return formatWireTime(new Date(timestamp), offsetOfMidnight(from)).replace(/\D/g, '').slice(0, 14);
}
