import { fieldsOfSystem, localNode } from '../../../core/language/catalog/systemObjects';
import { matchesWildcard } from '../../../core/base/wildcard';
import type { LogTableAccess } from '../../store/logTables';
import type { SystemLog } from '../../systemLog';
import { clockAt, timestampAt } from '../../timeZone';
import { findColumn } from '../plan/kind';
import type { OperatorOf, RowRecord, SystemObject } from '../plan/operator';
import { schemaOfRows } from '../planner/planSources';
import { metadataOf } from './selectTables';
import type { SystemRows } from './planRunner';
import type { QueryRun } from './engineRun';

export interface SystemState {
  readonly tables: Pick<LogTableAccess, 'all'>;
  readonly queries: readonly QueryRun[];
  readonly log: Pick<SystemLog, 'entries'>;
  readonly timeZone: string;
  /** The names of the lookups in memory of the account. */
  readonly lookups: readonly string[];
}

/** The rows of a `system` command, limited to what the account may see. */
export function systemRows(operator: OperatorOf<'system'>, state: SystemState): ReturnType<SystemRows> {
  const { object, isVerbose } = operator;
  const rows = rowsOf[object](operator, state);
  const fields = [...fieldsOfSystem(object), ...(object === 'queries' ? ownFields : [])];
  const shown = isVerbose || object !== 'tables' ? fields : fields.filter((name) => !verboseFields.has(name));
  const kinds = schemaOfRows(rows);
  const schema = shown.map((name) => findColumn(kinds, name) ?? { name, kind: 'null' as const });
  return { schema, rows };
}

const verboseFields: ReadonlySet<string> = new Set(['min_day', 'max_day', 'disk_usage']);
/** In addition to those of other platforms. */
const ownFields = ['source', 'is_finished'];

type RowsOf = (operator: OperatorOf<'system'>, state: SystemState) => readonly RowRecord[];

const rowsOf: Readonly<Record<SystemObject, RowsOf>> = {
  tables: (_operator, { tables, timeZone }) =>
    tables.all().map((table) => ({
      table: table.name,
      metadata: metadataOf(table),
      primary_configs: {},
      replica_configs: {},
      lock_reentcnt: 0,
      retention_policy: table.retention,
      is_locked: false,
      privileges: [],
      security_groups: [],
      min_day: table.minTime && startOfDay(table.minTime, timeZone),
      max_day: table.maxTime && startOfDay(table.maxTime, timeZone),
      disk_usage: table.bytes,
    })),
  logdisk: (operator, state) => daysOf(operator, state, ({ bytes }) => ({ disk_usage: bytes })),
  indexdisk: (operator, state) =>
    daysOf(operator, state, ({ indexBytes }) => ({
      index: 'parquet',
      type: 'statistics',
      disk_usage: indexBytes,
    })),
  queries: (_operator, { queries }) => queries.map((run) => run.listed()),
  lookups: (_operator, { tables, lookups }) => {
    const names = new Set([...tables.all().map(({ name }) => name), ...lookups]);
    return [...names].toSorted().map((name) => ({ name }));
  },
  logs: ({ from, to, tail }, { log }) =>
    log
      .entries(tail)
      .filter(({ time }) => (!from || time >= from) && (!to || time < to))
      .map(({ time, level, message }) => ({ _time: time, class: 'platform', level, msg: message })),
  nodes: () => [{ name: localNode, paired: false }],
};

type Table = ReturnType<SystemState['tables']['all']>[number];

type SegmentOf = Table['segments'] extends ReadonlyMap<string, infer One> ? One : never;

/** A row per table and day. A file of sparse rows counts for its first day. */
function daysOf(
  { tables: wanted, from, to }: OperatorOf<'system'>,
  { tables, timeZone }: SystemState,
  valuesOf: (sum: Pick<SegmentOf, 'bytes' | 'indexBytes'>) => RowRecord,
): readonly RowRecord[] {
  const rows = tables.all().flatMap(({ name, segments }) => {
    if (wanted.length > 0 && !wanted.some((table) => matchesWildcard(table.name, name))) return [];
    const days = new Map<number, { bytes: number; indexBytes: number }>();
    for (const { minTime, bytes, indexBytes } of segments.values()) {
      const day = startOfDay(minTime, timeZone).getTime();
      if ((from && day < from.getTime()) || (to && day >= to.getTime())) continue;
      const sum = days.get(day) ?? { bytes: 0, indexBytes: 0 };
      days.set(day, { bytes: sum.bytes + bytes, indexBytes: sum.indexBytes + indexBytes });
    }
    return [...days].map(([day, sum]) => ({ _time: new Date(day), table: name, ...valuesOf(sum) }));
  });
  return rows.toSorted((one, other) => one._time.getTime() - other._time.getTime());
}

function startOfDay(time: Date, timeZone: string): Date {
  const clock = clockAt(time, timeZone);
  clock.setUTCHours(0, 0, 0, 0);
  return timestampAt(clock, timeZone);
}
