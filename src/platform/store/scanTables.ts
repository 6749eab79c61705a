import { matchesWildcard } from '../../shared/wildcard';
import { unionOfColumns } from './columnTypes';
import type { SegmentFiles } from './segmentFiles';
import type { Segment } from './segmentWriter';
import type { CataloguedTable, TableCatalogue } from './tableCatalogue';
import type { TableScan, TimeRange } from './tableScan';

/** Selects the segments for a query; the files stay on disk until it is disposed of. */
export function scanTables(
  catalogue: TableCatalogue,
  files: SegmentFiles,
  names: readonly string[],
  range: TimeRange,
): TableScan {
  const { tables, missing } = resolve(catalogue, names);
  const chosen = tables.flatMap((table) =>
    [...table.segments.values()]
      .filter((segment) => overlaps(segment, range))
      .map((segment) => ({ ...segment, table: table.name, path: files.pathOf(segment.file) })),
  );
  const release = files.hold(chosen.map(({ file }) => file));
  return {
    tables: tables.map(({ name }) => name),
    missing,
    // Columns do not depend on the time range: a field that only older rows have is null, not unknown.
    columns: unionOfColumns(
      tables.flatMap((table) => [...table.segments.values()].map(({ columns }) => columns)),
    ),
    segments: chosen,
    [Symbol.dispose]: once(release),
  };
}

function resolve(
  catalogue: TableCatalogue,
  names: readonly string[],
): { tables: CataloguedTable[]; missing: string[] } {
  const found = new Map<string, CataloguedTable>();
  const missing: string[] = [];
  for (const name of names) {
    const matches = name.includes('*') ? matching(catalogue, name) : [catalogue.find(name)];
    for (const table of matches) {
      if (table) found.set(table.name, table);
      else missing.push(name);
    }
  }
  return { tables: [...found.values()], missing };
}

function matching(catalogue: TableCatalogue, wildcard: string): readonly CataloguedTable[] {
  return catalogue.all().filter(({ name }) => matchesWildcard(wildcard, name));
}

/** Timestamps have microseconds, dates milliseconds: the last millisecond is included completely. */
const millisecond = 1;

function overlaps(segment: Segment, { from, to }: TimeRange): boolean {
  if (from && segment.maxTime.getTime() + millisecond <= from.getTime()) return false;
  return !to || segment.minTime.getTime() < to.getTime();
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
