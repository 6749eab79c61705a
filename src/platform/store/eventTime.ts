import type { DuckDBConnection } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { timeFieldOf } from '../../core/time/timeField';
import { quoteName, quoteTimestamp } from './sqlText';
import type { Column } from './tableScan';
import { day } from '../../core/time/durations';

/**
 * Formats for times that are not ISO. In one list, the engine would apply the offset of a row to later rows without
 * one.
 */
const formatLists = [['%d/%b/%Y:%H:%M:%S %z'], ['%Y%m%d%H%M%S', '%Y%m%d']];

/** The time column of the rows, if one has a common name. */
export function findTimeColumn<T extends Pick<Column, 'name'>>(columns: readonly T[]): T | undefined {
  const name = timeFieldOf(columns.map((column) => column.name));
  return columns.findLast((column) => column.name === name);
}

/** Where rows have their times. */
export interface TimeSource {
  /** Undefined if all rows have their arrival time. */
  readonly column: Column | undefined;
  readonly arrival: Date;
  /** The column of {@link withParsedTimes}, quoted. */
  readonly parsed: string;
}

/** The relation with parsed times. In other expressions, the engine would parse each time several times. */
export function withParsedTimes(relation: string, { column, parsed }: TimeSource): string {
  return column ? `(SELECT *, ${parsedTime(column)} AS ${parsed} FROM ${relation})` : relation;
}

/** The expression for `_time`: the time of the row if it can be parsed, otherwise its arrival time. */
export function eventTimeExpression({ column, arrival, parsed }: TimeSource): string {
  const arrived = quoteTimestamp(arrival);
  if (!column) return arrived;
  return `CASE WHEN ${isLogTime(column, arrival, parsed)} THEN ${parsed} ELSE ${arrived} END`;
}

/** Whether a row has a value for its time that is not one. */
export function isUnreadTime(column: Column, { arrival, parsed }: TimeSource): string {
  const quoted = quoteName(column.name);
  const isConstant = column.type === 'VARCHAR' ? `${quoted} <> ''` : `${quoted} IS NOT NULL`;
  return `(${isConstant} AND NOT coalesce(${isLogTime(column, arrival, parsed)}, false))`;
}

/** Rows that got their arrival time although they have a value for their time. */
export interface UnreadTimes {
  readonly field: string;
  readonly rows: number;
  /** The first three. */
  readonly values: readonly string[];
}

/** The times of rows, in one pass. The relation has row numbers as `_id`, and parsed times. */
export async function summarizeTimes(
  connection: DuckDBConnection,
  relation: string,
  times: TimeSource,
): Promise<{ readonly unread: UnreadTimes | undefined; readonly days: number }> {
  if (!times.column) return { unread: undefined, days: 0 };
  const { name, type } = times.column;
  const text = type === 'JSON' ? `(${quoteName(name)} ->> '$')` : `CAST(${quoteName(name)} AS VARCHAR)`;
  const found = await connection.runAndReadAll(
    `SELECT (count(*) FILTER (unread))::DOUBLE AS rows, arg_min(text, _id, 3) FILTER (unread) AS values,
      coalesce(date_diff('day', min(time), max(time)), 0)::DOUBLE AS days
    FROM (SELECT _id, ${text} AS text, ${eventTimeExpression(times)} AS time,
      ${isUnreadTime(times.column, times)} AS unread FROM ${relation})`,
  );
  const [{ rows, values, days } = noTimes] = z.array(summarizeRow).parse(found.getRowObjectsJson());
  return { unread: rows > 0 ? { field: name, rows, values: values ?? [] } : undefined, days };
}

const noTimes = { rows: 0, values: null, days: 0 };
const summarizeRow = z.object({
  rows: z.number(),
  values: z.nullable(z.array(z.string())),
  days: z.number(),
});

function isLogTime(column: Column, arrival: Date, parsed: string): string {
  const [earliest, latest] = timeLimits(column, arrival);
  return `${parsed} BETWEEN ${quoteTimestamp(earliest)} AND ${quoteTimestamp(latest)}`;
}

/** Numbers and texts that were parsed as a time outside of these limits were something else. */
function timeLimits({ type }: Column, arrival: Date): readonly [Date, Date] {
  return type === 'TIMESTAMP'
    ? [new Date('1970-01-01'), new Date('2199-12-31')]
    : [new Date('1980-01-01'), new Date(arrival.getTime() + day)];
}

function parsedTime({ name, type }: Column): string {
  const quoted = quoteName(name);
  switch (type) {
    case 'TIMESTAMP':
      return quoted;
    case 'BIGINT':
    case 'UBIGINT':
      return `coalesce(${digitsTime(`CAST(${quoted} AS VARCHAR)`)}, ${epochTime(`CAST(${quoted} AS DOUBLE)`)})`;
    case 'DOUBLE':
      return epochTime(quoted);
    case 'VARCHAR':
      return textTime(quoted);
    case 'JSON':
      return textTime(`(${quoted} ->> '$')`);
    default:
      return 'NULL::TIMESTAMP';
  }
}

/** 14 digits would be milliseconds of the year 2286 and later, 8 digits seconds of 1970. */
function digitsTime(text: string): string {
  return `CASE strlen(${text}) WHEN 8 THEN try_strptime(${text}, '%Y%m%d')
    WHEN 14 THEN try_strptime(${text}, '%Y%m%d%H%M%S') END`;
}

function textTime(text: string): string {
  const parsed = formatLists.map((formats) => {
    const list = formats.map((format) => `'${format}'`).join(', ');
    return `try_strptime(${text}, [${list}])::TIMESTAMP`;
  });
  // Without an offset to consider, the engine is five times as fast.
  return `COALESCE(
    CASE WHEN ends_with(${text}, 'Z') THEN TRY_CAST(${text} AS TIMESTAMP) END,
    TRY_CAST(${text} AS TIMESTAMPTZ)::TIMESTAMP,
    TRY_CAST(replace(${text}, ',', '.') AS TIMESTAMPTZ)::TIMESTAMP,
    ${parsed.join(', ')},
    ${epochTime(`TRY_CAST(${text} AS DOUBLE)`)}
  )`;
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, distinguished by size. */
function epochTime(number: string): string {
  const microseconds = `CASE
    WHEN ${number} < 0 THEN NULL
    WHEN ${number} < 1e11 THEN ${number} * 1e6
    WHEN ${number} < 1e14 THEN ${number} * 1e3
    WHEN ${number} < 1e17 THEN ${number}
    WHEN ${number} < 1e19 THEN ${number} / 1e3
  END`;
  return `make_timestamp((${microseconds})::BIGINT)`;
}
