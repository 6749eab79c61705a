import type { TemplateResult } from 'lit';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  /** The minimum width if shrinking makes all columns fit; undefined if it does not shrink. */
  readonly leastWidth?: number;
  /** Numbers are right-aligned, so that digits line up. */
  readonly align?: 'start' | 'end';
  /** Whether it takes the remaining space. */
  readonly grows?: boolean;
  readonly sortable?: boolean;
  /** Whether its header has a menu. */
  readonly hasMenu?: boolean;
  /** Whether it uses a monospace font, for times and addresses. */
  readonly monospace?: boolean;
  readonly text: (row: Row) => string;
  /** Renders the cell if its text is not sufficient. */
  readonly render?: (row: Row) => TemplateResult;
}

export interface PlacedColumn {
  readonly index: number;
  readonly left: number;
  readonly width: number;
}

const narrowestColumn = 48;
const widestColumn = 2000;

/** The positions of columns, from the widths that the user has set and the available space. */
export function placeColumns<Row>(
  columns: readonly GridColumn<Row>[],
  widths: Readonly<Record<string, number>>,
  room: number,
): { readonly positioned: readonly PlacedColumn[]; readonly total: number } {
  const own = fit(columns, widths, room);
  const spare = room - sum(own);
  const growing = columns.findIndex((column) => column.grows === true && widths[column.id] === undefined);
  let left = 0;
  const positioned = own.map((width, index) => {
    const wide = index === growing && spare > 0 ? width + spare : width;
    const positioned = { index, left, width: wide };
    left += wide;
    return positioned;
  });
  return { positioned, total: left };
}

/** Keeps set widths; the others shrink evenly if that avoids scrolling. */
function fit<Row>(
  columns: readonly GridColumn<Row>[],
  widths: Readonly<Record<string, number>>,
  room: number,
): readonly number[] {
  const wanted = columns.map((column) => clampWidth(widths[column.id] ?? column.width));
  const least = columns.map((column, index) =>
    widths[column.id] === undefined ? (column.leastWidth ?? column.width) : (wanted[index] ?? 0),
  );
  const excess = sum(wanted) - room;
  const slack = sum(wanted) - sum(least);
  if (excess <= 0 || excess > slack) return wanted;
  return wanted.map((width, index) => {
    const own = width - (least[index] ?? width);
    return Math.floor(width - (own * excess) / slack);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Renders only visible columns, so that a result with 200 fields is as fast as one with ten. */
export function columnsInSight(
  positioned: readonly PlacedColumn[],
  scrollLeft: number,
  room: number,
  always: number,
): readonly PlacedColumn[] {
  return positioned.filter(
    (column) =>
      column.index === always || (column.left + column.width > scrollLeft && column.left < scrollLeft + room),
  );
}

/** The smallest horizontal scroll that shows a column, preferring its start. */
export function scrollShowing(column: PlacedColumn, scrollLeft: number, room: number): number {
  const right = column.left + column.width;
  if (column.left < scrollLeft) return column.left;
  return right > scrollLeft + room ? Math.min(column.left, right - room) : scrollLeft;
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)));
}
