import type { ScannedSegment, TimeRange } from '../../store/tableScan';

/** A part of what a scan reads: all rows of some segments, or those with certain numbers, or of a certain time. */
export interface Slice {
  readonly segments: readonly ScannedSegment[];
  /** Of one segment the rows from a number up to another. */
  readonly numbers?: { readonly from: number; readonly to: number } | undefined;
  /** The time is given where it is less than that of the segments. */
  readonly time?: TimeRange | undefined;
  /** Of a part of the time, about. */
  readonly rows: number;
}

/** A multiple of what files are grouped into, so that a slice reads no group that is another slice's too. */
const sliceRows = 122_880;

/** Small pieces, for where the order of rows does not matter. */
export function* slicesByNumber(segments: Iterable<ScannedSegment>): Generator<Slice> {
  for (const segment of segments) {
    if (segment.rows <= sliceRows || !isNumberable(segment)) {
      yield { segments: [segment], rows: segment.rows };
      continue;
    }
    for (let from = 0; from < segment.rows; from += sliceRows) {
      const to = Math.min(from + sliceRows, segment.rows);
      yield { segments: [segment], numbers: { from, to }, rows: to - from };
    }
  }
}

/** The engine gives rows their numbers under this name, which a field may have already. */
export const rowNumber = 'file_row_number';

function isNumberable({ columns }: ScannedSegment): boolean {
  return columns.every(({ name }) => name.toLowerCase() !== rowNumber);
}

/** Pieces in the order of time, for where it matters: no row of one comes before those of another. */
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

/** Below this a cut, which has the engine count rows, costs more than it gives. */
const largestUncut = 1_000_000;

/** Rows are seldom spread evenly over their time; to cut by, that is near enough. */
function cutByTime(segments: readonly ScannedSegment[]): readonly Slice[] {
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
  const start = segments[0]?.minTime.getTime() ?? 0;
  const end = segments.reduce((latest, { maxTime }) => Math.max(latest, maxTime.getTime()), start);
  const count = rows <= largestUncut ? 1 : Math.min(Math.ceil(rows / sliceRows), end - start);
  if (count <= 1) return [{ segments, rows }];
  const cut = (place: number): Date => new Date(start + Math.round(((end - start) * place) / count));
  return Array.from({ length: count }, (_, place) => ({
    segments,
    time: {
      from: place === 0 ? undefined : cut(place),
      to: place === count - 1 ? undefined : cut(place + 1),
    },
    rows: rows / count,
  }));
}

/** Makes slices that lie side by side one, and one of all that are whole, so that they are read as one. */
export function joinSlices(slices: readonly Slice[]): readonly Slice[] {
  const joined: Slice[] = [];
  for (const slice of slices) {
    const both = joinTwo(joined.at(-1), slice);
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

function joinTwo(one: Slice | undefined, other: Slice): Slice | undefined {
  return one && (joinNumbers(one, other) ?? joinTimes(one, other));
}

function joinNumbers(one: Slice, { segments, numbers, rows }: Slice): Slice | undefined {
  if (!one.numbers || !numbers || one.segments[0] !== segments[0]) return undefined;
  if (one.numbers.to !== numbers.from) return undefined;
  return { segments, numbers: { from: one.numbers.from, to: numbers.to }, rows: one.rows + rows };
}

function joinTimes(one: Slice, { segments, time, rows }: Slice): Slice | undefined {
  if (!one.time || !time || one.segments !== segments) return undefined;
  // Newest first, the one before is the later one.
  const isLater = one.time.from !== undefined && one.time.from.getTime() === time.to?.getTime();
  const [early, late] = isLater ? [time, one.time] : [one.time, time];
  return { segments, time: { from: early.from, to: late.to }, rows: one.rows + rows };
}
