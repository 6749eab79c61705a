import type { ResultRow } from '../../src/core/pages/queryResults';
import type { GridColumn } from '../grid/gridColumns';

/** More matches are not counted. */
export const maxMatches = 10_000;

export interface Match {
  readonly row: number;
  readonly column: string;
}

/** The cells that contain a text, in the order in which they are read; upper and lower case are the same. */
export function findMatches(
  text: string,
  rowCount: number,
  rowAt: (index: number) => ResultRow | undefined,
  columns: readonly Pick<GridColumn<ResultRow>, 'id' | 'text'>[],
): readonly Match[] {
  const matches: Match[] = [];
  const wanted = text.toLowerCase();
  for (let row = 0; wanted !== '' && row < rowCount && matches.length < maxMatches; row++) {
    const cells = rowAt(row);
    if (!cells) continue;
    for (const column of columns) {
      if (column.text(cells).toLowerCase().includes(wanted)) matches.push({ row, column: column.id });
    }
  }
  return matches;
}
