import { type ScannedSegment, type TableScan } from '../../store/tableScan';
import { type Kind, type Schema } from '../plan/kind';
import { type TableScanOperator } from '../plan/operator';
import { type Batch, growingGroups, type Source } from './source';
import { selectList } from './step';
import { quoteMoment, quoteName, quoteText, sqlType } from './sqlText';

type TimeLimits = Pick<TableScanOperator, 'from' | 'to' | 'newestFirst'>;

/** The rows of log tables, from the segments that the store has found for a range of time. */
export function scanSource(scan: TableScan, limits: TimeLimits): Source {
  const schema: Schema = [
    { name: '_table', kind: 'string' },
    ...scan.columns.map(({ name, type }) => ({ name, kind: storedKinds[type] })),
  ];
  return {
    schema,
    order: ['o0', 'o1'].map((column) => ({ column, descending: limits.newestFirst })),
    unordered: true,
    *batches(needsOrder): Generator<Batch> {
      const runs = timeRuns(scan.segments, limits.newestFirst, needsOrder);
      for (const group of growingGroups(runs))
        yield segmentBatch(
          group.flatMap((run) => run.segments),
          schema,
          limits,
        );
    },
    whole: () => segmentBatch(scan.segments, schema, limits),
  };
}

const storedKinds: Readonly<Record<ScannedSegment['columns'][number]['type'], Kind>> = {
  BOOLEAN: 'bool',
  BIGINT: 'long',
  DOUBLE: 'double',
  TIMESTAMP: 'date',
  VARCHAR: 'string',
};

interface TimeRun {
  readonly segments: ScannedSegment[];
  rows: number;
}

/** Segments in order of time. Where rows must come in order, those that overlap in time stay together. */
function timeRuns(segments: readonly ScannedSegment[], newestFirst: boolean, needsOrder: boolean): TimeRun[] {
  const sorted = segments.toSorted((one, other) => one.minTime.getTime() - other.minTime.getTime());
  const runs: TimeRun[] = [];
  let runEnd = -Infinity;
  for (const segment of sorted) {
    const current = runs.at(-1);
    if (current && needsOrder && segment.minTime.getTime() <= runEnd) {
      current.segments.push(segment);
      current.rows += segment.rows;
    } else {
      runs.push({ segments: [segment], rows: segment.rows });
    }
    runEnd = Math.max(runEnd, segment.maxTime.getTime());
  }
  return newestFirst ? runs.reverse() : runs;
}

function segmentBatch(segments: readonly ScannedSegment[], schema: Schema, limits: TimeLimits): Batch {
  const whole = segments.every((segment) => liesWithin(segment, limits));
  const rows = whole ? segments.reduce((sum, segment) => sum + segment.rows, 0) : undefined;
  return {
    rows,
    print: (carriesOrder) =>
      groupByShape(segments)
        .map((group) => printSegments(group, schema, whole ? undefined : limits, carriesOrder))
        .join(' UNION ALL ') || printNoSegments(schema, carriesOrder),
  };
}

function liesWithin(segment: ScannedSegment, { from, to }: TimeLimits): boolean {
  return (!from || segment.minTime >= from) && (!to || segment.maxTime < to);
}

/** Files with the same columns of the same table are read by one scan. */
function groupByShape(segments: readonly ScannedSegment[]): readonly (readonly ScannedSegment[])[] {
  const groups = new Map<string, ScannedSegment[]>();
  for (const segment of segments) {
    const shape = JSON.stringify([segment.table, segment.columns]);
    const group = groups.get(shape);
    if (group) group.push(segment);
    else groups.set(shape, [segment]);
  }
  return [...groups.values()];
}

function printSegments(
  segments: readonly ScannedSegment[],
  schema: Schema,
  limits: TimeLimits | undefined,
  carriesOrder: boolean,
): string {
  const [{ table, columns } = { table: '', columns: [] }] = segments;
  const expressions = schema.map(({ name, kind }) => {
    if (name === '_table') return quoteText(table);
    const stored = columns.find((column) => column.name === name);
    if (!stored) return `CAST(NULL AS ${sqlType(kind)})`;
    const type = storedKinds[stored.type];
    return type === kind ? quoteName(name) : `CAST(${quoteName(name)} AS ${sqlType(kind)})`;
  });
  const carried = carriesOrder ? ['"_time" AS o0', '"_id" AS o1'] : [];
  const files = segments.map(({ path }) => quoteText(path)).join(', ');
  return `SELECT ${selectList(expressions, carried)} FROM read_parquet([${files}], hive_partitioning = false)${printLimits(limits)}`;
}

/** A table without rows has no file to take the types from. */
function printNoSegments(schema: Schema, carriesOrder: boolean): string {
  const nulls = schema.map(({ kind }) => `CAST(NULL AS ${sqlType(kind)})`);
  return `SELECT ${selectList(nulls, carriesOrder ? ['NULL AS o0', 'NULL AS o1'] : [])} WHERE false`;
}

function printLimits(limits: TimeLimits | undefined): string {
  const conditions = [
    limits?.from && `"_time" >= ${quoteMoment(limits.from)}`,
    limits?.to && `"_time" < ${quoteMoment(limits.to)}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}
