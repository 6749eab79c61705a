import { shapeOf } from '../../store/columnTypes';
import type { ScannedSegment, TableScan } from '../../store/tableScan';
import type { Kind, Schema } from '../plan/kind';
import type { TableScanOperator } from '../plan/operator';
import { printConversion } from './printConversion';
import { joinSlices, rowNumber, slicesByNumber, slicesByTime } from './scanSlices';
import type { Slice } from './scanSlices';
import { pacedGroups } from './source';
import type { Batch, Source } from './source';
import { selectList } from './step';
import { quoteMoment, quoteName, quoteText, sqlType } from './sqlText';

type TimeLimits = Pick<TableScanOperator, 'from' | 'to' | 'newestFirst'>;

/** The rows of log tables, from the segments that the store has selected for a time range. */
export function scanSource(scan: TableScan, limits: TimeLimits): Source {
  const schema: Schema = [
    { name: '_table', kind: 'string' },
    ...scan.columns.map(({ name, type }) => ({ name, kind: storedKinds[type] })),
  ];
  const batch = (slices: readonly Slice[]): Batch => sliceBatch(slices, schema, limits);
  return {
    schema,
    order: ['o0', 'o1'].map((column) => ({ column, descending: limits.newestFirst })),
    unordered: true,
    *batches(needsOrder): Generator<Batch> {
      const slices = needsOrder
        ? slicesByTime(scan.segments, limits.newestFirst)
        : slicesByNumber(scan.segments);
      for (const group of pacedGroups(slices)) yield batch(joinSlices(group));
    },
    whole: () => batch([{ segments: scan.segments, rows: 0 }]),
  };
}

const storedKinds: Readonly<Record<ScannedSegment['columns'][number]['type'], Kind>> = {
  BOOLEAN: 'bool',
  BIGINT: 'long',
  DOUBLE: 'double',
  TIMESTAMP: 'date',
  VARCHAR: 'string',
};

function sliceBatch(slices: readonly Slice[], schema: Schema, limits: TimeLimits): Batch {
  const isInside = slices.every(({ segments }) => segments.every((segment) => liesWithin(segment, limits)));
  const isKnown = isInside && slices.every(({ time }) => !time);
  return {
    rows: isKnown ? slices.reduce((sum, slice) => sum + rowsOf(slice), 0) : undefined,
    print: (carriesOrder) =>
      slices
        .flatMap((slice) => {
          const condition = printConditions(slice, isInside ? undefined : limits);
          return groupByShape(slice.segments).map(
            (group) =>
              `${printSegments(group, schema, slice.numbers !== undefined, carriesOrder)}${condition}`,
          );
        })
        .join(' UNION ALL ') || printNoSegments(schema, carriesOrder),
  };
}

function rowsOf({ segments, numbers }: Slice): number {
  return numbers ? numbers.to - numbers.from : segments.reduce((sum, { rows }) => sum + rows, 0);
}

function liesWithin(segment: ScannedSegment, { from, to }: TimeLimits): boolean {
  return (!from || segment.minTime >= from) && (!to || segment.maxTime < to);
}

/** Files of a table with the same columns are read by one scan. */
function groupByShape(segments: readonly ScannedSegment[]): readonly (readonly ScannedSegment[])[] {
  const groups = new Map<string, ScannedSegment[]>();
  for (const segment of segments) {
    const shape = `${segment.table} ${shapeOf(segment.columns)}`;
    const group = groups.get(shape);
    if (group) group.push(segment);
    else groups.set(shape, [segment]);
  }
  return [...groups.values()];
}

function printSegments(
  segments: readonly ScannedSegment[],
  schema: Schema,
  isNumbered: boolean,
  carriesOrder: boolean,
): string {
  const [{ table, columns } = { table: '', columns: [] }] = segments;
  const expressions = schema.map(({ name, kind }) => {
    if (name === '_table') return quoteText(table);
    const stored = columns.find((column) => column.name === name);
    if (!stored) return `CAST(NULL AS ${sqlType(kind)})`;
    const type = storedKinds[stored.type];
    return type === kind ? quoteName(name) : printConversion(quoteName(name), type, kind);
  });
  const carried = carriesOrder ? ['"_time" AS o0', '"_id" AS o1'] : [];
  const files = segments.map(({ path }) => quoteText(path)).join(', ');
  const options = `hive_partitioning = false${isNumbered ? `, ${rowNumber} = true` : ''}`;
  return `SELECT ${selectList(expressions, carried)} FROM read_parquet([${files}], ${options})`;
}

/** Without rows there is no file to take the types from. */
function printNoSegments(schema: Schema, carriesOrder: boolean): string {
  const nulls = schema.map(({ kind }) => `CAST(NULL AS ${sqlType(kind)})`);
  return `SELECT ${selectList(nulls, carriesOrder ? ['NULL AS o0', 'NULL AS o1'] : [])} WHERE false`;
}

function printConditions({ numbers, time }: Slice, limits: TimeLimits | undefined): string {
  const conditions = [
    ...(numbers ? [`${rowNumber} >= ${numbers.from}`, `${rowNumber} < ${numbers.to}`] : []),
    ...[time, limits].flatMap((range) => [
      ...(range?.from ? [`"_time" >= ${quoteMoment(range.from)}`] : []),
      ...(range?.to ? [`"_time" < ${quoteMoment(range.to)}`] : []),
    ]),
  ];
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}
