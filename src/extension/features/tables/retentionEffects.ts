import { t } from '../../../core/base/localize';
import { retentionText } from '../../../core/base/retentionText';
import { maxRetention } from '../../../core/interface/tableValues';
import type { Table } from '../../../core/interface/table';
import { formatWireTime } from '../../../core/interface/time';
import type { Validation } from '../../ui/prompts/prompts';
import { day } from '../../../core/time/durations';

/** What the next cleanup deletes of a table. */
export interface RetentionLoss {
  readonly table: Pick<Table, 'name'>;
  /** Days with logs. */
  readonly days: number;
  /** The first day that is kept, `yyyy-MM-dd`; undefined if everything is. */
  readonly before: string | undefined;
  /** Undefined if they could not be counted. */
  readonly rows: number | undefined;
}

/**
 * The first day that is kept, in the time of the platform, `yyyy-MM-dd`. Platforms delete whole days, once a day.
 * Undefined if everything is kept.
 */
export function firstKeptDay(days: number, now: number, offset: number): string | undefined {
  return days === 0 ? undefined : formatWireTime(new Date(now - days * day), offset).slice(0, 10);
}

/** The days from the first log on that are not kept. */
export function daysDeleted(
  { firstDay, lastDay }: Pick<Table, 'firstDay' | 'lastDay'>,
  firstKept: string | undefined,
): number {
  if (firstDay === undefined || firstKept === undefined) return 0;
  const end = Math.min(dayNumber(firstKept), dayNumber(lastDay ?? firstKept) + 1);
  return Math.max(0, end - dayNumber(firstDay)) || 0;
}

function dayNumber(time: string): number {
  return Math.floor(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) / day);
}

export function checkRetention(text: string): Validation {
  const typed = text.trim();
  if (/^[0-9]+$/.test(typed) && Number(typed) <= maxRetention) return undefined;
  const limit = maxRetention.toLocaleString();
  return { problem: t('Enter a whole number of days, 0 to {0}. 0 keeps everything.', limit) };
}

const maxTables = 12;

/** What the change deletes, one line for each table, the largest loss first. */
export function retentionEffects(
  days: number,
  losses: readonly RetentionLoss[],
  uncounted: string | undefined,
): string {
  const lost = losses
    .filter((loss) => loss.days > 0)
    .toSorted((one, other) => (other.rows ?? Infinity) - (one.rows ?? Infinity) || other.days - one.days);
  if (lost.length === 0) {
    return days === 0
      ? t('Logs are kept forever.')
      : t('The next cleanup deletes nothing: no log is older than that.');
  }
  const lines = lost.slice(0, maxTables).map((loss) => lossLine(loss, losses.length > 1));
  const rest = lost.length - lines.length;
  return [
    ...lines,
    ...(rest > 0 ? [t('Tables that also lose logs: {0}', rest)] : []),
    ...(uncounted === undefined ? [] : ['', t('Rows could not be counted. {0}', uncounted)]),
    '',
    t('Deleted logs cannot be restored.'),
  ].join('\n');
}

function lossLine({ table, days, before = '', rows }: RetentionLoss, isNamed: boolean): string {
  const count = retentionText(days);
  const what =
    rows === undefined
      ? count
      : `${count}, ${rows === 1 ? t('1 row') : t('{0} rows', rows.toLocaleString())}`;
  return isNamed
    ? t('{0}: the next cleanup deletes {1}, the logs before {2}.', table.name, what, before)
    : t('The next cleanup deletes {0}, the logs before {1}.', what, before);
}
