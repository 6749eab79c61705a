/** A cell; row -1 is the header. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridExtent {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly rowsPerPage: number;
}

/** The target of a key in the ARIA grid pattern; undefined for other keys. */
export function moveByKey(
  from: GridPosition,
  { key, control }: { readonly key: string; readonly control: boolean },
  extent: GridExtent,
): GridPosition | undefined {
  const lastRow = extent.rowCount - 1;
  const lastColumn = extent.columnCount - 1;
  const to = (row: number, column: number): GridPosition => ({
    row: Math.min(Math.max(-1, row), lastRow),
    column: Math.min(Math.max(0, column), lastColumn),
  });
  const inBody = (row: number): number => Math.max(Math.min(0, lastRow), row);
  const moves: Readonly<Record<string, GridPosition>> = {
    ArrowUp: to(from.row - 1, from.column),
    ArrowDown: to(from.row + 1, from.column),
    ArrowLeft: to(from.row, from.column - 1),
    ArrowRight: to(from.row, from.column + 1),
    PageUp: to(inBody(from.row - extent.rowsPerPage), from.column),
    PageDown: to(from.row + extent.rowsPerPage, from.column),
    Home: control ? to(inBody(0), 0) : to(from.row, 0),
    End: control ? to(lastRow, lastColumn) : to(from.row, lastColumn),
  };
  return moves[key];
}
