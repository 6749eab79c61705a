import { t } from '../../../core/base/localize';
import type { OverviewAction } from '../../../core/pages/overview';
import { retentionText } from '../../../core/base/retentionText';
import { day, hour, week, minute } from '../../../core/time/durations';
import type { Issue } from './groupIssues';
import type { KnownTable } from './knownTable';

/** Tables that are silent although logs are expected. */
export function silentTables(
  tables: readonly KnownTable[],
  arrivalIntervals: ReadonlyMap<string, ArrivalInterval>,
  now: number,
): readonly Issue[] {
  if (arrivalIntervals.size === 0) return [];
  return tables.flatMap((table): readonly Issue[] => {
    const interval = arrivalIntervals.get(table.name);
    const { last } = table;
    if (interval === undefined || last === null) return [];
    const silence = silenceOf(last, now, interval);
    if (silence === undefined) return [];
    return [
      {
        id: `silent ${table.name}`,
        kind: 'silent',
        subject: table.name,
        sentence: silenceSentence(silence, now - last),
        common: { key: '', sentence: t('No logs arrive, although they usually do at this time.') },
        since: last,
        actions: [...actionsFor(table), { kind: 'notebookOfTable', table: table.name }],
      },
    ];
  });
}

function silenceSentence(silence: Silence, silent: number): string {
  const span = formatSpan(silent);
  return silence.kind === 'gap'
    ? t('No logs for {0}. The longest gap before was {1}.', span, formatSpan(silence.maxLength))
    : t(
        'No logs for {0}. In {1} of the last {2} weeks, logs arrived at this time.',
        span,
        silence.active,
        silence.known,
      );
}

/** Milliseconds before the deletion at which it is reported. */
const warnedAhead = 7 * day;

/**
 * Tables that retention soon empties, or from which it deletes for the first time. A table that has reached
 * its retention loses its oldest day every day, which is normal.
 */
export function expiringTables(tables: readonly KnownTable[], now: number): readonly Issue[] {
  return tables.flatMap((table): readonly Issue[] => {
    if (table.retention === 0) return [];
    const keeps = table.retention * day;
    const { first, last } = table;
    if (first === null || last === null) return [];
    const item = { subject: table.name, actions: actionsFor(table) };
    const allExpired = last + keeps - now;
    if (allExpired > 0 && allExpired <= warnedAhead && now - last > day) {
      const sentence = t(
        'All of its logs will be deleted within {0}: the retention is {1}, and no logs have arrived for {2}.',
        formatSpan(allExpired),
        retentionText(table.retention),
        formatSpan(now - last),
      );
      const common = { key: '', sentence: t('All of their logs will be deleted within 7 days.') };
      return [{ ...item, id: `emptying ${table.name}`, kind: 'emptying', sentence, common, since: last }];
    }
    const firstExpired = first + keeps - now;
    if (firstExpired <= day || firstExpired > warnedAhead) return [];
    const sentence = t(
      'Its oldest logs will be deleted for the first time in {0}: the retention is {1}.',
      formatSpan(firstExpired),
      retentionText(table.retention),
    );
    const common = {
      key: '',
      sentence: t('Their oldest logs will be deleted for the first time within 7 days.'),
    };
    return [{ ...item, id: `losing ${table.name}`, kind: 'losing', sentence, common, since: null }];
  });
}

function actionsFor({ name }: KnownTable): readonly OverviewAction[] {
  return [
    { kind: 'showTable', table: name },
    { kind: 'queryTable', table: name },
  ];
}

/** The hours in which a table received logs, oldest first, and the start of the period that was read. */
export interface ArrivalInterval {
  readonly hours: readonly number[];
  readonly since: number;
}

/** Why a table counts as silent. */
export type Silence =
  /** The number of known earlier weeks with logs at the same time of the week. */
  | { readonly kind: 'weeks'; readonly active: number; readonly known: number }
  /** The table is too new for weeks: its gap is longer than ever before. */
  | { readonly kind: 'gap'; readonly maxLength: number };

export const learnedWeeks = 4;
const minWeeks = 2;
const minHours = 8;
/** A new table may be silent this many times longer than ever before. */
const silenceFactor = 3;

/**
 * Whether a table receives no logs although it usually does: the same hours of earlier weeks show whether
 * logs are expected since the last one. Therefore, a source that is active in office hours may pause at night
 * and on weekends, and one that reports daily is reported after an hour.
 */
export function silenceOf(lastLog: number, now: number, interval: ArrivalInterval): Silence | undefined {
  const expected = hoursBetween(lastLog, now);
  if (expected === undefined) return undefined;
  const hours = new Set(interval.hours);
  const weeks = earlierWeeks(expected, lastLog, interval.since);
  if (weeks.length < minWeeks) return silenceOfNewTable(lastLog, now, interval.hours);
  const active = weeks.filter((shift) => anyWithin(expected, shift, hours)).length;
  return active * 3 >= weeks.length * 2 ? { kind: 'weeks', active, known: weeks.length } : undefined;
}

interface Interval {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** The complete hours since the last log; undefined if there is none yet. */
function hoursBetween(lastLog: number, now: number): Interval | undefined {
  const first = (Math.floor(lastLog / hour) + 1) * hour;
  const end = Math.floor(now / hour) * hour;
  return end > first ? { first, end } : undefined;
}

/** The offsets to the same hours in known weeks before the silence. */
function earlierWeeks({ first, end }: Interval, lastLog: number, since: number): readonly number[] {
  const shifts: number[] = [];
  for (let shift = week; first - shift >= since && shifts.length < learnedWeeks; shift += week) {
    if (end - shift <= lastLog) shifts.push(shift);
  }
  return shifts;
}

function anyWithin({ first, end }: Interval, shift: number, hours: ReadonlySet<number>): boolean {
  for (let at = first - shift; at < end - shift; at += hour) if (hours.has(at)) return true;
  return false;
}

function silenceOfNewTable(lastLog: number, now: number, hours: readonly number[]): Silence | undefined {
  if (hours.length < minHours) return undefined;
  let maxLength = hour;
  for (let index = 1; index < hours.length; index++) {
    maxLength = Math.max(maxLength, (hours[index] ?? 0) - (hours[index - 1] ?? 0));
  }
  return now - lastLog > silenceFactor * maxLength ? { kind: 'gap', maxLength } : undefined;
}

/** An approximate duration in the largest unit with at least two: 90 minutes, 26 hours, 3 days. */
export function formatSpan(milliseconds: number): string {
  if (milliseconds >= 2 * day) return t('{0} days', Math.floor(milliseconds / day));
  if (milliseconds >= 2 * hour) return t('{0} hours', Math.floor(milliseconds / hour));
  const minutes = Math.floor(milliseconds / minute);
  return minutes === 1 ? t('1 minute') : t('{0} minutes', minutes);
}
