import { timeFieldOf } from '../../shared/timeField';
import { storedExpression, storedType } from './columnTypes';
import { quoteName } from './sqlText';

export interface EngineColumn {
  readonly name: string;
  readonly engineType: string;
}

/**
 * Formats for times that are not ISO; `%z` accepts `+0900` and `+09:00`. In one list, the engine would apply the
 * offset of a row to later rows without one.
 */
const formatLists = [
  ['%Y-%m-%d %H:%M:%S%z', '%d/%b/%Y:%H:%M:%S %z'],
  ['%Y-%m-%d %H:%M:%S,%g', '%Y%m%d%H%M%S', '%Y%m%d'],
];

/** The time column of the rows, if one has a common name. */
export function findTimeColumn(columns: readonly EngineColumn[]): EngineColumn | undefined {
  const name = timeFieldOf(columns.map((column) => column.name));
  return columns.findLast((column) => column.name === name);
}

/** The expression for `_time`: the time of the row if it can be parsed, otherwise its arrival time. */
export function eventTimeExpression(column: EngineColumn | undefined, arrival: Date): string {
  const arrived = `TIMESTAMP '${arrival.toISOString()}'`;
  if (!column) return arrived;
  const own = ownTime(column);
  // Values outside these years are not times of logs.
  return `CASE WHEN ${own} BETWEEN TIMESTAMP '1970-01-01' AND TIMESTAMP '2199-12-31' THEN ${own} ELSE ${arrived} END`;
}

function ownTime({ name, engineType }: EngineColumn): string {
  const quoted = quoteName(name);
  switch (storedType(engineType)) {
    case 'TIMESTAMP':
      return `${quoted}::TIMESTAMP`;
    case 'BIGINT':
    case 'UBIGINT':
    case 'DOUBLE':
      return epochTime(`${quoted}::DOUBLE`);
    case 'VARCHAR':
      return textTime(storedExpression(name, engineType));
    case 'BOOLEAN':
    case 'JSON':
      return 'NULL::TIMESTAMP';
  }
}

function textTime(text: string): string {
  const parsed = formatLists.map((formats) => {
    const list = formats.map((format) => `'${format}'`).join(', ');
    return `try_strptime(${text}, [${list}])::TIMESTAMP`;
  });
  return `COALESCE(
    TRY_CAST(${text} AS TIMESTAMPTZ)::TIMESTAMP,
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
