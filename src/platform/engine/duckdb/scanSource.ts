import type { ScannedSegment, TableScan, TimeRange } from '../../store/tableScan';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { printSegments, printTypedSegments, rowNumber, scannedKind, scannedKinds } from './printSegments';
import type { SegmentOptions } from './printSegments';
import { emptyBatch, pacedGroups } from './source';
import type { Batch, Source } from './source';
import { quoteTimestamp } from '../../store/sqlText';

type TimeLimits = Pick<OperatorOf<'scan'>, 'from' | 'to' | 'newestFirst'>;

/** The rows of log tables, from the segments that the store has selected for a time range. */
export function scanSource(scan: TableScan, limits: TimeLimits): Source {
  const kinds = scannedKinds(scan.segments);
  const schema: Schema = [
    { name: '_table', kind: 'string' },
    ...scan.columns.map(({ name, type }) => ({ name, kind: kinds.get(name) ?? scannedKind(type) })),
  ];
  const batch = (slices: readonly Slice[]): Batch => sliceBatch(slices, schema, limits);
  return {
    schema,
    order: orderOf(limits),
    unordered: true,
    takesFilters: schema.some(({ kind }) => kind === 'any'),
    *batches(needsOrder): Generator<Batch> {
      const slices = needsOrder
        ? slicesByTime(scan.segments, limits.newestFirst)
        : slicesByNumber(scan.segments);
      for (const group of pacedGroups(slices)) yield batch(joinSlices(group));
    },
    whole: () => batch([{ segments: scan.segments, rows: 0 }]),
  };
}

function orderOf({ newestFirst }: TimeLimits): Source['order'] {
  return ['o0', 'o1'].map((column) => ({ column, descending: newestFirst }));
}

function sliceBatch(slices: readonly Slice[], schema: Schema, limits: TimeLimits): Batch {
  const isInside = slices.every(({ segments }) => segments.every((segment) => liesWithin(segment, limits)));
  const optionsOf = (
    slice: Slice,
    carriesOrder: boolean,
    predicates: SegmentOptions['predicates'],
  ): SegmentOptions => ({
    conditions: printConditions(slice, isInside ? undefined : limits),
    isNumbered: slice.numbers !== undefined,
    carriesOrder,
    predicates,
  });
  const isKnown = isInside && slices.every(({ time }) => !time);
  return {
    rows: isKnown ? slices.reduce((sum, slice) => sum + rowsOf(slice), 0) : undefined,
    print: (carriesOrder, predicates = []) =>
      slices
        .flatMap((slice) => printSegments(slice.segments, schema, optionsOf(slice, carriesOrder, predicates)))
        .join(' UNION ALL ') || emptyBatch({ schema, order: orderOf(limits) }).print(carriesOrder),
    printTyped: (predicates) =>
      slices.flatMap((slice) =>
        printTypedSegments(slice.segments, schema, optionsOf(slice, false, predicates)),
      ),
  };
}

function rowsOf({ segments, numbers }: Slice): number {
  return numbers ? numbers.to - numbers.from : segments.reduce((sum, { rows }) => sum + rows, 0);
}

function liesWithin(segment: ScannedSegment, { from, to }: TimeLimits): boolean {
  return (!from || segment.minTime >= from) && (!to || segment.maxTime < to);
}

function printConditions({ numbers, time }: Slice, limits: TimeLimits | undefined): string {
  const conditions = [
    ...(numbers ? [`${rowNumber} >= ${numbers.from}`, `${rowNumber} < ${numbers.to}`] : []),
    ...[time, limits].flatMap((range) => [
      ...(range?.from ? [`"_time" >= ${quoteTimestamp(range.from)}`] : []),
      ...(range?.to ? [`"_time" < ${quoteTimestamp(range.to)}`] : []),
    ]),
  ];
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** A part of a scan: all rows of some segments, or those with certain numbers or times. */
export interface Slice {
  readonly segments: readonly ScannedSegment[];
  /** The range of row numbers within one segment. */
  readonly numbers?: { readonly from: number; readonly to: number } | undefined;
  /** The time range, if it is smaller than that of the segments. */
  readonly time?: TimeRange | undefined;
  /** Approximate for a time range. */
  readonly rows: number;
}

/** A multiple of the row group size, so that slices do not share row groups. */
const sliceRows = 122_880;

/** Small slices, if the order of rows does not matter. */
export function* slicesByNumber(segments: Iterable<ScannedSegment>): Generator<Slice> {
  for (const segment of segments) {
    // Numbering the rows of a small segment takes longer than reading the rest of it.
    if (segment.rows <= 2 * sliceRows || !isNumberable(segment)) {
      yield { segments: [segment], rows: segment.rows };
      continue;
    }
    for (let from = 0; from < segment.rows; from += sliceRows) {
      const to = Math.min(from + sliceRows, segment.rows);
      yield { segments: [segment], numbers: { from, to }, rows: to - from };
    }
  }
}

function isNumberable({ columns }: ScannedSegment): boolean {
  return columns.every(({ name }) => name.toLowerCase() !== rowNumber);
}

/** Slices in order of time, if it matters: no row of one precedes those of another. */
export function slicesByTime(segments: readonly ScannedSegment[], newestFirst: boolean): readonly Slice[] {
  const slices = overlapping(segments).flatMap(cutByTime);
  return newestFirst ? slices.reverse() : slices;
}

function overlapping(segments: readonly ScannedSegment[]): readonly ScannedSegment[][] {
  const sorted = segments.toSorted((one, other) => one.minTime.getTime() - other.minTime.getTime());
  const runs: ScannedSegment[][] = [];
  let runEnd = -Infinity;
  for (const segment of sorted) {
    if (segment.minTime.getTime() <= runEnd) runs.at(-1)?.push(segment);
    else runs.push([segment]);
    runEnd = Math.max(runEnd, segment.maxTime.getTime());
  }
  return runs;
}

/** For fewer rows, a cut costs more than it gains, because the engine must count rows. */
const maxUncut = 1_000_000;

/** Assumes that rows are spread evenly over time, which is close enough. */
function cutByTime(segments: readonly ScannedSegment[]): readonly Slice[] {
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
  const start = segments[0]?.minTime.getTime() ?? 0;
  const end = segments.reduce((latest, { maxTime }) => Math.max(latest, maxTime.getTime()), start);
  const count = rows <= maxUncut ? 1 : Math.min(Math.ceil(rows / sliceRows), end - start);
  if (count <= 1) return [{ segments, rows }];
  const cut = (index: number): Date => new Date(start + Math.round(((end - start) * index) / count));
  return Array.from({ length: count }, (_, index) => ({
    segments,
    time: {
      from: index === 0 ? undefined : cut(index),
      to: index === count - 1 ? undefined : cut(index + 1),
    },
    rows: rows / count,
  }));
}

/** Merges adjacent slices, and all whole segments, so that they are read as one. */
export function joinSlices(slices: readonly Slice[]): readonly Slice[] {
  const joined: Slice[] = [];
  for (const slice of slices) {
    const last = joined.at(-1);
    const both = last && (joinNumbers(last, slice) ?? joinTimes(last, slice));
    if (both) joined.pop();
    joined.push(both ?? slice);
  }
  const whole = joined.filter(isWhole);
  const segments = whole.flatMap((slice) => slice.segments);
  const rows = whole.reduce((sum, slice) => sum + slice.rows, 0);
  const parts = joined.filter((slice) => !isWhole(slice));
  return segments.length === 0 ? parts : [{ segments, rows }, ...parts];
}

function isWhole({ segments, numbers, time }: Slice): boolean {
  if (numbers) return numbers.from === 0 && numbers.to === segments[0]?.rows;
  return !time?.from && !time?.to;
}

function joinNumbers(one: Slice, { segments, numbers, rows }: Slice): Slice | undefined {
  if (!one.numbers || !numbers || one.segments[0] !== segments[0]) return undefined;
  if (one.numbers.to !== numbers.from) return undefined;
  return { segments, numbers: { from: one.numbers.from, to: numbers.to }, rows: one.rows + rows };
}

function joinTimes(one: Slice, { segments, time, rows }: Slice): Slice | undefined {
  if (!one.time || !time || one.segments !== segments) return undefined;
  // With newest first, the previous slice is the later one.
  const isLater = one.time.from !== undefined && one.time.from.getTime() === time.to?.getTime();
  const [early, late] = isLater ? [time, one.time] : [one.time, time];
  return { segments, time: { from: early.from, to: late.to }, rows: one.rows + rows };
}
