import type { Zone } from '../../src/shared/protocol/common';
import type { Cell, ColumnType, ResultColumn, ResultRow } from '../../src/shared/protocol/queryResults';
import { formatMoment } from '../app/format';
import { epochOf } from '../app/timeCell';
import type { GridColumn } from '../grid/columns';

const widths: Readonly<Record<ColumnType, number>> = {
  text: 220,
  number: 110,
  time: 204,
  boolean: 80,
  json: 320,
};
/** What a log says is told here. */
const lineWidth = 480;

/** The columns in an order of their own where one is given. */
export function resultColumns(
  columns: readonly ResultColumn[],
  zone: Zone,
  serverOffset: number | null,
  order?: readonly number[],
): readonly GridColumn<ResultRow>[] {
  const ordered = (order ?? [...columns.keys()]).flatMap((index) => {
    const column = columns[index];
    return column ? [{ column, index }] : [];
  });
  return ordered.map(({ column, index }, place) => ({
    id: column.name,
    label: column.name,
    width: column.name === 'line' ? lineWidth : widths[column.type],
    sortable: true,
    hasMenu: true,
    // A number stands at the end of its cell: in a wide one it would be far from everything else.
    grows: place === ordered.length - 1 && column.type !== 'number',
    align: column.type === 'number' ? ('end' as const) : ('start' as const),
    monospace: column.type === 'time' || column.type === 'json',
    text: (row: ResultRow) => cellText(row[index] ?? null, column.type, zone, serverOffset),
  }));
}

/** What a cell shows. A time is written in the chosen zone; nothing is rounded or grouped. */
export function cellText(value: Cell, type: ColumnType, zone: Zone, serverOffset: number | null): string {
  if (value === null) return '';
  if (type === 'time') {
    const epoch = epochOf(value);
    if (epoch !== undefined) return formatMoment(epoch, zone, serverOffset);
  }
  return typeof value === 'object' ? JSON.stringify(value) : oneLine(String(value));
}

/** A row is one line high: a line break inside a value is shown as its sign. */
function oneLine(text: string): string {
  return text.replace(/\r?\n/g, '⏎');
}
