import type { Zone } from '../../src/core/pages/common';
import type { Cell, ColumnType, ResultColumn, ResultRow } from '../../src/core/pages/queryResults';
import { epochOf, formatTimestamp } from '../../src/core/pages/format';
import type { GridColumn } from '../grid/gridColumns';
import { oneLine } from '../../src/core/base/localize';
import { visibleText } from '../../src/core/base/visibleText';

const widths: Readonly<Record<ColumnType, number>> = {
  text: 220,
  number: 110,
  time: 204,
  boolean: 80,
  json: 320,
};
/** Wide, because it contains the text of a log. */
const lineWidth = 480;

export interface Arrangement {
  /** The positions of the columns in the result, in the order in which they are shown. */
  readonly order?: readonly number[] | undefined;
  /** Widths by content. */
  readonly widths?: ReadonlyMap<string, number>;
  /** The names of the columns that come first and stay visible. */
  readonly pinned?: readonly string[];
}

/** The columns, as wide as their type requires until they are measured. */
export function resultColumns(
  columns: readonly ResultColumn[],
  zone: Zone,
  serverOffset: number | null,
  { order, widths: measured, pinned = [] }: Arrangement = {},
): readonly GridColumn<ResultRow>[] {
  const all = (order ?? [...columns.keys()]).flatMap((index) => {
    const column = columns[index];
    return column ? [{ column, index }] : [];
  });
  const first = pinned.flatMap((name) => all.filter(({ column }) => column.name === name));
  const ordered = [...first, ...all.filter((each) => !first.includes(each))];
  return ordered.map(({ column, index }, position) => ({
    id: column.name,
    label: column.name,
    width: measured?.get(column.name) ?? (column.name === 'line' ? lineWidth : widths[column.type]),
    stretches: true,
    pinned: position < first.length,
    sortable: true,
    hasMenu: true,
    // A number is right-aligned: in a wide cell it would be far from everything else.
    grows: position === ordered.length - 1 && column.type !== 'number',
    align: column.type === 'number' ? ('end' as const) : ('start' as const),
    monospace: column.type === 'time' || column.type === 'json',
    text: (row: ResultRow) => cellText(row[index] ?? null, column.type, zone, serverOffset),
  }));
}

/** The text of a cell. Times are in the selected zone; numbers are not rounded or grouped. */
export function cellText(value: Cell, type: ColumnType, zone: Zone, serverOffset: number | null): string {
  if (value === null) return '';
  if (type === 'time') {
    const epoch = epochOf(value);
    if (epoch !== undefined) return formatTimestamp(epoch, zone, serverOffset);
  }
  return visibleText(typeof value === 'object' ? JSON.stringify(value) : oneLine(String(value)));
}

/**
 * The most useful order of the columns of stored logs: the time, then columns that differ between rows, and
 * last constant ones. IDs are unique per row and not useful.
 */
export function differingFirst(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
): readonly number[] {
  const ranks = columns.map(({ name }, index) => {
    if (name === '_time') return 0;
    if (name === '_id') return 3;
    return differs(rows, index) ? 1 : 2;
  });
  return [...columns.keys()].sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
}

function differs(rows: readonly ResultRow[], column: number): boolean {
  const first = JSON.stringify(rows[0]?.[column] ?? null);
  return rows.some((row) => JSON.stringify(row[column] ?? null) !== first);
}
