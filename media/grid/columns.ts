import type { TemplateResult } from 'lit';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  /** Numbers stand at the end of their cell, so that digits line up. */
  readonly align?: 'start' | 'end';
  /** Takes the room that the others leave. */
  readonly grows?: boolean;
  readonly sortable?: boolean;
  /** A fixed-width face, for times and addresses. */
  readonly monospace?: boolean;
  readonly text: (row: Row) => string;
  /** How the cell is drawn where its text alone is not enough. */
  readonly render?: (row: Row) => TemplateResult;
}

export interface PlacedColumn {
  readonly index: number;
  readonly left: number;
  readonly width: number;
}

export const narrowestColumn = 48;
export const widestColumn = 2000;

/** Where each column stands, given what the user set and the room there is. */
export function placeColumns<Row>(
  columns: readonly GridColumn<Row>[],
  widths: Readonly<Record<string, number>>,
  room: number,
): { readonly placed: readonly PlacedColumn[]; readonly total: number } {
  const own = columns.map((column) => clampWidth(widths[column.id] ?? column.width));
  const spare = room - own.reduce((sum, width) => sum + width, 0);
  const growing = columns.findIndex((column) => column.grows === true && widths[column.id] === undefined);
  let left = 0;
  const placed = own.map((width, index) => {
    const wide = index === growing && spare > 0 ? width + spare : width;
    const place = { index, left, width: wide };
    left += wide;
    return place;
  });
  return { placed, total: left };
}

/** Only the columns in sight are drawn, so that a result of 200 fields costs no more than one of ten. */
export function columnsInSight(
  placed: readonly PlacedColumn[],
  scrollLeft: number,
  room: number,
  always: number,
): readonly PlacedColumn[] {
  return placed.filter(
    (column) =>
      column.index === always || (column.left + column.width > scrollLeft && column.left < scrollLeft + room),
  );
}

/** The least movement sideways that brings a column into sight, its start before its end. */
export function scrollShowing(column: PlacedColumn, scrollLeft: number, room: number): number {
  const right = column.left + column.width;
  if (column.left < scrollLeft) return column.left;
  return right > scrollLeft + room ? Math.min(column.left, right - room) : scrollLeft;
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)));
}
