import { t } from '../../shared/localize';
import type { Table } from '../../shared/wire/table';
import { parseWireTime } from '../../shared/wire/time';

const day = 86_400_000;
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
  switch (warning) {
    case 'overdue':
      return t('has logs older than its retention');
    case 'silent':
      return t('no new logs for a week');
  }
}
