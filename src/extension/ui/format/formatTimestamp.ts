import { maxNameLength } from '../../../core/interface/scheduledQueryFields';
import { languageTag, t } from '../../../core/base/localize';
import { truncatedText } from '../../../core/privacy/plainText';
import { formatOffset, formatWireTime, parseWireTime } from '../../../core/interface/time';
import { clockOffsetAt } from '../../../core/time/zones';
import { offsetAt } from './timeZones';
import type { Clock } from '../../../core/time/zones';
import { listedNames } from '../../../core/base/listedNames';
import { shownText } from '../../../core/privacy/hiddenValues';

/** Date and time in the time zone of the user: `2026-11-16 04:05:00+0900`. */
export function formatTimestamp(timestamp: Date): string {
  return formatWireTime(timestamp, offsetAt(timestamp));
}

/** A time of the platform, in the time zone of the user; text that is not a time is shown unchanged. */
export function formatPlatformTime(text: string): string;
export function formatPlatformTime(text: string | undefined): string | undefined;
export function formatPlatformTime(text: string | undefined): string | undefined {
  const timestamp = text === undefined ? undefined : parseWireTime(text);
  return timestamp === undefined ? text : formatTimestamp(timestamp);
}

/** Hours and minutes: `04:05+0900`. */
export function formatClock(timestamp: Date): string {
  return withoutSeconds(formatTimestamp(timestamp)).slice(clockAt);
}

/** The shortest unambiguous form: only hours and minutes if it is today. */
export function formatBriefly(timestamp: Date, now = new Date()): string {
  return briefly(timestamp, offsetAt(timestamp), now);
}

/**
 * The times of scheduled runs, with the server time if that differs, because the schedule uses it. Says so if only
 * the current offset of the server is known, because its clock may change before the run.
 */
export function formatRuns(runs: readonly Date[], clock: Clock | undefined, now = new Date()): string {
  const times = runs.map((run) => formatRun(run, clock, now)).join(' · ');
  if (clock?.kind !== 'offset') return times;
  return t('{0} (assuming {1})', times, formatOffset(clock.minutes));
}

function formatRun(timestamp: Date, clock: Clock | undefined, now: Date): string {
  const here = formatBriefly(timestamp, now);
  const serverOffset = clock && clockOffsetAt(clock, timestamp.getTime());
  if (serverOffset === undefined || serverOffset === offsetAt(timestamp)) return here;
  return t('{0}, on the server {1}', here, briefly(timestamp, serverOffset, now));
}

const dayLength = 10;
const clockAt = 11;

function briefly(timestamp: Date, offset: number, now: Date): string {
  const [then, today] = [timestamp, now].map((one) => formatWireTime(one, offset));
  const short = withoutSeconds(then ?? '');
  return then?.slice(0, dayLength) === today?.slice(0, dayLength) ? short.slice(clockAt) : short;
}

function withoutSeconds(written: string): string {
  return `${written.slice(0, 16)}${written.slice(19)}`;
}

const steps = [
  ['minute', 60],
  ['hour', 24],
  ['day', Infinity],
] as const;

/** For example, "3 hours ago". */
export function formatAge(timestamp: Date, now = new Date()): string {
  let age = (now.getTime() - timestamp.getTime()) / 60_000;
  if (age < 1) return t('just now');
  const relative = new Intl.RelativeTimeFormat(languageTag(), { numeric: 'auto' });
  for (const [unit, size] of steps) {
    if (age < size) return relative.format(-Math.floor(age), unit);
    age /= size;
  }
  return '';
}

/** How many of the platform's objects a list shows. */
export function shownOfTotal(shown: number, total: number | bigint): string {
  return t(
    '{0} of {1} shown. Type to search.',
    shown.toLocaleString(),
    (total > shown ? total : shown).toLocaleString(),
  );
}

/** Names in quotation marks, up to ten of them. */
export function named(items: readonly { readonly name: string }[], max?: number): string {
  return listedNames(
    items.map(({ name }) => `“${name}”`),
    max,
  );
}

/** A single object is named in the question itself. */
export function severalNamed(items: readonly { readonly name: string }[], max?: number): readonly string[] {
  return items.length > 1 ? [named(items, max)] : [];
}

/** The proposed file name in a save dialog, with sensitive values masked if they are hidden. */
export function fileName(name: string, extension: string): string {
  return `${shownText(name)
    .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
    .trim()}.${extension}`;
}

export function rowsWritten(rows: number, file: string): string {
  return rows === 1
    ? t('1 row was written to {0}.', file)
    : t('{0} rows were written to {1}.', rows.toLocaleString(), file);
}

/** The name that is proposed for a copy, which must be another one. */
export function copyName(name: string): string {
  const added = t('{0} (copy)', '').length;
  return t('{0} (copy)', truncatedText(name, maxNameLength - added));
}
