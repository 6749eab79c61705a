import { readTimeSpan, secondsPerUnit } from '../../../core/language/values';
import type { TimeSpan } from '../../../core/language/values';
import { isUniversalTime, zoneNames } from '../../timeZone';
import { QueryRejection } from '../plan/queryRejection';
import { resultDatabase } from './engineSession';
import { quoteText } from '../../store/sqlText';

/**
 * Times are stored in UTC and formatted, parsed and split into days in the time zone of the platform. SQL
 * macros contain the zone, so that printed expressions do not depend on it.
 */
export function localTimeFunctions(timeZone: string): readonly string[] {
  const zone = quoteText(timeZone);
  const bodies = isUniversalTime(timeZone)
    ? universalBodies
    : {
        ...zonedBodies,
        to_local: `timezone(${zone}, timezone('UTC', instant))`,
        from_local: `timezone('UTC', timezone(${zone}, instant))`,
        ...zoneNameBodies(timeZone),
      };
  return Object.entries(parameters).map(([name, list]) => {
    return `CREATE OR REPLACE MACRO ${nameOf(name)}(${list}) AS ${bodies[name as FunctionName]}`;
  });
}

const parameters = {
  to_local: 'instant',
  from_local: 'instant',
  zone_offset: 'instant',
  zone_name: 'instant',
  zone_long_name: 'instant',
  /** The text form of a time on the platform. */
  time_text: 'instant',
  /** Null if the text is not a time. Without an offset it is in the time zone of the platform. */
  read_time: 'text',
  short_bucket: 'span, shift, origin, instant',
  long_bucket: 'span, shift, origin, instant',
} as const;

type FunctionName = keyof typeof parameters;
type Bodies = Readonly<Record<FunctionName, string>>;

function nameOf(name: string): string {
  return `${resultDatabase}.main.${name}`;
}

export function timeMacro(name: FunctionName, ...args: readonly string[]): string {
  return `${nameOf(name)}(${args.join(', ')})`;
}

const universalBodies: Bodies = {
  to_local: 'instant',
  from_local: 'instant',
  zone_name: `'UTC'`,
  zone_long_name: `'Coordinated Universal Time'`,
  zone_offset: `'+0000'`,
  // Milliseconds are written only if there are any.
  time_text: `replace(strftime(instant, '%Y-%m-%d %H:%M:%S.%g+0000'), '.000+', '+')`,
  // Casts through TIMESTAMPTZ, so that "+0900" is respected; the session itself is in UTC.
  read_time: 'CAST(TRY_CAST(text AS TIMESTAMPTZ) AS TIMESTAMP)',
  short_bucket: bucketOf('instant'),
  long_bucket: bucketOf('instant'),
};

const offsetMinutes = `date_diff('minute', instant, ${timeMacro('to_local', 'instant')})`;

const zonedBodies: Omit<Bodies, 'to_local' | 'from_local' | ZoneNameFunction> = {
  zone_offset: `printf('%s%02d%02d', CASE WHEN ${offsetMinutes} < 0 THEN '-' ELSE '+' END,
    abs(${offsetMinutes}) // 60, abs(${offsetMinutes}) % 60)`,
  time_text: `replace(strftime(${timeMacro('to_local', 'instant')}, '%Y-%m-%d %H:%M:%S.%g'), '.000', '')
    || ${timeMacro('zone_offset', 'instant')}`,
  read_time: `CASE WHEN regexp_matches(text, '([+-][0-9]{2}(:?[0-9]{2})?|Z|UTC)\\s*$')
    AND NOT regexp_full_match(text, '\\s*[0-9]+-[0-9]+-[0-9]+\\s*')
    THEN CAST(TRY_CAST(text AS TIMESTAMPTZ) AS TIMESTAMP)
    ELSE ${timeMacro('from_local', 'TRY_CAST(text AS TIMESTAMP)')} END`,
  // A repeated hour counts as two: each keeps the offset of its rows.
  short_bucket: `${bucketOf(timeMacro('to_local', 'instant'))} - (${timeMacro('to_local', 'instant')} - instant)`,
  long_bucket: timeMacro('from_local', bucketOf(timeMacro('to_local', 'instant'))),
};

type ZoneNameFunction = 'zone_name' | 'zone_long_name';

/** The names depend on the offset, which daylight saving time changes. */
function zoneNameBodies(timeZone: string): Readonly<Record<ZoneNameFunction, string>> {
  const names = zoneNames(timeZone);
  const byOffset = (name: 'short' | 'long'): string => {
    const cases = names.map((zone) => `WHEN ${quoteText(zone.offset)} THEN ${quoteText(zone[name])}`);
    return `CASE ${timeMacro('zone_offset', 'instant')} ${cases.join(' ')} ELSE ${quoteText(timeZone)} END`;
  };
  return {
    zone_name: byOffset('short'),
    zone_long_name: byOffset('long'),
  };
}

function bucketOf(time: string): string {
  return `(time_bucket(span, ${time} - shift, origin) + shift)`;
}

/** The start of the interval that contains a time: counted from 1970, weeks from Monday, and from the offset. */
export function printBucket(span: string, timestamp: string, offset?: string): string {
  const { amount, unit } = checkedSpan(span);
  const shift: TimeSpan = offset === undefined ? { amount: 0, unit: 's' } : checkedSpan(offset);
  const secondsOf = (part: TimeSpan): number => part.amount * (secondsPerUnit[part.unit] ?? Infinity);
  // At most an hour, so that no interval contains a daylight saving change.
  const isShort = Math.max(secondsOf({ amount, unit }), secondsOf(shift)) <= 3600;
  return timeMacro(
    isShort ? 'short_bucket' : 'long_bucket',
    printInterval({ amount, unit }),
    printInterval(shift),
    `TIMESTAMP '1970-01-0${unit === 'w' ? 5 : 1}'`,
    timestamp,
  );
}

function printInterval({ amount, unit }: TimeSpan): string {
  return `INTERVAL '${amount} ${unit}'`;
}

function checkedSpan(span: string): TimeSpan {
  const read = readTimeSpan(span);
  if (typeof read === 'string') throw new QueryRejection(read);
  return read;
}
