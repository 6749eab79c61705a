import { t } from '../../src/core/base/localize';
import { formatWireTime, parseWireTime } from '../../src/core/interface/time';
import { minute } from '../../src/core/time/durations';

/** Minutes east of UTC at a time, in the zone of the page. */
export type OffsetAt = (epoch: number) => number;

/** A date, or a date and time without an offset, is in the zone of the page; other text is unchanged. */
export function completeTime(text: string, offsetAt: OffsetAt): string {
  const [, day, clock = '00:00', seconds = ':00'] = partOfTime.exec(text.trim()) ?? [];
  const whole = day === undefined ? undefined : parseWireTime(`${day} ${clock}${seconds}Z`);
  if (!whole) return text;
  // Near a change of the clocks, the time as if it were UTC may have another offset.
  const offset = offsetAt(whole.getTime() - offsetAt(whole.getTime()) * minute);
  return formatWireTime(new Date(whole.getTime() - offset * minute), offset);
}

const partOfTime = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;

/** Why a typed time is invalid; undefined if it is valid. An empty field means no limit. */
export function timeProblem(text: string): string | undefined {
  if (text.trim() === '' || parseWireTime(text)) return undefined;
  const now = new Date();
  const example = formatWireTime(now, -now.getTimezoneOffset());
  return t('Use the format yyyy-MM-dd HH:mm:ssZ, for example {0}.', example);
}

export function rangeProblem(from: string, to: string): string | undefined {
  const start = parseWireTime(from);
  const end = parseWireTime(to);
  return start && end && start >= end ? t('The end must be after the start.') : undefined;
}
