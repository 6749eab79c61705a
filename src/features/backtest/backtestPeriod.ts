import type { Period } from '../../backtest/planBacktest';
import { t } from '../../shared/localize';
import type { BacktestView } from '../../shared/protocol/backtest';
import { parseWireTime } from '../../shared/wire/time';

const day = 86_400_000;
const maxDays = 400;

/** The period of a view, or what is wrong with its range. */
export function periodOf({ days, from, to }: BacktestView, now: number): Period | string {
  // Queries have times in whole seconds.
  const end = Math.floor(now / 1000) * 1000;
  if (days !== 'range') return { from: end - Number(days) * day, to: end };
  const [start, stop] = [parseWireTime(from)?.getTime(), parseWireTime(to)?.getTime()];
  if (start === undefined || stop === undefined) {
    return t('Enter both ends of the range, such as 2026-01-31 09:00:00+0900.');
  }
  if (start >= stop) return t('The range must end after it starts.');
  return stop - start > maxDays * day
    ? t('The range must not be longer than {0} days.', maxDays)
    : { from: start, to: stop };
}
