import type { TemplateResult } from 'lit';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  /** The minimum width if shrinking makes all columns fit; undefined if it does not shrink. */
  readonly minWidth?: number;
  /** Whether it may be wider than it needs to be, so that fewer columns are drawn at once. */
  readonly stretches?: boolean;
  /** Numbers are right-aligned, so that digits line up. */
  readonly align?: 'start' | 'end';
  /** Whether it takes the remaining space. */
  readonly grows?: boolean;
  readonly sortable?: boolean;
  /** Whether its header has a menu. */
  readonly hasMenu?: boolean;
  /** Whether it stays visible on the left. Such columns come first. */
  readonly pinned?: boolean;
  /** Whether it uses a monospace font, for times and addresses. */
  readonly monospace?: boolean;
  readonly text: (row: Row) => string;
  /** Renders the cell if its text is not sufficient. */
  readonly render?: (row: Row) => TemplateResult;
}

export interface PositionedColumn {
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly pinned: boolean;
}

/** Pinned columns become narrower to leave the rest of the grid to the others. */
const maxPinned = 0.6;
const minColumnWidth = 48;
const maxColumnWidth = 2000;

/**
 * The positions of columns, from the widths that the user has set and the available space. If the grid has to be
 * scrolled, columns that stretch have at least the given width.
 */
export function positionColumns<Row>(
  columns: readonly GridColumn<Row>[],
  widths: Readonly<Record<string, number>>,
  room: number,
  leastStretched = 0,
): { readonly positioned: readonly PositionedColumn[]; readonly total: number } {
  const fitting = fit(columns, widths, room);
  const isWide = sum(fitting) > room;
  const isPinned = (index: number): boolean => columns[index]?.pinned === true;
  const pinnedSum = sum(fitting.filter((_, index) => isPinned(index)));
  const scale = isWide ? Math.min(1, (room * maxPinned) / pinnedSum) : 1;
  const own = fitting.map((width, index) => {
    const { id = '', stretches = false } = columns[index] ?? {};
    if (isPinned(index)) return Math.max(minColumnWidth, Math.floor(width * scale));
    return isWide && stretches && widths[id] === undefined ? Math.max(width, leastStretched) : width;
  });
  const spare = room - sum(own);
  const growing = columns.findIndex((column) => column.grows === true && widths[column.id] === undefined);
  // Many pinned columns in a narrow grid would hide all others.
  const pins = sum(own.filter((_, index) => isPinned(index))) < room;
  let left = 0;
  const positioned = own.map((width, index) => {
    const wide = index === growing && spare > 0 ? width + spare : width;
    const positioned = { index, left, width: wide, pinned: pins && isPinned(index) };
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
    widths[column.id] === undefined ? (column.minWidth ?? column.width) : (wanted[index] ?? 0),
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
export function visibleColumns(
  positioned: readonly PositionedColumn[],
  scrollLeft: number,
  room: number,
  always: number,
): readonly PositionedColumn[] {
  const begin = scrollLeft + pinnedWidth(positioned);
  return positioned.filter(
    ({ index, left, width, pinned }) =>
      pinned || index === always || (left + width > begin && left < scrollLeft + room),
  );
}

/** The smallest horizontal scroll that shows a column, preferring its start. */
export function scrollShowing(
  index: number,
  positioned: readonly PositionedColumn[],
  scrollLeft: number,
  room: number,
): number {
  const column = positioned[index];
  if (!column || column.pinned) return scrollLeft;
  const start = column.left - pinnedWidth(positioned);
  const right = column.left + column.width;
  if (start < scrollLeft) return start;
  return right > scrollLeft + room ? Math.min(start, right - room) : scrollLeft;
}

function pinnedWidth(positioned: readonly PositionedColumn[]): number {
  return sum(positioned.filter(({ pinned }) => pinned).map(({ width }) => width));
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));
}
