import { parseQuery } from '../language/parseQuery';
import { readDatePrefix, readTimeSpan, timeBefore } from '../language/values';
import { t } from '../base/localize';
import type { CellRun } from '../pages/notebook';
import { timeExpression } from './notebookProperties';
import type { NotebookProperties } from './notebookProperties';

/** Epoch milliseconds; a text for a time of a platform whose time zone is not known. */
type Instant = number | string;

export interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** When a query was sent, and the offset of the platform in minutes. */
interface Asked {
  readonly at: number;
  readonly offset: number | null;
}

/** The time that a query has asked for with `$("from")` and `$("to")`; undefined for none. */
export function rangeOfRun(
  run: Pick<CellRun, 'sent' | 'started' | 'platformStarted' | 'connection'>,
): TimeRange | undefined {
  const asked = { at: run.platformStarted ?? run.started, offset: run.connection.serverOffset };
  const instantOf = (name: string): Instant | undefined => {
    const value = valueSet(run.sent, name);
    return value === undefined ? undefined : instant(value, asked);
  };
  const from = instantOf('from');
  // Without an end, it is what had arrived by then.
  return from === undefined ? undefined : { from, to: instantOf('to') ?? asked.at };
}

/** The time range of a notebook whose queries have asked for it; as of a time for one that has not run. */
export function rangeOfNotebook(
  { from, to = 'now' }: Pick<NotebookProperties, 'from' | 'to'>,
  runs: readonly (CellRun | undefined)[],
  created: Date,
): TimeRange | undefined {
  const ranges = runs.flatMap((run) => (run && rangeOfRun(run)) ?? []);
  const [first] = ranges;
  if (first !== undefined) {
    const all = ranges.flatMap((range) => [range.from, range.to]);
    const times = all.filter((time) => typeof time === 'number');
    return times.length < all.length ? first : { from: Math.min(...times), to: Math.max(...times) };
  }
  const asked = { at: created.getTime(), offset: null };
  const instantOf = (written: string): Instant | undefined => instant(timeExpression(written) ?? '', asked);
  const [start, end] = [from && instantOf(from), instantOf(to)];
  return start === undefined || end === undefined || start === '' ? undefined : { from: start, to: end };
}

export function rangeText({ from, to }: TimeRange): string {
  const text = (time: Instant): string => (typeof time === 'string' ? time : timeText(new Date(time)));
  return t('{0} to {1}', text(from), text(to));
}

/** The same everywhere: a report is read in other time zones. */
export function timeText(time: Date): string {
  return time
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** The expression that a query sets a parameter to. */
function valueSet(sent: string, name: string): string | undefined {
  for (const command of parseQuery(sent).query.commands) {
    if (command.kind === 'set' && command.parameter?.text === name)
      return sent.slice(command.value.from, command.value.to);
  }
  return undefined;
}

/** Undefined for an expression that `timeExpression` does not write. */
function instant(expression: string, { at, offset }: Asked): Instant | undefined {
  const [, call, span, digits] =
    /^(?:string\((now\(\)|ago\("(\w+)"\)), "yyyyMMddHHmmss"\)|"(\d+)")$/.exec(expression) ?? [];
  if (span !== undefined) {
    const read = readTimeSpan(span);
    return typeof read === 'string' ? undefined : timeBefore(at, read, () => offset ?? 0);
  }
  if (call !== undefined) return at;
  const local = readDatePrefix(digits ?? '');
  if (local === undefined) return undefined;
  if (offset !== null) return local.getTime() - offset * 60_000;
  return t('{0} in the time of the platform', timeText(local).replace(' UTC', ''));
}
