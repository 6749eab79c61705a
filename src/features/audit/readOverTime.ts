import type { PlatformClient } from '../../api/client';
import type { Histogram } from '../../shared/protocol/auditLogs';
import { formatWireTime } from '../../shared/wire/time';
import type { SettledSearch } from './auditQuery';
import type { AuditResult } from './auditResult';
import { countOverTime, countTimes } from './overTime';
import type { Span } from './overTime';

/** Up to this many matches are read in one request rather than counted part by part. */
const fewMatches = 1000;
const second = 1000;

/** Counts the matches of a search over its period with as few requests as possible. */
export async function readOverTime(
  { settled, result, now }: { settled: SettledSearch; result: AuditResult; now: number },
  client: () => Promise<PlatformClient>,
  show: (histogram: Histogram) => void,
  signal: AbortSignal,
): Promise<void> {
  const { total } = result;
  if (total <= fewMatches) {
    const times = (await result.rows(0, total, signal)).map(({ time }) => time);
    show(countTimes(spanOf(settled, now, times.at(-1), times[0]), times));
    return;
  }
  const oldest = settled.from === undefined ? (await result.rows(total - 1, 1, signal))[0]?.time : undefined;
  const span = spanOf(settled, now, oldest, result.firstRows[0]?.time);
  const count = async (from: number, to: number): Promise<number> => {
    const filters = {
      ...settled.filters,
      from: formatWireTime(new Date(from)),
      // The platform includes the last second.
      to: formatWireTime(new Date(to - second)),
    };
    return Number((await (await client()).auditLogs({ ...filters, limit: 1 }, signal)).total);
  };
  await countOverTime(span, total, count, show, signal);
}

/**
 * An unbounded period starts at the oldest match; one that ends now always extends to now, so that gaps are
 * visible.
 */
function spanOf(settled: SettledSearch, now: number, oldest = now, newest = now): Span {
  const from = settled.from ?? oldest;
  const untilNow = settled.from !== undefined && settled.to === undefined;
  const to = settled.to ?? Math.max(newest, untilNow ? now : newest);
  return { from, to: Math.max(to, from) + second };
}
