import { matchesWildcard } from '../../core/base/wildcard';
import { unionOfColumns } from './columnTypes';
import type { SegmentFiles } from './segmentFiles';
import type { Catalog } from './tableCatalog';
import type { CatalogedTable } from './logTableRows';
import type { Segment, TableScan, TimeRange } from './tableScan';

/** Selects the segments for a query; the files stay on disk until it is disposed of. */
export function scanTables(
  catalog: Catalog<CatalogedTable>,
  files: SegmentFiles,
  names: readonly string[],
  range: TimeRange,
): TableScan {
  const { tables, missing } = resolve(catalog, names);
  const selected = tables.flatMap((table) =>
    [...table.segments.values()]
      .filter((segment) => overlaps(segment, range))
      .map((segment) => ({ ...segment, table: table.name, path: files.pathOf(segment.file) })),
  );
  const release = files.hold(selected.map(({ file }) => file));
  return {
    tables: tables.map(({ name }) => name),
    missing,
    // Columns do not depend on the time range: a field that only older rows have is null, not unknown.
    columns: unionOfColumns(
      tables.flatMap((table) => [...table.segments.values()].map(({ columns }) => columns)),
    ),
    segments: selected,
    [Symbol.dispose]: release,
  };
}

function resolve(
  catalog: Catalog<CatalogedTable>,
  names: readonly string[],
): { tables: CatalogedTable[]; missing: string[] } {
  const found = new Map<string, CatalogedTable>();
  const missing: string[] = [];
  for (const name of names) {
    const matches = name.includes('*')
      ? catalog.all().filter((table) => matchesWildcard(name, table.name))
      : [catalog.findByName(name)];
    for (const table of matches) {
      if (table) found.set(table.name, table);
      else missing.push(name);
    }
  }
  return { tables: [...found.values()], missing };
}

/** Timestamps have microseconds, dates milliseconds: the last millisecond is included completely. */
const millisecond = 1;

function overlaps(segment: Segment, { from, to }: TimeRange): boolean {
  if (from && segment.maxTime.getTime() + millisecond <= from.getTime()) return false;
  return !to || segment.minTime.getTime() < to.getTime();
}
